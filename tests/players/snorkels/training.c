/* Learns a judgement of Snorkels by playing itself: what tests/players/snorkels/training.py compiles and runs.
 *
 * Arguments: the number of games and a seed. Writes the numbers of the tables in bot/players/snorkels/net.py;
 * then, of each line of squares that it reads, what the net says after they were played.
 *
 * The net sees each square in one of CLASSES states (what is on it, and how many open tubes its group has; or
 * for whom an empty square is safe). Its hidden units come in eights, one for each symmetry of the board, and
 * share their weights; so what it says of a board is the same, turned or mirrored. It answers with a number
 * for each square (which to play) and one for the mover's chance. It learns from searches guided by itself:
 * the squares that these visit, and who won.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"

#pragma GCC optimize("O3")

typedef uint64_t Set;
enum { SIDE = 7, SQUARES = 49, CLASSES = 24, FILTERS = 16, TURNS = 8, UNITS = FILTERS * TURNS };
enum { MINE = 0, THEIRS = 6, STONE = 11, EMPTY = 12 };
enum { OUT = 50, VALUE = 49, LANES = UNITS + OUT, FEATURES = CLASSES * SQUARES + 1, BIAS = FEATURES - 1 };
enum { ORBITS = 10 };
enum { SIMULATIONS = 80, WINDOW = 500000, BATCH = 256, ROUND = 100, REUSE = 4 };

static Set beside[SQUARES], all = ((Set)1 << SQUARES) - 1, not_lowest, not_highest;
static int turned[TURNS][SQUARES], orbit[SQUARES], pair[SQUARES][SQUARES], pairs;

static int below(int n) { return (int)(uniform() * n); }
static int count(Set set) { return __builtin_popcountll(set); }
static int first(Set set) { return __builtin_ctzll(set); }
static int single(Set set) { return !(set & (set - 1)); }

/* Boards */

typedef struct { Set snorkels, beside; } Group;
typedef struct { Group own[25]; int n; } Side;
typedef struct { Side mine, theirs; Set empty, stones; } Board;

static Set last_tubes(const Side *side, Set empty) {
    Set found = 0;
    for (int i = 0; i < side->n; i++) {
        Set tubes = side->own[i].beside & empty;
        if (single(tubes)) found |= tubes;
    }
    return found;
}
static int is_safe(const Side *side, Set empty, int square) {
    Set bit = (Set)1 << square, tubes = beside[square];
    for (int i = 0; i < side->n; i++) if (side->own[i].beside & bit) tubes |= side->own[i].beside;
    return !single(tubes & empty & ~bit);
}
static Set two_beside(Set empty) {
    Set up = empty << 1 & not_lowest, down = empty >> 1 & not_highest;
    Set right = empty << SIDE & all, left = empty >> SIDE;
    return (up & down) | (right & left) | ((up | down) & (right | left));
}
static Set wider(Set set) {
    return (set << 1 & not_lowest) | (set >> 1 & not_highest) | (set << SIDE & all) | set >> SIDE;
}
static Set safe_squares(const Side *side, Set empty) {
    Set safe = two_beside(empty) & empty, doubtful = 0;
    for (int i = 0; i < side->n; i++) {
        Set tubes = side->own[i].beside & empty, fewer = tubes & (tubes - 1);
        if (fewer & (fewer - 1)) safe |= tubes; else doubtful |= tubes;
    }
    for (doubtful &= ~safe; doubtful; doubtful &= doubtful - 1)
        if (is_safe(side, empty, first(doubtful))) safe |= (Set)1 << first(doubtful);
    return safe;
}
static void join(Side *side, int square) {
    Set bit = (Set)1 << square;
    Group new = {bit, beside[square]};
    int n = 0;
    for (int i = 0; i < side->n; i++) {
        if (side->own[i].beside & bit) {
            new.snorkels |= side->own[i].snorkels;
            new.beside |= side->own[i].beside;
        } else side->own[n++] = side->own[i];
    }
    side->own[n++] = new;
    side->n = n;
}
static void play(const Board *before, int square, Board *after) {
    after->mine.n = before->theirs.n;
    memcpy(after->mine.own, before->theirs.own, sizeof(Group) * before->theirs.n);
    after->theirs.n = before->mine.n;
    memcpy(after->theirs.own, before->mine.own, sizeof(Group) * before->mine.n);
    after->stones = before->stones;
    join(&after->theirs, square);
    after->empty = before->empty ^ (Set)1 << square;
}
static int win_in_three(const Board *board) {
    Set attacks = 0, empty = board->empty;
    for (int i = 0; i < board->theirs.n; i++) {
        Set tubes = board->theirs.own[i].beside & empty;
        if (count(tubes) == 2) attacks |= tubes;
    }
    for (; attacks; attacks &= attacks - 1) {
        int square = first(attacks);
        Set left = empty ^ (Set)1 << square, last = 0;
        for (int i = 0; i < board->theirs.n; i++) {
            Set tubes = board->theirs.own[i].beside & left;
            if (single(tubes)) last |= tubes;
        }
        if ((!single(last) || !is_safe(&board->theirs, left, first(last))) && is_safe(&board->mine, empty, square))
            return 1;
    }
    if (count(two_beside(empty) & empty) > 5 || count(safe_squares(&board->theirs, empty)) > 13) return 0;
    for (Set safe = safe_squares(&board->mine, empty); safe; safe &= safe - 1)
        if (!safe_squares(&board->theirs, empty ^ (Set)1 << first(safe))) return 1;
    return 0;
}

