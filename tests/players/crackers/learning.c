/* Plays Drown, Captain Crackers! as the computer player does, and learns how such games end.
 *
 * What comes first is the player of bot/players/crackers in C: board, position, judgement, search and
 * choosing, with the same numbers. tests/players/crackers/helper.py compiles and runs it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"

#pragma GCC optimize("O3")
#ifdef __x86_64__
#pragma GCC target("popcnt")
#endif

typedef uint64_t Set;
enum { MOST = 64, HEIGHTS = 32, LAYOUTS = 3, RINGS = 4, SHORES = 9, LINE = 40, MANY = 16384 };
enum { WALK, PUMP, BAG, UNBAG, FLOW };
enum { CAPTAIN = 3, PUMPS = 3, FAR = 12, CREW_WINS = 1, CAPTAIN_WINS = -1, HIGHEST = 3 };
#define WON 1000.0
#define DECIDED (WON - 1)

static int count(Set set) { return __builtin_popcountll(set); }
static int first_of(Set set) { return __builtin_ctzll(set); }
static Set bit(int square) { return (Set)1 << square; }

/* Layouts */

typedef struct {
    int columns, rows, squares, pod, control, leaks[2];
    int even[2]; /* rounds between First Mates, on dry ways and on those through water */
    Set full, bare, source, not_lowest, not_highest, around_pod[RINGS], around_control[2];
} Plan;
static Plan plans[LAYOUTS];

static Set spread(const Plan *p, Set m) {
    return (m << 1 & p->not_lowest) | (m >> 1 & p->not_highest) | (m << p->rows & p->full) | m >> p->rows;
}
static Set flood(const Plan *p, Set seed, Set within) {
    seed &= within;
    for (;;) {
        Set grown = (seed | spread(p, seed)) & within;
        if (grown == seed) return seed;
        seed = grown;
    }
}
static void rings(const Plan *p, int centre, int n, Set *found) {
    Set inside = bit(centre);
    for (int i = 0; i < n; i++) {
        found[i] = spread(p, inside) & ~inside;
        inside |= found[i];
    }
}
static void read_plans(void) {
    for (int i = 0; i < LAYOUTS; i++) {
        Plan *p = &plans[i];
        if (scanf("%d %d %d %d %d %d", &p->columns, &p->rows, &p->pod, &p->control, &p->leaks[0], &p->leaks[1]) != 6)
            exit(1);
        if (scanf("%d %d", &p->even[0], &p->even[1]) != 2) exit(1);
        p->squares = p->columns * p->rows;
        p->full = p->squares == 64 ? ~(Set)0 : bit(p->squares) - 1;
        p->bare = bit(p->pod) | bit(p->control);
        p->source = bit(p->leaks[0]) | bit(p->leaks[1]);
        Set lowest = 0;
        for (int column = 0; column < p->columns; column++) lowest |= bit(column * p->rows);
        p->not_lowest = p->full & ~lowest;
        p->not_highest = p->full & ~(lowest << (p->rows - 1));
        rings(p, p->pod, RINGS, p->around_pod);
        rings(p, p->control, 2, p->around_control);
    }
}

/* Boards */

typedef struct {
    const Plan *plan;
    Set above[HEIGHTS], wet, deep;
    uint8_t sand[MOST], water[MOST];
} Board;

static void rise(Board *b, int square) {
    int height = b->sand[square] + b->water[square];
    if (height >= HEIGHTS - 2) exit(2);
    b->above[height] |= bit(square);
}
static void bag(Board *b, int square) {
    b->sand[square]++;
    rise(b, square);
}
static void unbag(Board *b, int square) {
    b->above[b->sand[square]] &= ~bit(square);
    b->sand[square]--;
}
static void pour(Board *b, int square) {
    int depth = ++b->water[square];
    if (depth == 1) b->wet |= bit(square);
    if (depth == 2) b->deep |= bit(square);
    rise(b, square);
}
static void flow(Board *b, int square, int to) {
    b->above[b->sand[square] + b->water[square]] &= ~bit(square);
    int depth = --b->water[square];
    if (!depth) b->wet &= ~bit(square);
    if (depth == 1) b->deep &= ~bit(square);
    pour(b, to);
}
static Set rests_from(const Board *b, int origin, int height) {
    const Plan *p = b->plan;
    const Set *above = b->above;
    Set start = bit(origin), running = flood(p, start, (above[height] & ~above[height + 1]) | start), rests = 0;
    for (int level = height - 1; level >= 0; level--) {
        Set reached = spread(p, running) & ~above[level + 1] & above[level];
        if (!reached) continue;
        Set lower = ~above[level] & p->full;
        if (lower) {
            Set plateau = flood(p, reached, above[level] & ~above[level + 1]);
            Set passing = flood(p, plateau & spread(p, lower), plateau);
            running |= passing;
            reached &= ~passing;
        }
        rests |= reached;
    }
    return rests & ~start;
}
static Set rests_of(const Board *b, int leak) { return rests_from(b, leak, b->sand[leak] + b->water[leak]); }
static int loose(Board *b, int *squares, Set *ends) {
    const Plan *p = b->plan;
    Set *above = b->above, found = 0;
    for (int level = 2; level < HEIGHTS - 1; level++) {
        if (!above[level]) break;
        Set lying = b->wet & above[level] & ~above[level + 1], lower = p->full & ~above[level - 1];
        if (!lying || !lower) continue;
        Set same = above[level - 1] & ~above[level];
        found |= lying & spread(p, lower | flood(p, spread(p, lower) & same, same));
    }
    int n = 0;
    for (; found; found &= found - 1) {
        int square = first_of(found), height = b->sand[square] + b->water[square];
        above[height] ^= bit(square);
        Set rests = rests_from(b, square, height - 1);
        above[height] ^= bit(square);
        if (rests) {
            squares[n] = square;
            ends[n++] = rests;
        }
    }
    return n;
}
static int settle(Board *b) {
    int squares[MOST];
    Set ends[MOST];
    for (;;) {
        int n = loose(b, squares, ends);
        if (!n) return 0;
        if (n > 1 || (ends[0] & (ends[0] - 1))) return 1;
        flow(b, squares[0], first_of(ends[0]));
    }
}
static Set reach(const Board *b, int start) {
    const Plan *p = b->plan;
    Set here = bit(start);
    if (b->wet & here) return (spread(p, here) & ~b->deep) | here;
    Set lands = flood(p, here, p->full & ~b->wet);
    return ((lands | spread(p, lands)) & ~b->deep) | here;
}
static Set home(const Board *b, int wade) {
    const Plan *p = b->plan;
    Set pod = bit(p->pod);
    if (wade) return b->deep ? flood(p, pod, p->full & ~b->deep) : p->full;
    if (!b->wet) return p->full;
    Set lands = flood(p, pod, (p->full & ~b->wet) | pod);
    return lands | spread(p, lands);
}

