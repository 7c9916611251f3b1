BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0022');
CREATE TABLE ballot (
	table_id INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	side INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	choice TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	number BIGINT NOT NULL, 
	called INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_ballot PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_ballot_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE banned_person (
	person BIGINT NOT NULL, 
	reason TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_banned_person PRIMARY KEY (person)
);
CREATE TABLE banned_server (
	guild BIGINT NOT NULL, 
	reason TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_banned_server PRIMARY KEY (guild)
);
CREATE TABLE bulletin (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild BIGINT NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	channel BIGINT NOT NULL, 
	minute INTEGER NOT NULL, 
	zone VARCHAR(64) NOT NULL, 
	due BIGINT, 
	day VARCHAR(10) NOT NULL, 
	tried BIGINT NOT NULL, 
	message BIGINT, 
	shown VARCHAR(32) NOT NULL, 
	refused INTEGER NOT NULL, 
	CONSTRAINT uq_bulletin_guild_kind UNIQUE (guild, kind)
);
CREATE TABLE crowd (
	table_id INTEGER NOT NULL, 
	every BIGINT NOT NULL, 
	quorum INTEGER NOT NULL, 
	open INTEGER NOT NULL, 
	role BIGINT DEFAULT '0' NOT NULL, 
	event BIGINT, 
	CONSTRAINT pk_crowd PRIMARY KEY (table_id), 
	CONSTRAINT fk_crowd_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE daily (
	table_id INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	claim VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_daily PRIMARY KEY (table_id), 
	CONSTRAINT fk_daily_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE, 
	CONSTRAINT uq_daily_claim UNIQUE (claim)
);
CREATE TABLE event (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	verb VARCHAR(16) NOT NULL, 
	seat VARCHAR(16) DEFAULT '' NOT NULL, 
	person BIGINT, 
	name TEXT DEFAULT '' NOT NULL, 
	text TEXT DEFAULT '' NOT NULL, 
	at BIGINT NOT NULL, 
	"key" VARCHAR(40), 
	CONSTRAINT pk_event PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_event_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE, 
	CONSTRAINT uq_event_key UNIQUE ("key")
);
INSERT INTO "event" VALUES(1,1,'open','',1152921504606846977,'Ann','Bob',1760000000000,'k1');
INSERT INTO "event" VALUES(1,2,'sit','host',1152921504606846977,'Ann','',1760000000000,NULL);
INSERT INTO "event" VALUES(1,3,'sit','guest',1152921504606846978,'Bob','',1760000001000,'k2');
INSERT INTO "event" VALUES(1,4,'start','',NULL,'','',1760000001000,NULL);
INSERT INTO "event" VALUES(1,5,'chance','chance',NULL,'','stones b2 f2',1760000002000,NULL);
INSERT INTO "event" VALUES(1,6,'play','host',1152921504606846977,'Ann','d4',1760000003000,NULL);
INSERT INTO "event" VALUES(1,7,'play','guest',1152921504606846978,'Bob','take green',1760000004000,NULL);
INSERT INTO "event" VALUES(1,8,'play','green',1152921504606846978,'Bob','c4',1760000005000,NULL);
INSERT INTO "event" VALUES(2,1,'open','',1152921504606846978,'Bob','',1760000006000,NULL);
INSERT INTO "event" VALUES(2,2,'sit','purple',1152921504606846978,'Bob','',1760000006000,NULL);
INSERT INTO "event" VALUES(3,1,'open','',1152921504606846977,'Ann','',1760000007000,NULL);
INSERT INTO "event" VALUES(3,2,'sit','host',1152921504606846977,'Ann','',1760000007000,NULL);
INSERT INTO "event" VALUES(3,3,'sit','guest',1152921504606846978,'Bob','',1760000008000,NULL);
INSERT INTO "event" VALUES(3,4,'start','',NULL,'','',1760000008000,NULL);
INSERT INTO "event" VALUES(3,5,'resign','',1152921504606846977,'Ann','',1760000010000,NULL);
INSERT INTO "event" VALUES(4,1,'open','',1152921504606846977,'Ann','Bob',1760000012000,NULL);
INSERT INTO "event" VALUES(4,2,'sit','south',1152921504606846977,'Ann','',1760000012000,NULL);
INSERT INTO "event" VALUES(4,3,'sit','north',1152921504606846978,'Bob','',1760000013000,NULL);
INSERT INTO "event" VALUES(4,4,'start','',NULL,'','',1760000013000,NULL);
INSERT INTO "event" VALUES(4,5,'ask','',1152921504606846977,'Ann','pause',1760000015000,NULL);
CREATE TABLE follower (
	table_id INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	letter INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_follower PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_follower_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE followup (
	table_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT NOT NULL, 
	CONSTRAINT pk_followup PRIMARY KEY (table_id, kind, version, person, channel, message)
);
CREATE TABLE game_table (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game VARCHAR(32) NOT NULL, 
	rules INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	host BIGINT NOT NULL, 
	opponent BIGINT, 
	parent INTEGER, 
	status VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	opened BIGINT NOT NULL, 
	touched BIGINT NOT NULL, 
	guild BIGINT, 
	home BIGINT NOT NULL, 
	lobby BIGINT, 
	channel BIGINT, 
	card BIGINT, 
	call BIGINT, 
	shown INTEGER DEFAULT '0' NOT NULL, 
	pace VARCHAR(32) DEFAULT 'none' NOT NULL, 
	deadline BIGINT, 
	rewritten INTEGER DEFAULT '0' NOT NULL, 
	rated VARCHAR(8) DEFAULT 'no' NOT NULL, 
	CONSTRAINT uq_game_table_parent UNIQUE (parent)
);
INSERT INTO "game_table" VALUES(1,'snorkels',1,'pie=on stones=2',1152921504606846977,1152921504606846978,NULL,'playing',8,1760000000000,1760000005000,5,10,20,21,22,NULL,4,'none',1762592005000,0,'people');
INSERT INTO "game_table" VALUES(2,'snorkels',1,'pie=off stones=0',1152921504606846978,NULL,NULL,'lobby',2,1760000006000,1760000006000,NULL,11,NULL,NULL,NULL,NULL,0,'none',1760086406000,0,'people');
INSERT INTO "game_table" VALUES(3,'snorkels',1,'pie=on stones=0',1152921504606846977,NULL,NULL,'over',5,1760000007000,1760000010000,5,10,NULL,NULL,NULL,NULL,0,'none',NULL,0,'people');
INSERT INTO "game_table" VALUES(4,'depthcharge',1,'islands=0 mines=5 misses=2 quiet=100 sonar=off',1152921504606846977,1152921504606846978,NULL,'playing',5,1760000012000,1760000015000,5,10,NULL,NULL,NULL,NULL,0,'2d+6h',1760086413000,0,'people');
CREATE TABLE guess (
	table_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	seq INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	hit INTEGER, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_guess PRIMARY KEY (table_id, place, person), 
	CONSTRAINT fk_guess_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE guess_card (
	table_id INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	message BIGINT NOT NULL, 
	token TEXT NOT NULL, 
	until BIGINT NOT NULL, 
	CONSTRAINT pk_guess_card PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_guess_card_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE kv (
	"key" VARCHAR(80) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_kv PRIMARY KEY ("key")
);
INSERT INTO "kv" VALUES('opened','1');
CREATE TABLE league (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	guild BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT, 
	card_season INTEGER NOT NULL, 
	title TEXT NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	pace VARCHAR(32) NOT NULL, 
	rated VARCHAR(8) NOT NULL, 
	swiss INTEGER NOT NULL, 
	size INTEGER NOT NULL, 
	twice INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	round_ms BIGINT NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	season INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	ends BIGINT NOT NULL, 
	due BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	event BIGINT
);
CREATE TABLE league_entry (
	league INTEGER NOT NULL, 
	season INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	division INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	out INTEGER NOT NULL, 
	CONSTRAINT pk_league_entry PRIMARY KEY (league, season, person), 
	CONSTRAINT fk_league_entry_league FOREIGN KEY(league) REFERENCES league (id) ON DELETE CASCADE
);
CREATE TABLE league_game (
	id INTEGER NOT NULL, 
	league INTEGER NOT NULL, 
	season INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	first BIGINT NOT NULL, 
	second BIGINT NOT NULL, 
	table_id INTEGER, 
	result INTEGER, 
	forfeit INTEGER NOT NULL, 
	CONSTRAINT pk_league_game PRIMARY KEY (id), 
	CONSTRAINT uq_league_game_league_season_round_first_second UNIQUE (league, season, round, first, second), 
	CONSTRAINT uq_league_game_table_id UNIQUE (table_id), 
	CONSTRAINT fk_league_game_league FOREIGN KEY(league) REFERENCES league (id) ON DELETE CASCADE
);
CREATE TABLE person (
	id BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	forced INTEGER DEFAULT '0' NOT NULL, 
	away INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id)
);
INSERT INTO "person" VALUES(1152921504606846977,'{"palette": "high-contrast"}',0,0);
CREATE TABLE played_on (
	table_id INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	to_the_end INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_played_on PRIMARY KEY (table_id, person)
);
CREATE TABLE poll (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	counts TEXT NOT NULL, 
	CONSTRAINT pk_poll PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_poll_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE practice (
	person BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	record TEXT NOT NULL, 
	begun INTEGER NOT NULL, 
	seats VARCHAR(80) NOT NULL, 
	tries INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	hinted INTEGER NOT NULL, 
	ended VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_practice PRIMARY KEY (person)
);
CREATE TABLE practised (
	person BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	tries INTEGER NOT NULL, 
	hints INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	guild BIGINT, 
	CONSTRAINT pk_practised PRIMARY KEY (person, kind, subject)
);
CREATE TABLE rated (
	table_id INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	pool VARCHAR(40) NOT NULL, 
	ladder VARCHAR(48) NOT NULL, 
	side INTEGER NOT NULL, 
	result INTEGER NOT NULL, 
	guild BIGINT, 
	at BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	weight DOUBLE NOT NULL, 
	mu_before DOUBLE NOT NULL, 
	sigma_before DOUBLE NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	CONSTRAINT pk_rated PRIMARY KEY (table_id, person)
);
CREATE TABLE rating (
	person BIGINT NOT NULL, 
	ladder VARCHAR(48) NOT NULL, 
	guild BIGINT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	listed INTEGER NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (person, ladder, guild)
);
CREATE TABLE review (
	table_id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_review PRIMARY KEY (table_id), 
	CONSTRAINT fk_review_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE score (
	table_id INTEGER NOT NULL, 
	points INTEGER, 
	rank INTEGER NOT NULL, 
	tiebreak INTEGER NOT NULL, 
	penalties INTEGER NOT NULL, 
	goals INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_score PRIMARY KEY (table_id), 
	CONSTRAINT fk_score_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE TABLE seat (
	table_id INTEGER NOT NULL, 
	seat VARCHAR(16) NOT NULL, 
	person BIGINT NOT NULL, 
	draft TEXT DEFAULT '' NOT NULL, 
	chart_channel BIGINT, 
	chart BIGINT, 
	chart_state VARCHAR(16) DEFAULT '' NOT NULL, 
	marks TEXT DEFAULT '' NOT NULL, 
	"plan" TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seat_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES(1,'host',1152921504606846977,'',NULL,NULL,'','','');
INSERT INTO "seat" VALUES(1,'guest',1152921504606846978,'',NULL,NULL,'','','');
INSERT INTO "seat" VALUES(2,'purple',1152921504606846978,'',NULL,NULL,'','','');
INSERT INTO "seat" VALUES(3,'host',1152921504606846977,'',NULL,NULL,'','','');
INSERT INTO "seat" VALUES(3,'guest',1152921504606846978,'',NULL,NULL,'','','');
INSERT INTO "seat" VALUES(4,'south',1152921504606846977,'',NULL,NULL,'','','');
INSERT INTO "seat" VALUES(4,'north',1152921504606846978,'',NULL,NULL,'','','');
CREATE TABLE server (
	id BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	"left" BIGINT, 
	CONSTRAINT pk_server PRIMARY KEY (id)
);
INSERT INTO "server" VALUES(5,'{}',NULL);
CREATE TABLE table_note (
	table_id INTEGER NOT NULL, 
	person BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	place INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_table_note PRIMARY KEY (table_id, person), 
	CONSTRAINT fk_table_note_table_id FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
);
CREATE INDEX ix_game_table_guild_game_status ON game_table (guild, game, status);
CREATE INDEX ix_game_table_live_guild_status ON game_table (guild, status) WHERE status IN ('lobby', 'playing');
CREATE INDEX ix_game_table_deadline ON game_table (deadline);
CREATE UNIQUE INDEX uq_game_table_challenge ON game_table (host, opponent, game) WHERE status = 'lobby';
CREATE INDEX ix_game_table_closed ON game_table (touched, id) WHERE status = 'closed';
CREATE INDEX ix_game_table_opponent ON game_table (opponent) WHERE opponent IS NOT NULL;
CREATE INDEX ix_game_table_channel_status ON game_table (channel, status);
CREATE INDEX ix_game_table_home_status ON game_table (home, status);
CREATE INDEX ix_game_table_unshown ON game_table (touched, id) WHERE shown < version AND status NOT IN ('lobby', 'playing');
CREATE INDEX ix_game_table_ended ON game_table (guild, status, touched) WHERE status NOT IN ('lobby', 'playing');
CREATE INDEX ix_game_table_live ON game_table (id) WHERE status IN ('lobby', 'playing');
CREATE INDEX ix_person_forced ON person (id) WHERE forced = 1;
CREATE INDEX ix_person_away ON person (id) WHERE away = 1;
CREATE INDEX ix_practised_counted ON practised (guild, subject) WHERE guild IS NOT NULL;
CREATE INDEX ix_rated_pool_at_table_id ON rated (pool, at, table_id);
CREATE INDEX ix_rated_person_pool_at_table_id ON rated (person, pool, at, table_id);
CREATE INDEX ix_rating_listed ON rating (guild, ladder, mu, at, person, listed) WHERE listed = 1;
CREATE INDEX ix_league_guild ON league (guild);
CREATE INDEX ix_league_due ON league (due);
CREATE INDEX ix_played_on_person_at ON played_on (person, at);
CREATE INDEX ix_bulletin_due ON bulletin (due);
CREATE INDEX ix_seat_planned ON seat (table_id) WHERE plan <> '';
CREATE INDEX ix_seat_person_table_id ON seat (person, table_id);
CREATE INDEX ix_event_person ON event (person, table_id) WHERE person IS NOT NULL AND verb <> 'play';
CREATE INDEX ix_daily_guild_day ON daily (guild, day);
CREATE INDEX ix_league_entry_person ON league_entry (person);
CREATE INDEX ix_league_game_first ON league_game (first);
CREATE INDEX ix_league_game_second ON league_game (second);
CREATE INDEX ix_guess_person ON guess (person);
CREATE INDEX ix_guess_card_until ON guess_card (until);
CREATE INDEX ix_guess_card_person ON guess_card (person);
CREATE INDEX ix_follower_person ON follower (person);
CREATE INDEX ix_table_note_person ON table_note (person);
CREATE INDEX ix_ballot_person ON ballot (person);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('game_table',4);
COMMIT;