/* The net */

enum { OF_FILTERS = 0, OF_FILTER_BIAS = FILTERS * CLASSES * SQUARES, OF_PAIRS = OF_FILTER_BIAS + FILTERS };
static int of_square_bias, of_value, of_value_bias, of_heads, of_chance, parameters;
static float *weight, *moment, *variance, *slope;
static float rows[FEATURES * LANES], row_slopes[FEATURES * LANES], heads[UNITS * OUT], head_slopes[UNITS * OUT];
static int row_of[FEATURES * LANES], head_of[UNITS * OUT];

static void lay_out(void) {
    for (int square = 0; square < SQUARES; square++) {
        int x = square / SIDE, y = square % SIDE;
        if (x) beside[square] |= (Set)1 << (square - SIDE);
        if (x < SIDE - 1) beside[square] |= (Set)1 << (square + SIDE);
        if (y) beside[square] |= (Set)1 << (square - 1); else not_lowest |= (Set)1 << square;
        if (y < SIDE - 1) beside[square] |= (Set)1 << (square + 1); else not_highest |= (Set)1 << square;
        for (int turn = 0; turn < TURNS; turn++) {
            int a = turn & 1 ? y : x, b = turn & 1 ? x : y;
            if (turn & 2) a = SIDE - 1 - a;
            if (turn & 4) b = SIDE - 1 - b;
            turned[turn][square] = a * SIDE + b;
        }
    }
    not_lowest = all & ~not_lowest;
    not_highest = all & ~not_highest;
    int orbits = 0;
    for (int square = 0; square < SQUARES; square++) {
        int least = square;
        for (int turn = 0; turn < TURNS; turn++) if (turned[turn][square] < least) least = turned[turn][square];
        orbit[square] = least == square ? orbits++ : orbit[least];
    }
    for (int one = 0; one < SQUARES; one++) for (int other = 0; other < SQUARES; other++) {
        int least = one * SQUARES + other;
        for (int turn = 0; turn < TURNS; turn++) {
            int same = turned[turn][one] * SQUARES + turned[turn][other];
            if (same < least) least = same;
        }
        pair[one][other] = least == one * SQUARES + other ? pairs++ : pair[least / SQUARES][least % SQUARES];
    }
    of_square_bias = OF_PAIRS + CLASSES * pairs;
    of_value = of_square_bias + ORBITS;
    of_value_bias = of_value + CLASSES * ORBITS;
    of_heads = of_value_bias + 1;
    of_chance = of_heads + FILTERS * SQUARES;
    parameters = of_chance + FILTERS;
    for (int unit = 0; unit < UNITS; unit++) {
        int filter = unit / TURNS, turn = unit % TURNS;
        for (int square = 0; square < SQUARES; square++) {
            head_of[unit * OUT + square] = of_heads + filter * SQUARES + turned[turn][square];
            for (int class = 0; class < CLASSES; class++)
                row_of[(class * SQUARES + square) * LANES + unit] = (filter * CLASSES + class) * SQUARES + turned[turn][square];
        }
        head_of[unit * OUT + VALUE] = of_chance + filter;
        row_of[BIAS * LANES + unit] = OF_FILTER_BIAS + filter;
    }
    for (int class = 0; class < CLASSES; class++) for (int square = 0; square < SQUARES; square++) {
        for (int other = 0; other < SQUARES; other++)
            row_of[(class * SQUARES + square) * LANES + UNITS + other] = OF_PAIRS + class * pairs + pair[square][other];
        row_of[(class * SQUARES + square) * LANES + UNITS + VALUE] = of_value + class * ORBITS + orbit[square];
    }
    for (int square = 0; square < SQUARES; square++) row_of[BIAS * LANES + UNITS + square] = of_square_bias + orbit[square];
    row_of[BIAS * LANES + UNITS + VALUE] = of_value_bias;
}
static void expand(void) {
    for (int i = 0; i < FEATURES * LANES; i++) rows[i] = weight[row_of[i]];
    for (int i = 0; i < UNITS * OUT; i++) heads[i] = weight[head_of[i]];
}

