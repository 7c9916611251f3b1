BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE event (
	session INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	verb VARCHAR(16) NOT NULL, 
	seat VARCHAR(16) DEFAULT '' NOT NULL, 
	person BIGINT, 
	name TEXT DEFAULT '' NOT NULL, 
	text TEXT DEFAULT '' NOT NULL, 
	at BIGINT NOT NULL, 
	"key" VARCHAR(40), 
	CONSTRAINT pk_event PRIMARY KEY (session, seq), 
	CONSTRAINT fk_event_session FOREIGN KEY(session) REFERENCES session (id) ON DELETE CASCADE, 
	CONSTRAINT uq_event_key UNIQUE ("key")
);
INSERT INTO "event" VALUES(1,1,'open','',1152921504606846977,'Ann','Bob',1760000000000,'k1');
INSERT INTO "event" VALUES(1,2,'sit','host',1152921504606846977,'Ann','',1760000000000,NULL);
INSERT INTO "event" VALUES(1,3,'sit','guest',1152921504606846978,'Bob','',1760000001000,'k2');
INSERT INTO "event" VALUES(1,4,'start','',NULL,'','',1760000001000,NULL);
INSERT INTO "event" VALUES(1,5,'chance','chance',NULL,'','stones b2 f2',1760000002000,NULL);
INSERT INTO "event" VALUES(1,6,'play','host',1152921504606846977,'Ann','d4',1760000003000,NULL);
INSERT INTO "event" VALUES(1,7,'play','guest',1152921504606846978,'Bob','take green',1760000005000,NULL);
INSERT INTO "event" VALUES(1,8,'play','green',1152921504606846978,'Bob','c4',1760000007000,NULL);
INSERT INTO "event" VALUES(2,1,'open','',1152921504606846978,'Bob','',1760000009000,NULL);
INSERT INTO "event" VALUES(2,2,'sit','purple',1152921504606846978,'Bob','',1760000009000,NULL);
INSERT INTO "event" VALUES(3,1,'open','',1152921504606846977,'Ann','',1760000010000,NULL);
INSERT INTO "event" VALUES(3,2,'sit','host',1152921504606846977,'Ann','',1760000010000,NULL);
INSERT INTO "event" VALUES(3,3,'sit','guest',1152921504606846978,'Bob','',1760000011000,NULL);
INSERT INTO "event" VALUES(3,4,'start','',NULL,'','',1760000011000,NULL);
INSERT INTO "event" VALUES(3,5,'resign','',1152921504606846977,'Ann','',1760000013000,NULL);
CREATE TABLE fact (
	"key" VARCHAR(80) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_fact PRIMARY KEY ("key")
);
INSERT INTO "fact" VALUES('opened','1');
CREATE TABLE person (
	id BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id)
);
INSERT INTO "person" VALUES(1152921504606846977,'{"palette": "high-contrast"}');
CREATE TABLE seat (
	session INTEGER NOT NULL, 
	seat VARCHAR(16) NOT NULL, 
	person BIGINT NOT NULL, 
	draft TEXT DEFAULT '' NOT NULL, 
	chart_channel BIGINT, 
	chart BIGINT, 
	chart_state VARCHAR(16) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY (session, seat), 
	CONSTRAINT fk_seat_session FOREIGN KEY(session) REFERENCES session (id) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES(1,'host',1152921504606846977,'',NULL,NULL,'');
INSERT INTO "seat" VALUES(1,'guest',1152921504606846978,'',NULL,NULL,'');
INSERT INTO "seat" VALUES(2,'purple',1152921504606846978,'',NULL,NULL,'');
INSERT INTO "seat" VALUES(3,'host',1152921504606846977,'',NULL,NULL,'');
INSERT INTO "seat" VALUES(3,'guest',1152921504606846978,'',NULL,NULL,'');
CREATE TABLE server (
	id BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	"left" BIGINT, 
	CONSTRAINT pk_server PRIMARY KEY (id)
);
INSERT INTO "server" VALUES(5,'{}',NULL);
CREATE TABLE session (
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
	shown INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT uq_session_parent UNIQUE (parent)
);
INSERT INTO "session" VALUES(1,'snorkels',1,'pie=on stones=2',1152921504606846977,1152921504606846978,NULL,'playing',8,1760000000000,1760000007000,5,10,20,21,22,4);
INSERT INTO "session" VALUES(2,'snorkels',1,'pie=off stones=0',1152921504606846978,NULL,NULL,'lobby',2,1760000009000,1760000009000,NULL,11,NULL,NULL,NULL,0);
INSERT INTO "session" VALUES(3,'snorkels',1,'pie=on stones=0',1152921504606846977,NULL,NULL,'over',5,1760000010000,1760000013000,5,10,NULL,NULL,NULL,0);
CREATE INDEX ix_session_channel_status ON session (channel, status);
CREATE INDEX ix_session_home_status ON session (home, status);
CREATE UNIQUE INDEX uq_session_challenge ON session (host, opponent, game) WHERE status = 'lobby';
CREATE INDEX ix_session_status_touched ON session (status, touched);
CREATE INDEX ix_seat_person_session ON seat (person, session);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('session',3);
COMMIT;