/* Positions */

typedef struct { int8_t kind, square, other; } Move;
typedef struct {
    Board board;
    int8_t pawns[3], turn, settling, pumps, bags, unbags, wade, winner;
    int round;
} Position;

static int parts(const Position *p) { return p->pumps + p->bags + 2 * p->unbags; }
static int captains(const Position *p) { return p->settling || p->turn == CAPTAIN; }
static int compare_moves(Move a, Move b) {
    if (a.kind != b.kind) return a.kind - b.kind;
    if (a.square != b.square) return a.square - b.square;
    return a.other - b.other;
}
static int moves_within(const Position *p, Set placing, Set taking, Move *out) {
    Board *b = (Board *)&p->board;
    const Plan *plan = b->plan;
    int n = 0;
    if (p->settling) {
        int squares[MOST];
        Set ends[MOST];
        int found = loose(b, squares, ends);
        for (int i = 0; i < found; i++)
            for (Set rest = ends[i]; rest; rest &= rest - 1) out[n++] = (Move){FLOW, squares[i], first_of(rest)};
        return n;
    }
    Set dry = plan->full & ~b->wet & ~plan->bare;
    if (p->turn != CAPTAIN) {
        for (Set rest = reach(b, p->pawns[p->turn]); rest; rest &= rest - 1) {
            int square = first_of(rest);
            out[n++] = (Move){WALK, square, 0};
            if (placing & dry & bit(square) && b->sand[square] < HIGHEST) out[n++] = (Move){WALK, square, 1};
            if (taking & dry & bit(square) && b->sand[square]) out[n++] = (Move){WALK, square, -1};
        }
        return n;
    }
    if (p->pumps < 3 && !(p->bags == 2 && p->pumps))
        for (int leak = 0; leak < 2; leak++) {
            Set rests = rests_of(b, plan->leaks[leak]);
            if (!rests) rests = bit(plan->leaks[leak]);
            for (; rests; rests &= rests - 1) out[n++] = (Move){PUMP, plan->leaks[leak], first_of(rests)};
        }
    if (!p->unbags && p->bags < 2 && parts(p) < 3)
        for (Set rest = dry & placing; rest; rest &= rest - 1)
            if (b->sand[first_of(rest)] < HIGHEST) out[n++] = (Move){BAG, first_of(rest), 0};
    if (!p->unbags && !p->bags && p->pumps < 2)
        for (Set rest = dry & taking; rest; rest &= rest - 1)
            if (b->sand[first_of(rest)]) out[n++] = (Move){UNBAG, first_of(rest), 0};
    return n;
}
static int all_moves(const Position *p, Move *out) {
    return moves_within(p, p->board.plan->full, p->board.plan->full, out);
}
static int likely_moves(const Position *p, Move *out) {
    const Plan *plan = p->board.plan;
    Set fort = 0, room = plan->around_control[0] | plan->around_control[1];
    for (int i = 0; i < RINGS; i++) fort |= plan->around_pod[i];
    return p->turn == CAPTAIN ? moves_within(p, room, fort, out) : moves_within(p, fort, room, out);
}
static int verdict(const Position *p) {
    const Board *b = &p->board;
    Set crew = bit(p->pawns[0]) | bit(p->pawns[1]) | bit(p->pawns[2]);
    if (b->deep & (crew | bit(b->plan->pod))) return CAPTAIN_WINS;
    if ((b->deep || !p->wade) && crew & ~home(b, p->wade)) return CAPTAIN_WINS;
    return b->deep & bit(b->plan->control) ? CREW_WINS : 0;
}
static void play(const Position *before, Move move, Position *p) {
    *p = *before;
    Board *b = &p->board;
    switch (move.kind) {
    case WALK:
        p->pawns[p->turn] = move.square;
        if (move.other == 1) bag(b, move.square);
        if (move.other == -1) {
            unbag(b, move.square);
            p->settling = settle(b);
        }
        break;
    case PUMP:
        pour(b, move.other);
        p->pumps++;
        break;
    case BAG:
        bag(b, move.square);
        p->bags++;
        break;
    case UNBAG:
        unbag(b, move.square);
        p->unbags++;
        p->settling = settle(b);
        break;
    default:
        flow(b, move.square, move.other);
        p->settling = settle(b);
    }
    if (p->settling) return;
    p->winner = verdict(p);
    if (p->winner) return;
    if (p->turn != CAPTAIN) p->turn++;
    else if (parts(p) == 3) {
        p->turn = 0;
        p->round++;
        p->pumps = p->bags = p->unbags = 0;
    }
}

/* Judgement */

typedef struct { double lacking, soaked; int bare[SHORES]; } Ring;
typedef struct {
    double clock1, clock2, drowning, left;
    Ring rings[RINGS];
    int walls;
    Set safe, safe_later, walled;
} Glance;