typedef struct { short n, feature[SQUARES + 1]; } Seen;

static void see(const Board *board, Seen *seen) {
    int n = 0;
    Set empty = board->empty;
    for (int i = 0; i < board->mine.n; i++) {
        int tubes = count(board->mine.own[i].beside & empty);
        int class = MINE + (tubes > 6 ? 6 : tubes) - 1;
        for (Set set = board->mine.own[i].snorkels; set; set &= set - 1) seen->feature[n++] = class * SQUARES + first(set);
    }
    for (int i = 0; i < board->theirs.n; i++) {
        int tubes = count(board->theirs.own[i].beside & empty);
        int class = THEIRS + (tubes > 6 ? 6 : tubes < 2 ? 2 : tubes) - 2;
        for (Set set = board->theirs.own[i].snorkels; set; set &= set - 1) seen->feature[n++] = class * SQUARES + first(set);
    }
    for (Set set = board->stones; set; set &= set - 1) seen->feature[n++] = STONE * SQUARES + first(set);
    Set near[3] = {empty, 0, 0}, safe[2] = {safe_squares(&board->mine, empty), safe_squares(&board->theirs, empty)};
    for (int i = 0; i < board->mine.n; i++) near[1] |= board->mine.own[i].beside & empty;
    for (int i = 0; i < board->theirs.n; i++) near[2] |= board->theirs.own[i].beside & empty;
    for (Set mine = near[1], theirs = near[2], rest = empty;;) {
        rest &= ~(mine | theirs);
        near[1] = (near[1] & ~mine) | (mine & ~theirs);
        near[2] = (near[2] & ~theirs) | (theirs & ~mine);
        mine = wider(near[1]) & rest;
        theirs = wider(near[2]) & rest;
        if (!(mine | theirs)) break;
        near[1] |= mine;
        near[2] |= theirs;
    }
    near[0] = empty & ~near[1] & ~near[2];
    for (int whose = 0; whose < 3; whose++) for (int kind = !whose; kind < 4; kind++) {
        Set set = near[whose] & (kind == 0 || kind == 1 ? safe[0] : ~safe[0]) & (kind == 0 || kind == 2 ? safe[1] : ~safe[1]);
        for (; set; set &= set - 1) seen->feature[n++] = (EMPTY + 4 * whose + kind) * SQUARES + first(set);
    }
    seen->feature[n++] = BIAS;
    seen->n = (short)n;
}
static void judge(const Seen *seen, float *sums, float *lit, float *out) {
    memset(sums, 0, sizeof(float) * LANES);
    for (int i = 0; i < seen->n; i++) {
        const float *row = rows + seen->feature[i] * LANES;
        for (int lane = 0; lane < LANES; lane++) sums[lane] += row[lane];
    }
    memcpy(out, sums + UNITS, sizeof(float) * OUT);
    for (int unit = 0; unit < UNITS; unit++) {
        float x = sums[unit] < 0 ? 0 : sums[unit] > 1 ? 1 : sums[unit];
        lit[unit] = x * x;
        if (x > 0) for (int lane = 0; lane < OUT; lane++) out[lane] += lit[unit] * heads[unit * OUT + lane];
    }
}

/* Search */

typedef struct {
    Board board;
    int n, visits, proven, square[SQUARES], node[SQUARES], tried[SQUARES], lost[SQUARES];
    float prior[SQUARES], won[SQUARES], chance;
} Node;
static const float UNSURE = 0.1f; /* This share of a prior is the same for all squares. */
static Node nodes[SIMULATIONS + 2];
static int used;

static int new_node(void) {
    Node *node = &nodes[used];
    const Board *board = &node->board;
    node->n = node->visits = node->proven = 0;
    node->chance = 0;
    if (last_tubes(&board->theirs, board->empty)) node->proven = 1;
    else {
        Set threats = last_tubes(&board->mine, board->empty), squares;
        if (threats) squares = single(threats) && is_safe(&board->mine, board->empty, first(threats)) ? threats : 0;
        else squares = safe_squares(&board->mine, board->empty);
        if (!squares) node->proven = -1;
        else if (!threats && win_in_three(board)) node->proven = 1;
        else {
            Seen seen;
            float sums[LANES], lit[UNITS], out[OUT], most = -1e9f, total = 0;
            see(board, &seen);
            judge(&seen, sums, lit, out);
            for (; squares; squares &= squares - 1) {
                int square = first(squares);
                node->square[node->n] = square;
                node->node[node->n] = node->tried[node->n] = node->lost[node->n] = 0;
                node->won[node->n] = 0;
                node->prior[node->n++] = out[square];
                if (out[square] > most) most = out[square];
            }
            for (int i = 0; i < node->n; i++) total += node->prior[i] = expf(node->prior[i] - most);
            for (int i = 0; i < node->n; i++) node->prior[i] = (1 - UNSURE) * node->prior[i] / total + UNSURE / (float)node->n;
            node->chance = 1 / (1 + expf(-out[VALUE]));
        }
    }
    if (node->proven) node->chance = node->proven > 0;
    return used++;
}
static float simulate(Node *node) {
    if (node->proven) return node->proven > 0;
    float sum = node->chance, most = -1e9f;
    int at = -1, tried = 1;
    for (int i = 0; i < node->n; i++) { sum += node->won[i]; tried += node->tried[i]; }
    float mean = sum / (float)tried, reach = 1.5f * sqrtf((float)tried);
    for (int i = 0; i < node->n; i++) {
        if (node->lost[i]) continue;
        float value = node->tried[i] ? node->won[i] / (float)node->tried[i] : mean - 0.1f;
        float score = value + reach * node->prior[i] / (float)(1 + node->tried[i]);
        if (score > most) { most = score; at = i; }
    }
    if (at < 0) { node->proven = -1; return 0; }
    float value;
    if (!node->node[at]) {
        play(&node->board, node->square[at], &nodes[used].board);
        node->node[at] = new_node();
        value = 1 - nodes[node->node[at]].chance;
    } else value = 1 - simulate(&nodes[node->node[at]]);
    node->tried[at]++;
    node->won[at] += value;
    int proven = nodes[node->node[at]].proven;
    if (proven < 0) { node->proven = 1; node->chance = 1; return 1; }
    if (proven > 0) {
        node->lost[at] = 1;
        int open = 0;
        for (int i = 0; i < node->n; i++) open += !node->lost[i];
        if (!open) { node->proven = -1; node->chance = 0; return 0; }
    }
    return value;
}

/* Games */

typedef struct { Seen seen; int ply; float chance, visited[SQUARES]; } Lesson;
static Lesson *lessons;
static long kept;

static double gamma_of(double shape) {
    double boost = 1;
    if (shape < 1) { boost = pow(uniform() + 1e-300, 1 / shape); shape += 1; }
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = sqrt(-2 * log(uniform() + 1e-300)) * cos(6.283185307179586 * uniform()), v = 1 + c * x;
        if (v <= 0) continue;
        v = v * v * v;
        if (log(uniform() + 1e-300) < 0.5 * x * x + d - d * v + d * log(v)) return d * v * boost;
    }
}
static Lesson own[SQUARES];
static int noted;