static double lacks(const Board *b, Set ring, double soaked) {
    double found = 3.0 * count(ring);
    for (int level = 1; level < 4; level++) found -= count(ring & b->above[level]);
    return found + soaked * count(ring & b->wet & ~b->above[3]);
}
static int tongue(const Plan *p, Set top, Set barrier, Set goal) {
    Set free_ = p->full & ~barrier, reached = flood(p, p->source & top, top);
    Set new = (spread(p, reached) | p->source) & free_ & ~reached;
    for (int n = 0; n < FAR; n++) {
        if (reached & goal) return n;
        if (!new) break;
        reached = flood(p, reached | new, top | reached | new);
        new = spread(p, reached) & free_ & ~reached;
    }
    return FAR;
}
static Set threatened(const Board *b, int units, int wade) {
    const Plan *p = b->plan;
    const Set *above = b->above;
    Set found = 0;
    for (int level = 0; level < 4; level++) {
        Set upper = above[level + 1], region = flood(p, p->source, (p->full & ~upper) | p->source | b->wet);
        int left = units;
        for (int lower = 1; lower <= level; lower++) left -= count(region & ~above[lower]);
        if (left <= 0) break;
        Set free_ = ~above[level + 2] | b->wet, reached = flood(p, p->source & upper, upper & free_);
        for (; left; left--) {
            Set new = (spread(p, reached) | p->source) & ~upper & free_ & above[level] & ~reached;
            if (!new) break;
            reached = flood(p, reached | new, (upper & free_) | reached | new);
        }
        Set flooded = reached & ~upper;
        found |= wade ? flooded & b->wet : flooded & ~b->wet;
    }
    return found;
}
static Set safe_from(const Board *b, int units, int wade) {
    const Plan *p = b->plan;
    Set threat = threatened(b, units, wade), pod = bit(p->pod);
    if (!threat) return home(b, wade);
    if (wade) return flood(p, pod, (p->full & ~b->deep & ~threat) | pod);
    Set lands = flood(p, pod, (p->full & ~b->wet & ~threat) | pod);
    return lands | spread(p, lands);
}
static void look(const Board *b, int wade, Glance *g) {
    const Plan *p = b->plan;
    const Set *above = b->above;
    Set wet = b->wet, full = p->full, pod = bit(p->pod), control = bit(p->control);
    Set region = flood(p, p->source, (full & ~above[2]) | wet | p->source);
    int first = count(region & ~above[1]);
    g->clock1 = (double)(first + tongue(p, above[2], above[3], pod)) / PUMPS;
    Set shores[SHORES], free_ = (above[1] & ~above[2]) | wet, reached = flood(p, p->source, free_);
    for (int i = 0; i < SHORES; i++) {
        reached |= (spread(p, reached) | p->source) & ~above[1];
        reached = flood(p, reached, free_ | reached);
        shores[i] = reached & ~above[1];
    }
    for (int i = 0; i < RINGS; i++) {
        Set ring = p->around_pod[i];
        g->rings[i].lacking = lacks(b, ring, 4.0);
        g->rings[i].soaked = 4.0 * count(ring & wet & ~above[3]);
        for (int j = 0; j < SHORES; j++) g->rings[i].bare[j] = count(ring & shores[j]);
    }
    Set zone = flood(p, p->source, (full & ~above[3]) | wet | p->source), low = wet & ~above[3];
    Set outside = zone & ~(pod | p->around_pod[0] | p->around_pod[1]);
    int second = 2 * count(outside) - count(outside & above[1]) - count(outside & above[2]);
    Set near = p->around_control[0], beyond = p->around_control[1];
    double urgent = 1 / (1 + exp((first - 15.0) / 5));
    double one = urgent * lacks(b, near, 0) + 6.0 * count(near & low);
    double two = urgent * (lacks(b, beyond, 0) + 3) + 6.0 * count(beyond & low);
    double closing = two < one ? two : one;
    g->clock2 = (double)(second + 6) / PUMPS + 0.6 * closing;
    g->walls = 0;
    if (!(zone & pod)) {
        Set opened = (spread(p, zone) & above[3]) | zone;
        g->walls = flood(p, opened, (full & ~above[3]) | opened) & pod ? 1 : 2;
    }
    g->drowning = 0.0;
    if (zone & control && closing != 0.0) {
        double share = 1 - second / 20.0;
        g->drowning = 6.0 * (share > 0.0 ? share : 0.0);
    }
    g->safe = safe_from(b, PUMPS, wade);
    g->safe_later = safe_from(b, 3 * PUMPS, wade);
    g->walled = (flood(p, pod, (full & ~(zone & wet)) | pod) & ~zone) | pod;
    g->left = (double)first / PUMPS;
}
static int lost(const int *bare, int turns[][2], int n) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        int units = turns[i][0], more = bare[units - 1] - turns[i][1];
        if (more > found) {
            int zeros = 0;
            for (int j = 0; j < units; j++) zeros += bare[j] == 0;
            int least = more < units - zeros ? more : units - zeros;
            if (least > found) found = least;
        }
    }
    return found;
}
static double lacking_of(const Glance *g, const Position *p) {
    int his = p->turn == CAPTAIN, units = his ? PUMPS - parts(p) : PUMPS, bags = his ? 0 : CAPTAIN - p->turn;
    int turns[SHORES][2], n = 0;
    for (int at = units; at <= SHORES; at += PUMPS)
        if (at) {
            turns[n][0] = at;
            turns[n++][1] = bags + at - units;
        }
    double lacking = INFINITY;
    for (int order = 0; order < RINGS - 1; order++) {
        const Ring *inner = &g->rings[order];
        double gone = inner->lacking + 1.0 * (inner->soaked + 4.0 * lost(inner->bare, turns, n));
        for (int i = order + 1; i < RINGS; i++) {
            const Ring *outer = &g->rings[i];
            if (gone + outer->lacking < lacking) {
                int both[SHORES];
                for (int j = 0; j < SHORES; j++) both[j] = inner->bare[j] + outer->bare[j];
                double found = gone + outer->lacking + 4.0 * lost(both, turns, n);
                if (found < lacking) lacking = found;
            }
        }
    }
    return lacking;
}
static double judge_seen(const Position *p, const Glance *g) {
    const Board *b = &p->board;
    const Plan *plan = b->plan;
    double lacking = lacking_of(g, p), kept = 1.0;
    if (g->walls < 2) {
        double early = (g->clock1 + 1.0 * g->walls - lacking / 2.5) / 2.0;
        kept = 0.95 / (1 + exp(-early < 60.0 ? -early : 60.0));
    }
    double score = kept * (g->clock2 - 0.35 * lacking) + (1 - kept) * (g->clock1 - 30.0);
    score += g->drowning;
    Set crew[3];
    int n = 3;
    for (int i = 0; i < 3; i++) {
        crew[i] = bit(p->pawns[i]);
        if (!(crew[i] & g->safe)) score -= 8.0;
        if (!(crew[i] & g->safe_later)) score -= 2.0;
    }
    Set reached = g->walled, dry = plan->full & ~b->wet;
    for (int steps = 0; steps < FAR; steps++) {
        int kept_ = 0;
        for (int i = 0; i < n; i++) if (!(crew[i] & reached)) crew[kept_++] = crew[i];
        n = kept_;
        if (!n) break;
        double overdue = steps + 3.0 - g->left;
        if (overdue > 0) score -= n * 1.0 * (overdue < 3.0 ? overdue : 3.0);
        Set new = spread(plan, reached) & ~b->deep;
        reached |= new | flood(plan, new & dry, dry);
    }
    return score;
}
static double judge(const Position *p) {
    if (p->winner) return p->winner == CREW_WINS ? WON : -WON;
    Glance g;
    look(&p->board, p->wade, &g);
    return judge_seen(p, &g);
}