/* Keeps the game's lessons since the last slip; chance: what became of it, for the mover at ``ply``. */
static void keep(float chance, int ply) {
    for (int i = 0; i < noted; i++) {
        own[i].chance = 0.5f * own[i].chance + 0.5f * ((own[i].ply ^ ply) & 1 ? 1 - chance : chance);
        lessons[kept++ % WINDOW] = own[i];
    }
    noted = 0;
}
static void game(void) {
    static Board board, next;
    int random = uniform() < 0.5 ? below(36) : below(5), calm = uniform() < 0.4;
    memset(&board, 0, sizeof board);
    for (int stones = uniform() < 0.5 ? 0 : 1 + below(3); count(board.stones) < stones;) board.stones |= (Set)1 << below(SQUARES);
    board.empty = all & ~board.stones;
    for (int ply = 0;; ply++) {
        nodes[0].board = board;
        used = 0;
        new_node();
        Node *root = &nodes[0];
        if (root->proven) { keep(root->proven > 0, ply); return; }
        int at = below(root->n);
        if (ply >= random) {
            double noise[SQUARES], total = 0, most = -1, chosen = uniform();
            for (int i = 0; i < root->n; i++) total += noise[i] = gamma_of(10.0 / root->n);
            for (int i = 0; i < root->n; i++) root->prior[i] = 0.8f * root->prior[i] + (float)(0.2 * noise[i] / total);
            for (int i = 0; i < SIMULATIONS && !root->proven; i++) simulate(root);
            Lesson *lesson = &own[noted++];
            see(&board, &lesson->seen);
            memset(lesson->visited, 0, sizeof lesson->visited);
            float visits = 0, sum = root->chance, tried = 1;
            for (int i = 0; i < root->n; i++) {
                int good = root->proven > 0 ? root->node[i] && nodes[root->node[i]].proven < 0 : root->proven < 0 || !root->lost[i];
                if (good) visits += (lesson->visited[root->square[i]] = (float)root->tried[i]);
                sum += root->won[i];
                tried += (float)root->tried[i];
            }
            if (!visits) for (int i = 0; i < root->n; i++) if (!root->lost[i]) visits += (lesson->visited[root->square[i]] = 1);
            for (int i = 0; i < SQUARES; i++) lesson->visited[i] /= visits;
            lesson->chance = root->proven ? root->proven > 0 : sum / tried;
            lesson->ply = ply;
            if (root->proven && uniform() < 0.5) { keep(root->proven > 0, ply); return; }
            if (uniform() < 0.02) keep(lesson->chance, ply); /* A slip follows: from here on it's another game. */
            else for (int i = 0; i < root->n; i++) {
                double share = lesson->visited[root->square[i]];
                if (ply < 8 && !calm && !root->proven) {
                    if (share > 0 && chosen >= 0) { at = i; chosen -= share; }
                } else if (share > most) { most = share; at = i; }
            }
        }
        play(&board, root->square[at], &next);
        board = next;
    }
}

/* Learning */

static void learn_one(const Lesson *lesson) {
    float sums[LANES], lit[UNITS], out[OUT], back[LANES], total = 0, most = -1e9f;
    judge(&lesson->seen, sums, lit, out);
    /* Squares that can't be played sensibly take no part: they have no share, and aren't seen as a choice. */
    char possible[SQUARES];
    memset(possible, 1, sizeof possible);
    for (int i = 0; i < lesson->seen.n - 1; i++) {
        int class = lesson->seen.feature[i] / SQUARES;
        if (class < EMPTY || class % 4 > 1) possible[lesson->seen.feature[i] % SQUARES] = 0;
    }
    for (int i = 0; i < SQUARES; i++) {
        if (lesson->visited[i] > 0) possible[i] = 1;
        if (possible[i] && out[i] > most) most = out[i];
    }
    for (int i = 0; i < SQUARES; i++) total += possible[i] ? expf(out[i] - most) : 0;
    float *wrong = back + UNITS;
    for (int i = 0; i < SQUARES; i++) {
        float share = possible[i] ? expf(out[i] - most) / total : 0;
        wrong[i] = share - lesson->visited[i];
    }
    float chance = 1 / (1 + expf(-out[VALUE]));
    wrong[VALUE] = 1.5f * (chance - lesson->chance);
    for (int unit = 0; unit < UNITS; unit++) {
        float through = 0;
        back[unit] = 0;
        if (sums[unit] <= 0) continue;
        for (int lane = 0; lane < OUT; lane++) {
            head_slopes[unit * OUT + lane] += lit[unit] * wrong[lane];
            through += heads[unit * OUT + lane] * wrong[lane];
        }
        if (sums[unit] < 1) back[unit] = 2 * sums[unit] * through;
    }
    for (int i = 0; i < lesson->seen.n; i++) {
        float *row = row_slopes + lesson->seen.feature[i] * LANES;
        for (int lane = 0; lane < LANES; lane++) row[lane] += back[lane];
    }
}
static long steps;
static const float HIGHEST = 2.5f; /* So sums of 50 fit into 16 bits. */
static void learn(double rate) {
    long held = kept < WINDOW ? kept : WINDOW;
    memset(row_slopes, 0, sizeof row_slopes);
    memset(head_slopes, 0, sizeof head_slopes);
    memset(slope, 0, sizeof(float) * parameters);
    for (int i = 0; i < BATCH; i++) learn_one(&lessons[(long)(uniform() * (double)held)]);
    for (int i = 0; i < FEATURES * LANES; i++) slope[row_of[i]] += row_slopes[i];
    for (int i = 0; i < UNITS * OUT; i++) slope[head_of[i]] += head_slopes[i];
    steps++;
    double correct = sqrt(1 - pow(0.999, (double)steps)) / (1 - pow(0.9, (double)steps));
    for (int i = 0; i < parameters; i++) {
        float g = slope[i] / BATCH;
        moment[i] = 0.9f * moment[i] + 0.1f * g;
        variance[i] = 0.999f * variance[i] + 0.001f * g * g;
        weight[i] -= (float)(rate * correct) * moment[i] / (sqrtf(variance[i]) + 1e-8f);
        weight[i] -= (float)(rate * 1e-3) * weight[i];
        if (weight[i] > HIGHEST) weight[i] = HIGHEST;
        if (weight[i] < -HIGHEST) weight[i] = -HIGHEST;
    }
    expand();
}
/* Writes all weights as whole numbers, and rounds them to these. */
static void write_all(void) {
    for (int i = 0; i < parameters; i++) {
        float scale = i >= of_heads ? 64 : 256;
        int number = (int)lrintf(weight[i] * scale);
        weight[i] = (float)number / scale;
        fwrite(&number, sizeof number, 1, stdout);
    }
    expand();
}
/* For each line of squares: what the net says after they were played, to compare with the player's. */
static void compare(void) {
    static char line[1000];
    while (fgets(line, sizeof line, stdin)) {
        static Board board, next;
        memset(&board, 0, sizeof board);
        board.empty = all;
        char *at = line, *end;
        for (long square = strtol(at, &end, 10); end != at; square = strtol(at = end, &end, 10)) {
            play(&board, (int)square, &next);
            board = next;
        }
        Seen seen;
        float sums[LANES], lit[UNITS], out[OUT];
        see(&board, &seen);
        judge(&seen, sums, lit, out);
        for (int i = 0; i < OUT; i++) fprintf(stderr, "%.4f%c", (double)out[i], i < OUT - 1 ? ' ' : '\n');
    }
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    long games = atol(argv[1]);
    random_state = 88172645463325252ULL + 7919 * (uint64_t)atol(argv[2]);
    for (int i = 0; i < 20; i++) next_random();
    lay_out();
    float **all_floats[] = {&weight, &moment, &variance, &slope};
    for (int i = 0; i < 4; i++) *all_floats[i] = calloc((size_t)parameters, sizeof(float));
    lessons = malloc(sizeof(Lesson) * WINDOW);
    for (int i = 0; i < OF_FILTER_BIAS; i++) weight[i] = (float)((uniform() - 0.5) * 0.2);
    for (int i = 0; i < FILTERS; i++) weight[OF_FILTER_BIAS + i] = 0.3f;
    for (int i = of_heads; i < parameters; i++) weight[i] = (float)((uniform() - 0.5) * 0.2);
    expand();
    long taught = 0;
    for (long played = 0; played < games;) {
        for (int i = 0; i < ROUND && played < games; i++, played++) game();
        double done = (double)played / (double)games, rate = 2e-3 * (done < 0.5 ? 1 : 2 * (1 - done)) + 5e-5;
        for (; taught < kept * REUSE; taught += BATCH) learn(rate);
    }
    write_all();
    compare();
    return 0;
}