/* Search */

static int sight;
static double outlook_of(const Position *p) {
    sight--;
    double found = judge(p);
    if (p->turn == CAPTAIN && !p->winner) found -= 1 - parts(p) / 3.0;
    return found;
}
typedef struct {
    double outlook;
    int n;
    Move moves[LINE];
    Position after;
} Candidate;

static int compare_lines(const Candidate *a, const Candidate *b) {
    for (int i = 0; i < a->n && i < b->n; i++) {
        int found = compare_moves(a->moves[i], b->moves[i]);
        if (found) return found;
    }
    return a->n - b->n;
}
static int sorting_sign;
static int by_outlook(const void *one, const void *other) {
    const Candidate *a = *(Candidate *const *)one, *b = *(Candidate *const *)other;
    double left = -sorting_sign * a->outlook, right = -sorting_sign * b->outlook;
    if (left != right) return left < right ? -1 : 1;
    return compare_lines(a, b);
}
static void extend(const Candidate *from, Move move, Candidate *to) {
    to->n = from->n;
    memcpy(to->moves, from->moves, sizeof(Move) * from->n);
    if (to->n < LINE) to->moves[to->n++] = move;
    play(&from->after, move, &to->after);
    to->outlook = outlook_of(&to->after);
}

typedef struct { Candidate *own; Candidate **sorted; int n; } List;
static List new_list(void) {
    return (List){malloc(sizeof(Candidate) * MANY), malloc(sizeof(Candidate *) * MANY), 0};
}
static Candidate *add(List *list) {
    if (list->n == MANY) exit(3);
    list->sorted[list->n] = &list->own[list->n];
    return &list->own[list->n++];
}
static void sort_list(List *list, int sign) {
    sorting_sign = sign;
    qsort(list->sorted, list->n, sizeof(Candidate *), by_outlook);
}
static void ranked(const Position *p, const Move *moves, int n, List *out) {
    static Candidate none;
    none.n = 0;
    none.after = *p;
    out->n = 0;
    for (int i = 0; i < n; i++) extend(&none, moves[i], add(out));
    sort_list(out, captains(p) ? -1 : 1);
}

static uint64_t key_of(const Position *p) {
    uint64_t words[MOST / 4], hash = 1469598103934665603ULL;
    memcpy(words, p->board.sand, MOST);
    memcpy(words + MOST / 8, p->board.water, MOST);
    for (int i = 0; i < MOST / 4; i++) {
        hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    uint64_t rest = ((((uint64_t)p->pumps * 8 + p->bags) * 8 + p->unbags) * 2 + p->settling) * 4 + p->turn;
    for (int i = 0; i < 3; i++) rest = rest * 64 + p->pawns[i];
    hash = (hash ^ rest) * 0x9E3779B97F4A7C15ULL;
    return (hash ^ hash >> 32) | 1;
}
enum { KEYS = 1 << 15 };
static uint64_t keys[KEYS];
static int keys_used[KEYS], keys_n;
static int is_new(uint64_t key) {
    int at = key >> 40 & (KEYS - 1);
    while (keys[at]) {
        if (keys[at] == key) return 0;
        at = (at + 1) & (KEYS - 1);
    }
    keys[at] = key;
    keys_used[keys_n++] = at;
    return 1;
}
static void forget_keys(void) {
    while (keys_n) keys[keys_used[--keys_n]] = 0;
}

/* The captain's whole turns, sorted; a turn that wins is the only one. */
static void turns_of(const Position *p, int width, List *finished) {
    static List going, begun;
    if (!going.own) { going = new_list(); begun = new_list(); }
    finished->n = begun.n = 0;
    Candidate *start = add(&begun);
    start->n = 0;
    start->after = *p;
    while (begun.n) {
        going.n = 0;
        for (int i = 0; i < begun.n; i++) {
            Move moves[512];
            int n = likely_moves(&begun.own[i].after, moves);
            for (int j = 0; j < n; j++) {
                Position after;
                play(&begun.own[i].after, moves[j], &after);
                if (!is_new(key_of(&after))) continue;
                int same = !after.winner && captains(&after) && after.round == p->round;
                Candidate *found = add(same ? &going : finished);
                found->n = begun.own[i].n;
                memcpy(found->moves, begun.own[i].moves, sizeof(Move) * found->n);
                if (found->n < LINE) found->moves[found->n++] = moves[j];
                found->after = after;
                found->outlook = outlook_of(&after);
                if (after.winner == CAPTAIN_WINS) {
                    finished->own[0] = *found;
                    finished->sorted[0] = finished->own;
                    finished->n = 1;
                    forget_keys();
                    return;
                }
            }
        }
        forget_keys();
        sort_list(&going, -1);
        begun.n = 0;
        for (int i = 0; i < going.n && i < width; i++) *add(&begun) = *going.sorted[i];
    }
    sort_list(finished, -1);
}
static void captains_turn(const Position *p, int width, List *out) {
    turns_of(p, width, out);
    if (out->sorted[0]->outlook <= -DECIDED) return;
    Move moves[512];
    int n = all_moves(p, moves), far = 0;
    for (int i = 0; i < n; i++) {
        if (moves[i].kind != UNBAG) continue;
        Position after;
        play(p, moves[i], &after);
        if (after.winner != CAPTAIN_WINS) continue;
        if (!far++) out->n = 0;
        Candidate *found = add(out);
        found->outlook = -WON;
        found->n = 1;
        found->moves[0] = moves[i];
        found->after = after;
    }
}
/* `c` played on to the end of the captain's next turn; only its outlook and end change. */
static void ahead(Candidate *c, int width) {
    static List list;
    if (!list.own) list = new_list();
    while (!c->after.winner && c->after.turn != CAPTAIN) {
        Move moves[512];
        int n = likely_moves(&c->after, moves);
        ranked(&c->after, moves, n, &list);
        c->outlook = list.sorted[0]->outlook;
        c->after = list.sorted[0]->after;
    }
    if (!c->after.winner) {
        Position start = c->after;
        captains_turn(&start, width, &list);
        c->outlook = list.sorted[0]->outlook;
        c->after = list.sorted[0]->after;
    }
}

/* Choosing */

typedef struct {
    int budget;
    double temperature;
    int choices, careful, candidates, width, reply;
} Settings;
static const Settings levels[] = {
    {1000, 0.5, 5, 0, 0, 0, 0},
    {2000, 0.1, 3, 1, 0, 3, 0},
    {4000, 0.15, 3, 1, 3, 4, 2},
    {8000, 0.02, 5, 1, 6, 5, 3},
};
enum { CABIN_BOY, DECKHAND, FIRST_MATE, CAPTAINS };

static void considered(const Position *p, const Move *moves, int n, const Settings *s, List *out) {
    int sign = captains(p) ? -1 : 1;
    if (s->width && p->turn == CAPTAIN && !p->settling) captains_turn(p, s->width, out);
    else ranked(p, moves, n, out);
    if (sign * out->sorted[0]->outlook >= DECIDED || !s->reply) return;
    int lost_ = 1, kept = 0;
    for (int i = 0; i < out->n; i++) {
        if (kept && (sight <= 0 || (i >= s->candidates && !lost_))) break;
        ahead(out->sorted[i], s->reply);
        kept++;
        lost_ = lost_ && sign * out->sorted[i]->outlook <= -DECIDED;
    }
    out->n = kept;
    for (int i = 1; i < kept; i++) {
        Candidate *each = out->sorted[i];
        int j = i;
        for (; j && sign * out->sorted[j - 1]->outlook < sign * each->outlook; j--) out->sorted[j] = out->sorted[j - 1];
        out->sorted[j] = each;
    }
}
static int in_vain(const Position *start, const Candidate *c) {
    Position p = *start, next;
    Board b = p.board;
    int taken = -1;
    for (int i = 0; i < c->n && captains(&p); i++) {
        Move move = c->moves[i];
        if (move.kind == FLOW) return 0;
        if (move.kind == UNBAG) taken = move.square;
        else if (move.kind == PUMP) {
            Set rests = rests_of(&b, move.square);
            if (!((rests ? rests : bit(move.square)) & bit(move.other))) return 0;
            pour(&b, move.other);
        } else if (move.kind == BAG) bag(&b, move.square);
        play(&p, move, &next);
        p = next;
    }
    if (taken < 0 || captains(&p) || p.winner || p.board.wet & bit(taken)) return 0;
    for (int i = 0; i < 3; i++) if (reach(&p.board, p.pawns[i]) & bit(taken)) return 1;
    return 0;
}
static int loses_next(const Position *p, int me) {
    if (p->winner) return p->winner != me;
    if (captains(p) == (me == CAPTAIN_WINS)) return 0;
    Move moves[512];
    int n = all_moves(p, moves);
    for (int i = 0; i < n; i++) {
        Position after;
        play(p, moves[i], &after);
        if (after.winner == -me) return 1;
    }
    return 0;
}
static int loses_at_once(const Position *p, int me) {
    if (me == CREW_WINS && !p->winner && !captains(p)) {
        Position later = *p;
        later.turn = CAPTAIN;
        return loses_next(&later, me);
    }
    return loses_next(p, me);
}
static Move picked(const Position *p, const Settings *s, double (*draw)(void)) {
    static List list;
    static Candidate *best[MANY], *left[8];
    if (!list.own) list = new_list();
    Move moves[512];
    int n = all_moves(p, moves), me = captains(p) ? CAPTAIN_WINS : CREW_WINS, vain = 0;
    sight = s->budget;
    considered(p, moves, n, s, &list);
    for (int i = 0; i < list.n; i++) vain += in_vain(p, list.sorted[i]);
    if (vain == list.n) {
        int kept = 0;
        for (int i = 0; i < n; i++) if (moves[i].kind != UNBAG) moves[kept++] = moves[i];
        ranked(p, moves, kept, &list);
    }
    int found = 0;
    for (int i = 0; i < list.n; i++) {
        Candidate *each = list.sorted[i];
        if (in_vain(p, each)) continue;
        if (!s->careful && !captains(p) && each->moves[0].other < 0 && !each->after.winner) continue;
        int known = 0;
        for (int j = 0; j < found && !known; j++) known = !compare_moves(best[j]->moves[0], each->moves[0]);
        if (!known) best[found++] = each;
    }
    int choices = me * best[0]->outlook > -DECIDED ? s->choices : 1, lefts = 0, later = 0;
    for (; later < choices && later < found; later++) left[lefts++] = best[later];
    for (;;) {
        int most = 0, drawn;
        for (int i = 1; i < lefts; i++) if (me * left[i]->outlook > me * left[most]->outlook) most = i;
        double sums[8], total = 0;
        for (int i = 0; i < lefts; i++)
            sums[i] = total = total + exp((me * left[i]->outlook - me * left[most]->outlook) / s->temperature);
        double at = draw() * (total + 0.0);
        for (drawn = 0; drawn < lefts - 1 && sums[drawn] <= at; drawn++) {}
        Position after;
        play(p, left[drawn]->moves[0], &after);
        if (!s->careful || !loses_at_once(&after, me)) return left[drawn]->moves[0];
        for (int i = drawn + 1; i < lefts; i++) left[i - 1] = left[i];
        if (--lefts) continue;
        if (later == found) {
            for (int i = 0; i < found; i++) {
                play(p, best[i]->moves[0], &after);
                if (!loses_next(&after, me)) return best[i]->moves[0];
            }
            return best[0]->moves[0];
        }
        left[lefts++] = best[later++];
    }
}

/* Games */

static void begin(Position *p, int layout, int wade) {
    memset(p, 0, sizeof *p);
    p->board.plan = &plans[layout];
    p->board.above[0] = plans[layout].full;
    p->wade = wade;
    p->round = 1;
    for (int i = 0; i < 3; i++) p->pawns[i] = plans[layout].pod;
}

static int read_position(Position *p) {
    int layout, wade, turn, settling, pumps, bags, unbags, pawns[3];
    if (scanf("%d %d %d %d %d %d %d %d %d %d", &layout, &wade, &turn, &settling, &pumps, &bags, &unbags, &pawns[0],
              &pawns[1], &pawns[2]) != 10)
        return 0;
    begin(p, layout, wade);
    p->turn = turn;
    p->settling = settling;
    p->pumps = pumps;
    p->bags = bags;
    p->unbags = unbags;
    Board *b = &p->board;
    for (int i = 0; i < 3; i++) p->pawns[i] = pawns[i];
    for (int i = 0; i < b->plan->squares; i++) {
        int units;
        if (scanf("%d", &units) != 1) exit(1);
        for (int j = 0; j < units; j++) bag(b, i);
    }
    for (int i = 0; i < b->plan->squares; i++) {
        int units;
        if (scanf("%d", &units) != 1) exit(1);
        for (int j = 0; j < units; j++) pour(b, i);
    }
    return 1;
}

/* What the net sees: numbers in sixteenths, and each square in eight ways (bot/players/crackers/outlook.py). */

enum { FEATURES = 53, WAYS = 8 };
typedef struct {
    int16_t features[FEATURES], round, end;
    uint8_t squares[MOST], wade;
} Example;

static int within(double value, double least, double most) {
    return (int)lrint(16 * (value < least ? least : value > most ? most : value));
}
static int root(double value) {
    int whole = (int)lrint(value), found = 0;
    while ((found + 1) * (found + 1) <= 256 * whole) found++;
    return found;
}
static void see(const Position *p, Example *e) {
    const Board *b = &p->board;
    const Plan *plan = b->plan;
    Glance g;
    look(b, p->wade, &g);
    double outlook = judge_seen(p, &g);
    if (p->turn == CAPTAIN) outlook -= 1 - parts(p) / 3.0;
    const Set *above = b->above;
    Set wet = b->wet, dry = plan->full & ~wet, low = wet & ~above[3], pod = bit(plan->pod), control = bit(plan->control);
    Set zone = flood(plan, plan->source, (plan->full & ~above[3]) | wet | plan->source);
    Set outside = zone & ~(pod | plan->around_pod[0] | plan->around_pod[1]), crew[3], all = 0;
    Set lands = flood(plan, control, dry | control), podland = flood(plan, pod, dry | pod);
    int unsafe = 0, later = 0, out = 0, soaked = 0, can = 0;
    for (int i = 0; i < 3; i++) {
        all |= crew[i] = bit(p->pawns[i]);
        unsafe += !(crew[i] & g.safe);
        later += !(crew[i] & g.safe_later);
        out += !(crew[i] & g.walled);
        soaked += !!(crew[i] & wet);
        can += !!(crew[i] & (lands | spread(plan, lands)));
    }
    double least = INFINITY, next = INFINITY;
    for (int i = 0; i < RINGS; i++) {
        double each = g.rings[i].lacking;
        if (each < least) {
            next = least;
            least = each;
        } else if (each < next) next = each;
    }
    int16_t *f = e->features;
    *f++ = within(outlook / 10, -4, 6);
    *f++ = within(outlook / 10, -4, 0);
    *f++ = within((outlook - 15) / 10, 0, 4);
    *f++ = root(g.clock2);
    *f++ = within(g.clock2 / 10, 0, 6);
    *f++ = within(g.clock1 / 5, 0, 6);
    *f++ = within(g.clock1, 0, 4);
    *f++ = within(g.left / 5, 0, 6);
    *f++ = within(g.left, 0, 4);
    *f++ = within((least + next) / 10, 0, 6);
    *f++ = 16 * (g.walls == 1);
    *f++ = 16 * (g.walls == 2);
    *f++ = within(g.drowning, 0, 6);
    *f++ = 16 * unsafe;
    *f++ = 16 * (unsafe > 0);
    *f++ = 16 * later;
    *f++ = 16 * (later > 0);
    *f++ = 16 * out;
    *f++ = 16 * (out > 0);
    *f++ = 16 * (out > 1);
    *f++ = 16 * soaked;
    *f++ = p->turn == CAPTAIN ? 5 * parts(p) : 0;
    for (int i = 0; i < 3; i++) *f++ = 16 * (p->turn == i);
    *f++ = 16 * p->settling;
    for (int i = 0; i < RINGS; i++) {
        *f++ = 4 * count(plan->around_pod[i] & low);
        *f++ = 4 * g.rings[i].bare[2];
        *f++ = 2 * g.rings[i].bare[5];
    }
    for (int i = 0; i < 2; i++) {
        *f++ = 4 * count(plan->around_control[i] & low);
        *f++ = 4 * count(plan->around_control[i] & dry & ~above[1]);
    }
    *f++ = 16 * can;
    *f++ = 2 * count(lands);
    *f++ = 2 * count(podland);
    *f++ = 16 * !!(podland & control);
    *f++ = 2 * count(zone);
    *f++ = 2 * count(zone & above[1]);
    *f++ = 2 * count(zone & above[2]);
    *f++ = 2 * count(outside) - count(outside & above[1]) - count(outside & above[2]);
    *f++ = 16 * !!(zone & control);
    *f++ = 16 * p->wade;
    *f++ = 16 * !(wet & pod) * !(wet & control);
    if (f - e->features != FEATURES) exit(4);
    Set ways[WAYS] = {above[1], above[2], above[3], above[4], wet, b->deep, all, p->turn < 3 ? crew[p->turn] : 0};
    memset(e->squares, 0, MOST);
    for (int way = 0; way < WAYS; way++)
        for (Set rest = ways[way]; rest; rest &= rest - 1) e->squares[first_of(rest)] |= 1 << way;
    e->round = p->round;
    e->wade = p->wade;
}

enum { GIVEN = 8 };
static double given[GIVEN];
static int drawn_n;
static double draw_given(void) { return given[drawn_n++ % GIVEN]; }

/* Of each position that it reads, with a level and numbers to draw by: the outlook, the moves, and the choice. */
static void answer(void) {
    Position p;
    while (read_position(&p)) {
        int level;
        if (scanf("%d", &level) != 1) exit(1);
        for (int i = 0; i < GIVEN; i++) if (scanf("%lf", &given[i]) != 1) exit(1);
        drawn_n = 0;
        Move chosen = picked(&p, &levels[level], draw_given);
        sight = 1;
        printf("%d %d %d %.17g", chosen.kind, chosen.square, chosen.other, outlook_of(&p));
        Example e;
        see(&p, &e);
        for (int i = 0; i < FEATURES; i++) printf(" %d", e.features[i]);
        Move moves[512];
        int n = all_moves(&p, moves);
        for (int i = 0; i < n; i++) {
            Position after;
            play(&p, moves[i], &after);
            printf(" %d %d %d %.17g", moves[i].kind, moves[i].square, moves[i].other, outlook_of(&after));
        }
        printf("\n");
        fflush(stdout);
    }
}


/* The net: rows of weights that are added up, hidden units, and log-odds that fall with the rounds left. */

enum { HIDDEN = 16, LANES = HIDDEN + 1, KNOTS = 10, OUT = KNOTS + 1, BATCH = 128, EPOCHS = 16 };
static const int knots[KNOTS + 1] = {0, 2, 4, 7, 11, 16, 22, 30, 40, 55, 95};
#define LEAST 0.02f /* what each stretch of rounds takes off at least */
#define DECAY 0.05f
enum { ROWS = (FEATURES + WAYS * MOST) * LANES, BIAS = ROWS, HEADS = BIAS + LANES, BASE = HEADS + HIDDEN * OUT, ALL = BASE + OUT };
static float weight[ALL], moment[ALL], variance[ALL], slope[ALL], middle[FEATURES], width_of[FEATURES];

static void ramps(int left, float *found) {
    for (int i = 0; i < KNOTS; i++) {
        int most = knots[i + 1] - knots[i], in = left - knots[i];
        if (i == KNOTS - 1 && in > 0) most = in;
        found[i] = (float)(in < 0 ? 0 : in > most ? most : in) / (knots[i + 1] - knots[i]);
    }
}
static void answer_of(const Example *e, int squares, float *seen, float *lanes, float *out) {
    memcpy(lanes, weight + BIAS, sizeof(float) * LANES);
    memcpy(out, weight + BASE, sizeof(float) * OUT);
    for (int i = 0; i < FEATURES; i++) {
        seen[i] = (e->features[i] - middle[i]) / width_of[i];
        for (int j = 0; j < LANES; j++) lanes[j] += seen[i] * weight[i * LANES + j];
    }
    for (int square = 0; square < squares; square++)
        for (int rest = e->squares[square]; rest; rest &= rest - 1) {
            const float *row = weight + (FEATURES + square * WAYS + __builtin_ctz(rest)) * LANES;
            for (int j = 0; j < LANES; j++) lanes[j] += row[j];
        }
    out[0] += lanes[HIDDEN];
    for (int j = 0; j < HIDDEN; j++) {
        if (lanes[j] < 0) lanes[j] = 0;
        for (int k = 0; k < OUT; k++) out[k] += lanes[j] * weight[HEADS + j * OUT + k];
    }
}
static float odds_of(const float *out, const float *ramp) {
    float found = out[0];
    for (int i = 0; i < KNOTS; i++) found -= ramp[i] * (out[i + 1] > LEAST ? out[i + 1] : LEAST);
    return found;
}
static void learn_from(const Example *e, int squares, int rounds) {
    float seen[FEATURES], lanes[LANES], out[OUT], ramp[KNOTS], pull[OUT], down[LANES];
    answer_of(e, squares, seen, lanes, out);
    ramps(rounds - e->round + 1, ramp);
    pull[0] = (1 / (1 + expf(-odds_of(out, ramp))) - (rounds < e->end)) / BATCH;
    for (int i = 0; i < KNOTS; i++) {
        pull[i + 1] = -pull[0] * ramp[i];
        if (out[i + 1] <= LEAST && pull[i + 1] > 0) pull[i + 1] = 0;
    }
    for (int k = 0; k < OUT; k++) slope[BASE + k] += pull[k];
    for (int j = 0; j < HIDDEN; j++) {
        float sum = 0;
        for (int k = 0; k < OUT; k++) {
            slope[HEADS + j * OUT + k] += pull[k] * lanes[j];
            sum += pull[k] * weight[HEADS + j * OUT + k];
        }
        down[j] = lanes[j] > 0 ? sum : 0;
    }
    down[HIDDEN] = pull[0];
    for (int j = 0; j < LANES; j++) slope[BIAS + j] += down[j];
    for (int i = 0; i < FEATURES; i++)
        for (int j = 0; j < LANES; j++) slope[i * LANES + j] += seen[i] * down[j];
    for (int square = 0; square < squares; square++)
        for (int rest = e->squares[square]; rest; rest &= rest - 1) {
            float *row = slope + (FEATURES + square * WAYS + __builtin_ctz(rest)) * LANES;
            for (int j = 0; j < LANES; j++) row[j] += down[j];
        }
}
static void step(int number, float rate) {
    float one = 1 - powf(0.9f, number), two = 1 - powf(0.999f, number);
    for (int i = 0; i < ALL; i++) {
        moment[i] = 0.9f * moment[i] + 0.1f * slope[i];
        variance[i] = 0.999f * variance[i] + 0.001f * slope[i] * slope[i];
        float decay = i >= BIAS && i < HEADS ? 0 : i >= BASE ? 0 : DECAY;
        weight[i] -= rate * (moment[i] / one / (sqrtf(variance[i] / two) + 1e-8f) + decay * weight[i]);
        slope[i] = 0;
    }
}
static void fit(const Plan *plan, const Example *examples, int n) {
    memset(moment, 0, sizeof moment);
    memset(variance, 0, sizeof variance);
    memset(weight, 0, sizeof weight);
    for (int i = 0; i < FEATURES; i++) {
        double sum = 0, squared = 0;
        for (int j = 0; j < n; j++) {
            sum += examples[j].features[i];
            squared += (double)examples[j].features[i] * examples[j].features[i];
        }
        middle[i] = sum / n;
        width_of[i] = sqrt(fmax(squared / n - sum / n * (sum / n), 0));
        if (width_of[i] < 1) width_of[i] = 16;
    }
    for (int i = 0; i < BASE; i++)
        if (i < BIAS || i >= HEADS) weight[i] = (float)(uniform() * 2 - 1) * (i < FEATURES * LANES || i >= HEADS ? 0.1f : 0.05f);
    for (int i = 0; i < FEATURES + WAYS * MOST; i++) weight[i * LANES + HIDDEN] = 0;
    weight[BASE] = 5;
    for (int k = 1; k < OUT; k++) weight[BASE + k] = 1;
    int steps = (int)((double)EPOCHS * n / BATCH) + 1;
    for (int number = 1; number <= steps; number++) {
        for (int i = 0; i < BATCH; i++) {
            const Example *e = &examples[(int)(uniform() * n)];
            double share = uniform() < 0.6 ? 0.85 + 0.3 * uniform() : 0.5 + 1.2 * uniform();
            int rounds = (int)lrint(plan->even[e->wade] * share);
            if (rounds >= e->round) learn_from(e, plan->squares, rounds);
        }
        step(number, 0.002f * (1 - 0.97f * number / steps));
    }
}

/* Learning: games of equal players until the captain wins, or nearly for ever. */

/* Plays on from `p` to the end: the round in which the captain wins; beyond all if he doesn't. `seen` of its
 * positions go to `out`. */
static int end_of_game(Position *p, uint64_t number, int level, int longest, double at_random, double seen, Example *out, int most, int *n) {
    random_state = 88172645463325252ULL + number * 0x9E3779B97F4A7C15ULL;
    for (int i = 0; i < 10; i++) next_random();
    Position next;
    int from = *n;
    while (!p->winner && p->round <= longest) {
        Move move;
        if (at_random > 0 && uniform() < at_random) {
            Move moves[512];
            move = moves[(int)(uniform() * all_moves(p, moves))];
        } else move = picked(p, &levels[level], uniform);
        play(p, move, &next);
        *p = next;
        if (!p->winner && seen > 0 && *n < most && uniform() < seen) see(p, &out[(*n)++]);
    }
    int end = p->winner == CAPTAIN_WINS ? p->round : 30000;
    for (int i = from; i < *n; i++) out[i].end = end;
    return end;
}
static void put(double value) {
    int32_t whole = (int32_t)lrint(value);
    whole = whole > 32767 ? 32767 : whole < -32768 ? -32768 : whole;
    fwrite(&whole, sizeof whole, 1, stdout);
}
static void learn(int games, int seed) {
    int most = games * 60 + 1000;
    Example *examples = malloc(sizeof(Example) * most);
    for (int layout = 0; layout < LAYOUTS; layout++) {
        int n = 0;
        for (int game = 0; game < games / LAYOUTS; game++) {
            int kind = game % 10, level = kind < 8 ? FIRST_MATE : kind == 8 ? DECKHAND : CAPTAINS, wade = game / 10 % 5 != 4;
            Position p;
            begin(&p, layout, wade);
            end_of_game(&p, ((uint64_t)seed * 1000003 + game) * LAYOUTS + layout, level, 2 * plans[layout].even[1],
                        game / 50 % 2 ? 0.02 : 0, 0.25, examples, most, &n);
        }
        random_state = 88172645463325252ULL + seed;
        for (int i = 0; i < 10; i++) next_random();
        const Plan *plan = &plans[layout];
        fit(plan, examples, n);
        /* The numbers as the file has them, where features aren't moved to their middle. */
        double bias[LANES];
        for (int j = 0; j < LANES; j++) bias[j] = weight[BIAS + j];
        for (int i = 0; i < FEATURES + WAYS * plan->squares; i++)
            for (int j = 0; j < LANES; j++) {
                double each = weight[i * LANES + j] / (i < FEATURES ? width_of[i] : 1);
                if (i < FEATURES) bias[j] -= each * middle[i];
                put(4096 * each);
            }
        for (int j = 0; j < LANES; j++) put(256 * bias[j]);
        for (int i = 0; i < HIDDEN * OUT; i++) put(4096 * weight[HEADS + i]);
        for (int k = 0; k < OUT; k++) put(256 * weight[BASE + k]);
        fprintf(stderr, "%d positions\n", n);
    }
}

/* Of each position that it reads, with a level, a number of games, the longest they last and their seed: the
 * outlook at the end of the captain's next turn, and the round, from 1 on, in which he wins each game. */
static void play_on(void) {
    static Candidate next;
    Position p;
    while (read_position(&p)) {
        int level, games, longest, seed, none = 0;
        if (scanf("%d %d %d %d", &level, &games, &longest, &seed) != 4) exit(1);
        next.n = 0;
        next.after = p;
        ahead(&next, levels[level].width);
        printf("%.17g", next.outlook);
        for (int game = 0; game < games; game++) {
            Position last = p;
            printf(" %d", end_of_game(&last, (uint64_t)seed * 1000003 + game, level, longest, 0, 0, NULL, 0, &none));
        }
        printf("\n");
        fflush(stdout);
    }
}

static const char *reason(const Position *p) {
    if (!p->winner) return "held out";
    if (p->winner == CREW_WINS) return "captain drowned";
    for (int i = 0; i < 3; i++) if (p->board.deep & bit(p->pawns[i])) return "drowned";
    return p->board.deep & bit(p->board.plan->pod) ? "pod flooded" : "cut off";
}

/* `GAMES SEED` learns and writes the tables; `ends LAYOUT WADE LEVEL GAMES LONGEST SEED` says in which round the
 * captain wins games and how they end; `answer` answers; `on` plays on. */
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    read_plans();
    if (!strcmp(argv[1], "answer")) answer();
    else if (!strcmp(argv[1], "on")) play_on();
    else if (!strcmp(argv[1], "ends") && argc == 8) {
        int number[6], none = 0;
        for (int i = 0; i < 6; i++) number[i] = atoi(argv[i + 2]);
        for (int game = 0; game < number[3]; game++) {
            Position last;
            begin(&last, number[0], number[1]);
            int end = end_of_game(&last, (uint64_t)number[5] * 1000003 + game, number[2], number[4], 0, 0, NULL, 0, &none);
            printf("%d %s\n", end, reason(&last));
        }
    } else if (argc == 3) learn(atoi(argv[1]), atoi(argv[2]));
    else return 1;
    return 0;
}
