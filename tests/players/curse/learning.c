/* Learns Captain's Curse by playing it against nobody: bot/players/curse/outlook.py has the same features.
 *
 * Arguments: games, seed. Standard input: the number of tides and of the first, and for each its land, its spare
 * sinkings, its sunk spaces, its number of lines, and each line's tide afterwards, spaces and spaces as bits, six
 * for each treasure; then what is hoped for, times 256, by sinkings left, charms and shapes; then for each line the
 * spaces beyond it, and those that have to sink before it is open. Standard output: the numbers of the file, as int.
 * With a third argument, a file of such numbers, it plays by them instead, and writes every turn: the dice, what it is
 * worth, and the sheet after it; with a fourth, as carefully as the player.
 *
 * The points are a sum of what is hoped for (bot/players/curse/prospects.py), of table entries, and of what a layer
 * of hidden units adds; the log-odds of the title are such a sum, too. After each game its turns are gone through
 * backwards: both move towards a mean of what came and of what was said next, less the luck of the dice, as far as
 * what is hoped for after a roll tells it. That averages to nothing, and leaves less to chance. Dry land earns points
 * of its own at first: else it's hardly ever seen, and the title never. Only +, -, * and / are used, each sum in a
 * fixed order, so that the result is the same everywhere.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEARNT_CAPTAIN 18.0 /* points for the title */
#define PLAYED_CAPTAIN 23.0 /* … as the player counts it (outlook.py) */
#define DRY 6.0 /* points for dry land at the beginning; none from the middle on */
#define DROWNED 60 /* points for the last land */
#define TABLE_RATE 0.5
#define TITLE_RATE 0.02
#define UNIT_RATE 0.02
#define LAST 0.02 /* of all rates, at the end */
#define OUTCOME 0.5 /* what came counts for so much beside what was said next */
#define POINTS 8 /* for 1 of the hidden units */
#define FORGET 1e-6 /* so much of what luck came to, with each step */
#define ROUNDS 3 /* of positions whose 36 rolls are tried */
#define ROUND_POSITIONS 1 /* in each round, for each game of before */
#define ROUND_TIMES 8 /* each is learnt from so often */
#define ROUND_RATE 0.5
#define OTHERS 2 /* turns that are learnt from beside the best, if there are as many */
#define NEAR 1.5 /* points that they may be worse */
#define LOOKS 2 /* turns that the player looks at more closely, and how near to the best they are */
#define LOOKS_NEAR 0.4
#define SHORTAGE 1.75 /* points for cells without spaces, at the beginning */
#define UNITS 64
#define LANES 16 /* units at a time */
#define SEEN 4 /* lines that are tried with a die */
#define HOPELESS 4 /* points that a die and column may seem worse than the best, and be learnt from */
#define PATTERN(free, column) ((int)((free) >> (6 * (column)) & 63))
#define COUNT(bits) __builtin_popcountll(bits)
#define FIRST(bits) __builtin_ctzll(bits)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

enum { /* where each table begins; of the title from TITLE on */
  KINDS, COLUMNS = KINDS + 3 * 84 * 84, PAIRS = COLUMNS + 6 * 7 * 64, CHARMS = PAIRS + 3 * 2401,
  LAND = CHARMS + 3 * 637, PRICES = LAND + 1768 * 5, GIFTS = PRICES + 7 * 490, ROOM = GIFTS + 12 * 37,
  GOALS = ROOM + 37 * 37, SAVED = GOALS + 7 * 10 * 29, TITLE = SAVED + 14 * 148, TIDE = TITLE + 13 * 9 * 48,
  HOPES = TIDE + 1768 * 4, LATE = HOPES + 13 * 14 * 48, LATEST = LATE + 1793, TABLES = LATEST + 1793
};
enum { /* the rows of weights that what is seen adds to the hidden units */
  SHAPE, FREE = SHAPE + 2 * 98, SUNK = FREE + 36, SPARE = SUNK + 36, DRYNESS = SPARE + 14, CROSS = DRYNESS + 37,
  CHARM = CROSS + 18, DOUBLE = CHARM + 7, CELL = DOUBLE + 7, PAR = CELL + 37, TWO = PAR + 48, OPEN = TWO + 29,
  PRICE = OPEN + 37, GIFT = PRICE + 490, HOPE = GIFT + 12, LINE = HOPE + 64, ROWS = LINE + 18 * 15
};

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));
typedef struct { lanes at[UNITS / LANES]; } Row;
typedef struct { int after, count; uint64_t takes; } Fall;
typedef struct { int land, spare, falls; uint64_t sunk; Fall fall[18]; } Tide;
typedef struct { int depth[6]; uint64_t free; int tide, charms, doubles, total, crosses, clean; } Sheet;
typedef struct { int value, charm, cursed; } Way;
typedef struct { int row[160], rows, table[40], tables, part, left, title[5]; float from; double luck; } Step;
typedef struct { double points, odds, worth; } Worth;
typedef struct { Sheet s; float points, won; } Position;

static Tide tides[2048];
static struct { uint64_t beyond, gates; } lines[18];
static int row_of[6][7], number_of[7][7][7];
static float par_of[84 * 84], hopes[14][4][84 * 84], table[TABLES], chances[2048];
static int known[ROWS]; /* whether it was ever seen */
static Row row[ROWS], bias, points_weight, title_weight;
static float points_bias, title_bias = -2;
static double dry, hopeless = 99, title_worth = LEARNT_CAPTAIN;
static uint64_t state;

static uint64_t next_random(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
static void scatter(Row *to, int rows) {
  for (int i = 0; i < rows * UNITS; i++) ((float *)to)[i] = ((float)(next_random() >> 40) / 8388608.f - 1) * .1f;
}

static double chance_of(double odds) {
  double power = 1 - MIN(MAX(odds, -15.9), 15.9) / 1024;
  for (int i = 0; i < 10; i++) power *= power;
  return 1 / (1 + power);
}
static double quick_chance(double odds) { return chances[(int)MIN(MAX((odds + 8) * 128, 0), 2047)]; }

static int cells_of(const int *depth) {
  return depth[0] + depth[1] + depth[2] + depth[3] + depth[4] + depth[5];
}
static int phase(int cells) { return cells == 36 ? 4 : MAX(0, cells / 6 - 1); }
/* Thirteen and seven parts of the game; the end, where little is left to loot, counts most. */
static int part_of(int cells) {
  if (cells > 30) return MIN(cells, 35) - 23;
  return (cells > 5) + (cells > 11) + (cells > 15) + (cells > 19) + (cells > 22) + (cells > 25) + (cells > 28);
}
static int seventh_of(int cells) {
  return (cells > 8) + (cells > 16) + (cells > 23) + (cells > 28) + (cells > 31) + (cells > 33);
}
static int quarter(int cells) { return (cells >= 16) + (cells >= 24) + (cells >= 31); }
static int spares(const Tide *tide) { return MIN(tide->spare, 12) + 1; }
static int regime(const Tide *tide) { return (tide->spare >= 0) + (tide->spare >= 3); }
static int saved(const Tide *tide, int cells, int charms) {
  return spares(tide) * 148 + cells * 4 + MIN(charms, 3);
}
static int kinds(const int *d) { return number_of[d[0]][d[2]][d[4]] * 84 + number_of[d[1]][d[3]][d[5]]; }
static int ready(int depth, int spaces, int clean) {
  return !clean ? 0 : depth == 6 ? 7 : spaces < 6 - depth ? 0 : depth + 1;
}
static int two(int one, int other) { return one == 7 ? 28 : one * (one + 1) / 2 + other; }
static void deepest(int found, int *one, int *other) {
  if (found > *one) { *other = *one; *one = found; } else if (found > *other) *other = found;
}
static int crosses_left(int crosses) { return MAX(9 - crosses, 0); } /* and one */
static int expected(double points) { return MIN(MAX((int)points - 76, 0), 47); }
static int shape_row(int c, int clean, int depth, int spaces) {
  return SHAPE + c % 2 * 98 + clean * 49 + depth * 7 + spaces;
}
/* Columns of one direction are alike. */
static int pair(int a, int mine, int b, int theirs) {
  if ((a ^ b) & 1) return PAIRS + 4802 + (a & 1 ? theirs * 49 + mine : mine * 49 + theirs);
  return PAIRS + (a & 1) * 2401 + MIN(mine, theirs) * 49 + MAX(mine, theirs);
}
static float hope(const Tide *tide, int charms, int shape) { return hopes[spares(tide)][MIN(charms, 3)][shape]; }
static int hoped(float points) { return MIN(MAX((int)points - 66, 0), 63); }

static void cheapest(const Tide *tide, uint64_t free, int *price, int *gift) {
  int best = 99, fewest = 6, second = 6, none = 0;
  for (int i = 0; i < tide->falls; i++) {
    int lost = COUNT(tide->fall[i].takes & free), key = lost * 10 + MIN(tide->fall[i].count, 9);
    none += !lost;
    if (key < best) { second = fewest; best = key; fewest = MIN(lost, 6); }
    else if (lost < second) second = lost;
  }
  *price = (fewest * 10 + (best == 99 ? 9 : best % 10)) * 7 + second;
  *gift = MIN(none, 11);
}

static void add(Row *to, const Row *more) { for (int i = 0; i < UNITS / LANES; i++) to->at[i] += more->at[i]; }
static void take(Row *from, const Row *less) { for (int i = 0; i < UNITS / LANES; i++) from->at[i] -= less->at[i]; }
static void add_bits(Row *to, int first, uint64_t bits) {
  for (; bits; bits &= bits - 1) add(to, &row[first + FIRST(bits)]);
}
static float sum_of(const lanes *each) {
  float sum[LANES];
  memcpy(sum, each, sizeof sum);
  for (int half = LANES / 2; half; half /= 2)
    for (int i = 0; i < half; i++) sum[i] += sum[i + half];
  return sum[0];
}
static void add_up(const Row *units, double *points, double *odds) {
  lanes one = {0}, other = {0}, zero = {0};
  for (int i = 0; i < UNITS / LANES; i++) {
    lanes on = (lanes)((whole)units->at[i] & (units->at[i] > zero));
    one += on * points_weight.at[i];
    other += on * title_weight.at[i];
  }
  *points = POINTS * (sum_of(&one) + points_bias);
  *odds = sum_of(&other) + title_bias;
}

/* Columns whose treasure is gone are as good as complete: what isn't marked in them will be crossed out. */
static void settle(Sheet *s) {
  for (int c = 0; c < 6; c++)
    if (!PATTERN(s->free, c) && s->depth[c] < 6) {
      s->total -= 6 - s->depth[c];
      s->crosses += 6 - s->depth[c];
      s->clean &= ~(1 << c);
      s->depth[c] = 6;
    }
}
static void sink(Sheet *s, const Fall *fall) {
  s->free &= ~fall->takes;
  s->tide = fall->after;
  settle(s);
}
static int line_row(int line, uint64_t sunk, uint64_t free) {
  uint64_t left = lines[line].beyond & ~sunk;
  return LINE + 15 * line + (left ? (lines[line].gates & ~sunk ? 8 : 1) + MIN(COUNT(left & free), 6) : 0);
}
static void add_lines(Row *to, uint64_t sunk, uint64_t free) {
  for (int i = 0; i < 18; i++) add(to, &row[line_row(i, sunk, free)]);
}
static void loot(Row *units, uint64_t sunk, uint64_t free, uint64_t looted) {
  for (uint64_t bits = free & looted; bits; bits &= bits - 1) take(units, &row[FREE + FIRST(bits)]);
  for (int i = 0; i < 18; i++)
    if (lines[i].beyond & ~sunk & free & looted) {
      take(units, &row[line_row(i, sunk, free)]);
      add(units, &row[line_row(i, sunk, free & ~looted)]);
    }
}
/* The entries for the title, but for what the points make of them; the last two matter once little is left. */
static void title_of(const Sheet *s, int cells, int perfect, int *at) {
  const Tide *tide = &tides[s->tide];
  int part = part_of(cells), cell = 35 - cells, spare = MIN(spares(tide), 7) - 1;
  at[0] = TITLE + (part * 9 + crosses_left(s->crosses) - 1) * 48;
  at[1] = HOPES + (part * 14 + spares(tide)) * 48;
  at[2] = TIDE + s->tide * 4 + quarter(cells);
  at[3] = LATE;
  at[4] = LATEST;
  if (cell > 7) return;
  at[3] += 1 + (((perfect == 28) * 7 + spare) * 8 + cell) * 16 + MIN(MAX(100 - s->total, 0), 15);
  at[4] += 1 + ((MIN(s->charms, 3) * 8 + MIN(COUNT(s->free), 8) - 1) * 7 + spare) * 8 + cell;
}
static float title_sum(const int *at, double points) {
  return table[at[0] + expected(points)] + table[at[1] + expected(points)] + table[at[2]] + table[at[3]] + table[at[4]];
}

/* What is seen of a sheet between two turns. */
static void look(const Sheet *s, Step *step) {
  int cells = cells_of(s->depth), part = part_of(cells), shape[6], one = 0, other = 0, price, gift, n = 0;
  int few = MIN(s->charms, 6), left = crosses_left(s->crosses);
  const Tide *tide = &tides[s->tide];
  int *at = step->row;
  cheapest(tide, s->free, &price, &gift);
  for (int c = 0; c < 6; c++) {
    int spaces = COUNT(PATTERN(s->free, c)), clean = s->clean >> c & 1;
    shape[c] = s->depth[c] * 7 + spaces;
    at[n++] = shape_row(c, clean, s->depth[c], spaces);
    deepest(ready(s->depth[c], spaces, clean), &one, &other);
  }
  for (uint64_t bits = s->free; bits; bits &= bits - 1) at[n++] = FREE + FIRST(bits);
  for (uint64_t bits = tide->sunk; bits; bits &= bits - 1) at[n++] = SUNK + FIRST(bits);
  step->from = (float)s->total + hope(tide, s->charms, kinds(s->depth));
  at[n++] = SPARE + spares(tide);
  at[n++] = DRYNESS + tide->land;
  at[n++] = CROSS + MIN(s->crosses, 17);
  at[n++] = CHARM + few;
  at[n++] = DOUBLE + s->doubles;
  at[n++] = CELL + cells;
  at[n++] = PAR + expected((float)s->total + par_of[kinds(s->depth)]);
  at[n++] = TWO + two(one, other);
  at[n++] = OPEN + COUNT(s->free);
  at[n++] = PRICE + price;
  at[n++] = GIFT + gift;
  at[n++] = HOPE + hoped(step->from);
  for (int i = 0; i < 18; i++) at[n++] = line_row(i, tide->sunk, s->free);
  step->rows = n;
  at = step->table;
  n = 0;
  at[n++] = KINDS + regime(tide) * 7056 + kinds(s->depth);
  for (int c = 0; c < 6; c++) at[n++] = COLUMNS + (c * 7 + s->depth[c]) * 64 + PATTERN(s->free, c);
  for (int a = 0; a < 6; a++)
    for (int b = a + 1; b < 6; b++) at[n++] = pair(a, shape[a], b, shape[b]);
  at[n++] = CHARMS + regime(tide) * 637 + (part * 7 + few) * 7 + s->doubles;
  at[n++] = LAND + s->tide * 5 + phase(cells);
  at[n++] = PRICES + seventh_of(cells) * 490 + price;
  at[n++] = GIFTS + gift * 37 + tide->land;
  at[n++] = ROOM + COUNT(s->free) * 37 + cells;
  at[n++] = GOALS + (seventh_of(cells) * 10 + left) * 29 + two(one, other);
  at[n++] = SAVED + saved(tide, cells, s->charms);
  step->tables = n;
  step->part = part;
  step->left = left && two(one, other) && tide->spare >= 0 ? left : 0;
  if (step->left) title_of(s, cells, two(one, other), step->title);
}
static Worth said(const Step *step, Row *units) {
  Worth found;
  double more;
  float sum = 0;
  *units = bias;
  for (int i = 0; i < step->rows; i++) add(units, &row[step->row[i]]);
  for (int i = 0; i < step->tables; i++) sum += table[step->table[i]];
  add_up(units, &more, &found.odds);
  found.points = step->from + sum + more;
  found.worth = found.points;
  if (!step->left) { found.odds = -99; return found; }
  found.odds += title_sum(step->title, found.points);
  found.worth += title_worth * quick_chance(found.odds);
  return found;
}

static int final_points(const Sheet *s) {
  return s->total - (36 - cells_of(s->depth)) - (tides[s->tide].land ? 0 : DROWNED);
}
static int captain(const Sheet *s) {
  int unmarked = 36 - cells_of(s->depth), perfect = 0;
  for (int c = 0; c < 6; c++) perfect |= s->depth[c] == 6 && s->clean >> c & 1;
  return perfect && final_points(s) >= 100 && s->crosses + unmarked <= 8 && tides[s->tide].land >= 15;
}
static double rewards(const Sheet *s) { return final_points(s) + dry * (tides[s->tide].land >= 15); }
static double ended(const Sheet *s) { return rewards(s) + title_worth * captain(s); }
static double worth(const Sheet *s) {
  if (!s->free) return ended(s);
  Step step;
  Row units;
  look(s, &step);
  return said(&step, &units).worth;
}

/* What stays the same, whatever is looted, if a line sinks. */
typedef struct { Sheet s; int spaces[6]; float alone[6], pair[6][6], rest; Row units; } Line;

/* Those that seem to cost least; line 0 is none. */
static int lines_of(const Sheet *s, int cursed, Line *line) {
  const Tide *tide = &tides[s->tide];
  int count = cursed ? 1 + tide->falls : 1, order[19] = {0}, costs[19];
  for (int l = 1; l < count; l++) {
    const Fall *fall = &tide->fall[l - 1];
    int at = l, fewer = spares(tide) - spares(&tides[fall->after]);
    int cost = 4 * COUNT(fall->takes & s->free) + fall->count + 6 * fewer;
    for (; at > 1 && costs[at - 1] > cost; at--) { costs[at] = costs[at - 1]; order[at] = order[at - 1]; }
    costs[at] = cost;
    order[at] = l;
  }
  count = MIN(count, 1 + SEEN);
  for (int place = 0; place < count; place++) {
    Line *here = &line[place];
    int l = order[place];
    here->s = *s;
    if (l) sink(&here->s, &tide->fall[l - 1]);
    const Sheet *then = &here->s;
    here->rest = 0;
    here->units = bias;
    add(&here->units, &row[DOUBLE + s->doubles]);
    add(&here->units, &row[SPARE + spares(&tides[then->tide])]);
    add(&here->units, &row[DRYNESS + tides[then->tide].land]);
    add_bits(&here->units, FREE, then->free);
    add_bits(&here->units, SUNK, tides[then->tide].sunk);
    add_lines(&here->units, tides[then->tide].sunk, then->free);
    for (int c = 0; c < 6; c++) {
      int free = PATTERN(then->free, c);
      here->spaces[c] = COUNT(free);
      here->rest += here->alone[c] = table[COLUMNS + (c * 7 + then->depth[c]) * 64 + free];
      add(&here->units, &row[shape_row(c, then->clean >> c & 1, then->depth[c], here->spaces[c])]);
    }
    for (int a = 0; a < 6; a++)
      for (int b = a + 1; b < 6; b++) {
        int mine = then->depth[a] * 7 + here->spaces[a], theirs = then->depth[b] * 7 + here->spaces[b];
        here->rest += here->pair[a][b] = here->pair[b][a] = table[pair(a, mine, b, theirs)];
      }
  }
  return count;
}

/* What can be hoped for at most once a die is taken for a column. */
static float hope_of(const Sheet *s, const Way *way, int c) {
  int deep = row_of[c][way->value] + 1, depth[6];
  if (deep <= s->depth[c] || !PATTERN(s->free, c)) return -1e9;
  memcpy(depth, s->depth, sizeof depth);
  depth[c] = deep;
  int spare = MAX(spares(&tides[s->tide]) - way->cursed, 0), charms = MIN(s->charms - way->charm, 3);
  return (float)(way->value - (deep - 1 - s->depth[c])) + hopes[spare][charms][kinds(depth)];
}

/* Turns that were tried; -1: nobody wants to know them. */
typedef struct { Sheet s; double worth; int action; } Tried;
static Tried tried_turns[4096];
static int tried_count = -1;

/* Those of a die in a column whose space is its last one that won't have sunk, or isn't. */
static double consider_spaces(const Sheet *s, const Way *way, int c, int deep, int skipped, const Line *here, int last,
                              double best, Sheet *out) {
  int pattern = PATTERN(s->free, c), stay = PATTERN(here->s.free, c), tried = 0;
  for (int bits = pattern; bits; bits &= bits - 1)
    if ((!(stay & ~(bits & -bits)) && deep < 6) == last) tried |= bits & -bits;
  if (!tried) return best;
  int dead = here->s.depth[c] - s->depth[c], gone = last ? 6 - deep : 0;
  Sheet after = here->s;
  after.depth[c] = deep + gone;
  after.charms -= way->charm;
  after.total += dead + way->value - skipped - gone;
  after.crosses += skipped + gone - dead;
  after.clean = (after.clean | (s->clean & 1 << c)) & ~((skipped + gone > 0) << c);
  const Tide *sea = &tides[after.tide];
  int cells = cells_of(after.depth), part = part_of(cells), seventh = seventh_of(cells), shape = kinds(after.depth);
  int left = crosses_left(after.crosses), few = MIN(after.charms, 6), clean = after.clean >> c & 1;
  float from = (float)after.total + hope(sea, after.charms, shape);
  Row base = here->units;
  add(&base, &row[CROSS + MIN(after.crosses, 17)]);
  add(&base, &row[CHARM + few]);
  add(&base, &row[CELL + cells]);
  add(&base, &row[PAR + expected((float)after.total + par_of[shape])]);
  add(&base, &row[HOPE + hoped(from)]);
  take(&base, &row[shape_row(c, here->s.clean >> c & 1, here->s.depth[c], here->spaces[c])]);
  float rest = from + here->rest - here->alone[c] + table[LAND + after.tide * 5 + phase(cells)];
  rest += table[KINDS + regime(sea) * 7056 + shape] + table[SAVED + saved(sea, cells, after.charms)];
  rest += table[CHARMS + regime(sea) * 637 + (part * 7 + few) * 7 + s->doubles];
  int first = 0, second = 0;
  for (int j = 0; j < 6; j++)
    if (j != c) {
      rest -= here->pair[c][j];
      deepest(ready(after.depth[j], here->spaces[j], after.clean >> j & 1), &first, &second);
    }
  for (int bits = tried; bits; bits &= bits - 1) {
    uint64_t looted = (uint64_t)(deep == 6 ? 63 : bits & -bits) << 6 * c;
    double found;
    after.free = here->s.free & ~looted;
    if (!after.free) found = ended(&after);
    else {
      int mine = COUNT(PATTERN(after.free, c)), price, gift, one = first, other = second, at[5];
      double more, odds;
      float sum = rest + table[COLUMNS + (c * 7 + after.depth[c]) * 64 + PATTERN(after.free, c)];
      for (int j = 0; j < 6; j++) {
        int theirs = after.depth[j] * 7 + here->spaces[j];
        if (j != c) sum += table[pair(c, after.depth[c] * 7 + mine, j, theirs)];
      }
      deepest(ready(after.depth[c], mine, clean), &one, &other);
      int perfect = two(one, other), open = COUNT(after.free);
      cheapest(sea, after.free, &price, &gift);
      sum += table[PRICES + seventh * 490 + price] + table[GIFTS + gift * 37 + sea->land];
      sum += table[ROOM + open * 37 + cells] + table[GOALS + (seventh * 10 + left) * 29 + perfect];
      Row units = base;
      add(&units, &row[shape_row(c, clean, after.depth[c], mine)]);
      loot(&units, sea->sunk, here->s.free, looted);
      add(&units, &row[TWO + perfect]);
      add(&units, &row[OPEN + open]);
      add(&units, &row[PRICE + price]);
      add(&units, &row[GIFT + gift]);
      add_up(&units, &more, &odds);
      found = sum + more;
      if (left && perfect && sea->spare >= 0) {
        title_of(&after, cells, perfect, at);
        odds += title_sum(at, found);
        found += title_worth * quick_chance(odds);
      }
    }
    if (found > best) { best = found; *out = after; }
    if (tried_count >= 0 && tried_count < 4096) {
      int die = (way->value * 2 + way->charm) * 2 + way->cursed;
      tried_turns[tried_count++] = (Tried){after, found, (die * 6 + c) * 6 + (deep == 6 ? 0 : FIRST(bits))};
    }
    if (deep == 6) break;
  }
  return best;
}

/* The worth of the best play of any of the ways, if it beats ``best``; then ``out`` is the sheet after it. */
static double consider(const Sheet *s, const Way *ways, int count, double best, Sheet *out) {
  int cursed = 0;
  for (int i = 0; i < count; i++) cursed |= ways[i].cursed;
  static Line line[1 + SEEN];
  int seen = lines_of(s, cursed, line);
  float quick[6][6], quickest = -1e9;
  for (int c = 0; c < 6; c++)
    for (int w = 0; w < count; w++) {
      quick[c][w] = hope_of(s, &ways[w], c);
      quickest = MAX(quickest, quick[c][w]);
    }
  for (int c = 0; c < 6; c++)
    for (int w = 0; w < count; w++) {
      int deep = row_of[c][ways[w].value] + 1, skipped = deep - 1 - s->depth[c];
      if (quick[c][w] < quickest - hopeless || quick[c][w] < -1e8) continue;
      int sinks = ways[w].cursed && seen > 1;
      for (int l = sinks; l < (sinks ? seen : 1); l++)
        for (int last = 0; last < 2; last++)
          best = consider_spaces(s, &ways[w], c, deep, skipped, &line[l], last, best, out);
    }
  return best;
}

static int fits(const Sheet *s, int value) {
  for (int c = 0; c < 6; c++)
    if (row_of[c][value] >= s->depth[c] && PATTERN(s->free, c)) return 1;
  return 0;
}

/* What columns are worth if the island never sinks, and the tables at the beginning. */
static void begin(void) {
  for (int cells = 35; cells >= 0; cells--)
    for (int at = 0; at < 117649; at++) {
      int d[6], left = at;
      for (int c = 0; c < 6; c++, left /= 7) d[c] = left % 7;
      if (cells_of(d) != cells || d[0] > d[2] || d[2] > d[4] || d[1] > d[3] || d[3] > d[5]) continue;
      double best[7], sum = 0;
      int rolls = 0;
      for (int value = 1; value <= 6; value++) {
        best[value] = -1e9;
        for (int c = 0; c < 6; c++) {
          int deep = row_of[c][value] + 1, depth = d[c];
          if (deep <= depth) continue;
          d[c] = deep;
          double found = value - (deep - 1 - depth) + par_of[kinds(d)];
          d[c] = depth;
          best[value] = MAX(best[value], found);
        }
      }
      for (int white = 1; white <= 6; white++)
        for (int black = 1; black <= 6; black++) {
          double found = MAX(best[white], best[black]);
          if (found > -1e8) { sum += found; rolls++; }
        }
      par_of[kinds(d)] = (float)(int)(sum / rolls * 32 + .5) / 32;
    }
  for (int i = 0; i < 6 * 7 * 64; i++) {
    int cells = 6 - i / 64 % 7, lacking = MAX(cells - COUNT(i % 64), 0);
    table[COLUMNS + i] = cells ? (float)(-SHORTAGE * lacking * lacking / cells) : 0;
  }
  scatter(&row[SHAPE], FREE - SHAPE);
  scatter(&row[SPARE], PAR - SPARE);
  scatter(&points_weight, 1);
  scatter(&title_weight, 1);
}

/* The sheet after the best turn, and what it is worth. */
static Sheet turn(Sheet s, int white, int black, int fresh, double *best) {
  Way ways[6];
  int count = 0;
  Sheet out = s;
  s.charms += fresh;
  s.doubles += fresh;
  if (!fresh) ways[count++] = (Way){white, 0, 0};
  ways[count++] = (Way){black, 0, 1};
  for (int die = 0; die < 2 && white != black && s.charms; die++)
    for (int change = 0; change < 2; change++)
      ways[count++] = (Way){((die ? black : white) + (change ? 4 : 0)) % 6 + 1, 1, die};
  *best = consider(&s, ways, count, -1e9, &out);
  if (fits(&s, white) || fits(&s, black)) return out;
  const Tide *tide = &tides[s.tide];
  for (int i = 0; i < MAX(tide->falls, 1); i++) {
    Sheet after = s;
    if (tide->falls) sink(&after, &tide->fall[i]);
    double found = worth(&after);
    if (found > *best) { *best = found; out = after; }
  }
  return out;
}

/* By how much more can be hoped for after a roll than after the mean of all. */
static double luck_of(const Sheet *s, int seen, int rolled) {
  float best[3][2][7], sum = 0, found = 0; /* charms: one fewer, as many, one more; die; value */
  int fit[7];
  for (int value = 1; value <= 6; value++) {
    fit[value] = fits(s, value);
    for (int charm = 1; charm >= -1; charm--)
      for (int cursed = 0; cursed < 2; cursed++) {
        float *most = &best[1 - charm][cursed][value];
        *most = -1e9;
        for (int c = 0; c < 6 && charm <= s->charms; c++)
          *most = MAX(*most, hope_of(s, &(Way){value, charm, cursed}, c));
      }
  }
  for (int roll = 0; roll < 36; roll++) {
    int white = roll / 6 + 1, black = roll % 6 + 1, fresh = white == black && !(seen >> white & 1);
    float now = fresh ? best[2][1][white] : MAX(best[1][0][white], best[1][1][black]);
    for (int change = 0; change < 2 && white != black && s->charms; change++) {
      now = MAX(now, best[0][0][(white + (change ? 4 : 0)) % 6 + 1]);
      now = MAX(now, best[0][1][(black + (change ? 4 : 0)) % 6 + 1]);
    }
    if (!fit[white] && !fit[black]) {
      int spare = MAX(spares(&tides[s->tide]) - 1, 0);
      now = MAX(now, hopes[spare][MIN(s->charms + fresh, 3)][kinds(s->depth)]);
    }
    sum += now;
    if (roll == rolled) found = now;
  }
  return found - sum / 36;
}

/* How much of a roll's luck comes out in the end: by parts of the game, and by the chance for the title. */
typedef struct { double sum, squares; } Share;
static Share points_share[13], title_share[13][10];
static double earned(Share *share, double luck, double surprise) {
  double found = share->squares > 100 ? share->sum / share->squares * luck : 0;
  share->sum += surprise * luck;
  share->squares += luck * luck;
  share->sum -= share->sum * FORGET;
  share->squares -= share->squares * FORGET;
  return found;
}

static void move(const Step *step, const Row *seen, Worth now, double error, double surprise, double rate) {
  lanes zero = {0};
  Row units = *seen;
  if (step->left) {
    for (int j = 0; j < 5; j++)
      table[step->title[j] + (j < 2 ? expected(now.points) : 0)] += (float)(TITLE_RATE * rate * surprise);
  }
  for (int j = 0; j < step->tables; j++) table[step->table[j]] += (float)(TABLE_RATE * rate / step->tables * error);
  float one = (float)(UNIT_RATE * rate * MIN(MAX(error / POINTS, -3), 3));
  float other = (float)(2 * UNIT_RATE * rate * surprise);
  for (int j = 0; j < UNITS / LANES; j++) {
    whole on = units.at[j] > zero;
    lanes active = (lanes)((whole)units.at[j] & on);
    units.at[j] = (lanes)((whole)(points_weight.at[j] * one + title_weight.at[j] * other) & on);
    points_weight.at[j] += active * one;
    title_weight.at[j] += active * other;
  }
  points_bias += one;
  title_bias += other;
  add(&bias, &units);
  for (int j = 0; j < step->rows; j++) {
    add(&row[step->row[j]], &units);
    known[step->row[j]] = 1;
  }
}

static void learn(const Sheet *end, const Step *steps, int count, double rate) {
  double points = rewards(end), won = captain(end);
  for (int i = count - 1; i >= 0; i--) {
    const Step *step = &steps[i];
    Row units;
    Worth now = said(step, &units);
    double chance = step->left ? chance_of(now.odds) : 0;
    points -= earned(&points_share[step->part], step->luck, points - now.points);
    if (step->left) won -= earned(&title_share[step->part][(int)(chance * 9.99)], step->luck, won - chance);
    move(step, &units, now, points - now.points, step->left ? won - chance : 0, rate);
    points = OUTCOME * points + (1 - OUTCOME) * now.points;
    won = OUTCOME * won + (1 - OUTCOME) * chance;
  }
}

/* The best of what can be made of a sheet before a roll, as far as the tables tell. */
static Worth stands(const Sheet *s) {
  if (!s->free) return (Worth){rewards(s), 0, ended(s)};
  Step step;
  Row units;
  look(s, &step);
  return said(&step, &units);
}
static Worth with_die(const Sheet *s, int value, int charm, int cursed) {
  Sheet out;
  if (!fits(s, value)) return (Worth){0, 0, -1e9};
  consider(s, &(Way){value, charm, cursed}, 1, -1e9, &out);
  return stands(&out);
}
static Sheet after_pass(const Sheet *s) {
  const Tide *tide = &tides[s->tide];
  Sheet best = *s;
  double most = -1e9;
  for (int i = 0; i < tide->falls; i++) {
    Sheet after = *s;
    sink(&after, &tide->fall[i]);
    double found = worth(&after);
    if (found > most) { most = found; best = after; }
  }
  return best;
}
static Worth passed(const Sheet *s) {
  Sheet after = after_pass(s);
  return stands(&after);
}
static void better(Worth *best, Worth other) { if (other.worth > best->worth) *best = other; }

/* What a sheet comes to on average, if the best is made of each roll; the title's part in points, too. */
static Position averaged(const Sheet *s, int seen) {
  Worth best[3][2][7], pass = passed(s); /* charms: one fewer, as many, one more; die; value */
  double points = 0, worth = 0;
  Sheet more = *s;
  more.charms++;
  more.doubles++;
  for (int value = 1; value <= 6; value++) {
    for (int cursed = 0; cursed < 2; cursed++) {
      best[1][cursed][value] = with_die(s, value, 0, cursed);
      if (s->charms) best[0][cursed][value] = with_die(s, value, 1, cursed);
    }
    if (!(seen >> value & 1)) best[2][1][value] = fits(s, value) ? with_die(&more, value, 0, 1) : passed(&more);
  }
  for (int white = 1; white <= 6; white++)
    for (int black = 1; black <= 6; black++) {
      Worth now = best[1][0][white];
      if (white == black && !(seen >> white & 1)) now = best[2][1][white];
      else better(&now, best[1][1][black]);
      for (int change = 0; change < 2 && white != black && s->charms; change++) {
        better(&now, best[0][0][(white + (change ? 4 : 0)) % 6 + 1]);
        better(&now, best[0][1][(black + (change ? 4 : 0)) % 6 + 1]);
      }
      if (!fits(s, white) && !fits(s, black) && (white != black || seen >> white & 1)) better(&now, pass);
      points += now.points;
      worth += now.worth;
    }
  return (Position){*s, (float)(points / 36), (float)((worth - points) / 36 / title_worth)};
}

/* The one of the best that comes to most if all rolls are tried, as the player chooses (choosing.py). */
static const Tried *looked(Tried *found, int count, int seen) {
  int near = 0, chosen = 0;
  for (; near < MIN(LOOKS, count); near++) {
    int most = near;
    for (int i = near; i < count; i++) if (found[i].worth > found[most].worth) most = i;
    Tried swap = found[near];
    found[near] = found[most];
    found[most] = swap;
    if (found[near].worth <= found[0].worth - LOOKS_NEAR) break;
  }
  for (int i = 0; i < near && near > 1; i++) {
    if (!found[i].s.free) continue;
    Position all = averaged(&found[i].s, seen);
    found[i].worth = all.points + title_worth * all.won;
  }
  for (int i = 1; i < near; i++) if (found[i].worth > found[chosen].worth) chosen = i;
  return &found[chosen];
}
/* The turn that is chosen so: a die, column and space with the line that seems best, and then the line. */
static Sheet careful_turn(Sheet s, int white, int black, int fresh, int seen) {
  double best;
  int count = 0;
  tried_count = 0;
  hopeless = 99;
  Sheet after = turn(s, white, black, fresh, &best);
  for (int i = 0; i < tried_count; i++) {
    int at = 0;
    while (at < count && tried_turns[at].action != tried_turns[i].action) at++;
    if (at == count) tried_turns[count++] = tried_turns[i];
    else if (tried_turns[i].worth > tried_turns[at].worth) tried_turns[at] = tried_turns[i];
  }
  tried_count = -1;
  hopeless = HOPELESS;
  s.charms += fresh;
  s.doubles += fresh;
  if (!fits(&s, white) && !fits(&s, black)) {
    after = after_pass(&s);
    tried_turns[count++] = (Tried){after, worth(&after), -1};
  }
  const Tried *found = looked(tried_turns, count, seen);
  int action = found->action, c = action / 6 % 6, die = action / 36, value = die / 4, cursed = die % 2;
  if (action >= 0 && !cursed) return found->s;
  if (action >= 0) {
    int deep = row_of[c][value] + 1, skipped = deep - 1 - s.depth[c];
    s.depth[c] = deep;
    s.charms -= die / 2 % 2;
    s.total += value - skipped;
    s.crosses += skipped;
    s.clean &= ~((skipped > 0) << c);
    s.free &= ~((uint64_t)(deep == 6 ? 63 : 1 << action % 6) << 6 * c);
  }
  const Tide *tide = &tides[s.tide];
  after = s;
  if (!tide->falls) { settle(&after); return after; }
  for (int i = 0; i < tide->falls; i++) {
    after = s;
    sink(&after, &tide->fall[i]);
    tried_turns[i] = (Tried){after, worth(&after), i};
  }
  return looked(tried_turns, tide->falls, seen)->s;
}

/* Plays until there are so many positions, each after a turn that was the best or nearly: what they come to. */
static void explore(int first, Position *found, long wanted) {
  for (long count = 0; count < wanted;) {
    Sheet s = {.free = (1ull << 36) - 1, .tide = first, .clean = 63};
    for (int seen = 0; s.free && count < wanted;) {
      int roll = (int)((next_random() >> 33) % 36), white = roll / 6 + 1, black = roll % 6 + 1;
      int fresh = white == black && !(seen >> white & 1), near = 0;
      double best;
      tried_count = 0;
      s = turn(s, white, black, fresh, &best);
      seen |= fresh << white;
      for (int i = 0; i < tried_count; i++)
        if (tried_turns[i].s.free && tried_turns[i].worth < best && tried_turns[i].worth > best - NEAR)
          tried_turns[near++] = tried_turns[i];
      tried_count = -1;
      if (s.free) found[count++] = averaged(&s, seen);
      for (int i = 0; i < OTHERS && near && count < wanted; i++) {
        int at = (int)((next_random() >> 33) % (uint64_t)near);
        found[count++] = averaged(&tried_turns[at].s, seen);
        tried_turns[at] = tried_turns[--near];
      }
    }
  }
}

static int careful; /* whether turns are looked at more closely */

/* Plays a game; the steps between its turns are kept, and its turns written if anybody wants to read them. */
static Sheet game(int first, Step *steps, int *count, FILE *told) {
  Sheet s = {.free = (1ull << 36) - 1, .tide = first, .clean = 63};
  int seen = 0;
  for (*count = 0; *count < 512;) {
    int roll = (int)((next_random() >> 33) % 36), white = roll / 6 + 1, black = roll % 6 + 1;
    int fresh = white == black && !(seen >> white & 1);
    double best;
    if (*count) steps[*count - 1].luck = luck_of(&s, seen, roll);
    if (careful) {
      s = careful_turn(s, white, black, fresh, seen | fresh << white);
      best = worth(&s);
    } else s = turn(s, white, black, fresh, &best);
    seen |= fresh << white;
    if (told) {
      fprintf(told, "%d %d %.3f", white, black, best);
      for (int c = 0; c < 6; c++) fprintf(told, " %d", s.depth[c]);
      fprintf(told, " %llu %d %d\n", (unsigned long long)s.free, s.tide, s.charms);
    }
    if (!s.free) break;
    look(&s, &steps[(*count)++]);
  }
  if (told) fprintf(told, "end %d %d\n", final_points(&s), captain(&s));
  return s;
}

/* All numbers of the file, each as a float and how many make 1; written to, or read from, a file of int. */
static int numbers(FILE *file, int reading) {
  struct { float *from; int count, unit; } part[] = {
    {par_of, 84 * 84, 256}, {table, TABLES, 256}, {(float *)row, ROWS * UNITS, 128}, {(float *)&bias, UNITS, 128},
    {(float *)&points_weight, UNITS, 4096}, {(float *)&title_weight, UNITS, 4096}, {&points_bias, 1, 256 * POINTS},
    {&title_bias, 1, 256}};
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < part[i].count; j++) {
      int number, unit = part[i].unit, coarse = i < 2 ? 8 : 1; /* 1/32 is enough for tables, and packs better */
      float *from = &part[i].from[j];
      if (reading) {
        if (fread(&number, sizeof number, 1, file) != 1) return 1;
        *from = (float)number / (float)unit;
      } else {
        float many = *from * (float)unit / (float)coarse;
        number = (int)(many + (many < 0 ? -.5f : .5f)) * coarse;
        if (fwrite(&number, sizeof number, 1, file) != 1) return 1;
      }
    }
  return 0;
}

int main(int argc, char **argv) {
  int count, first;
  if (argc < 3 || scanf("%d %d", &count, &first) != 2 || count > 1768) return 1;
  for (int i = 0; i < count; i++) {
    Tide *tide = &tides[i];
    unsigned long long sunk, takes;
    if (scanf("%d %d %llu %d", &tide->land, &tide->spare, &sunk, &tide->falls) != 4 || tide->falls > 18) return 1;
    tide->sunk = sunk;
    for (Fall *fall = tide->fall; fall < tide->fall + tide->falls; fall++) {
      if (scanf("%d %d %llu", &fall->after, &fall->count, &takes) != 3) return 1;
      fall->takes = takes;
    }
  }
  for (int c = 0; c < 6; c++)
    for (int value = 1; value <= 6; value++) row_of[c][value] = c % 2 ? value - 1 : 6 - value;
  for (int i = 0; i < 2048; i++) chances[i] = (float)chance_of((i + .5) / 128 - 8);
  for (int i = 0; i < 14 * 4 * 7056; i++) {
    if (scanf("%d", &count) != 1) return 1;
    (&hopes[0][0][0])[i] = (float)count / 256;
  }
  for (int i = 0; i < 18; i++) {
    unsigned long long beyond, gates;
    if (scanf("%llu %llu", &beyond, &gates) != 2) return 1;
    lines[i].beyond = beyond;
    lines[i].gates = gates;
  }
  int number = 0;
  for (int a = 0; a < 7; a++)
    for (int b = a; b < 7; b++)
      for (int c = b; c < 7; c++, number++)
        number_of[a][b][c] = number_of[a][c][b] = number_of[b][a][c] = number_of[b][c][a] = number_of[c][a][b]
          = number_of[c][b][a] = number;
  long games = atol(argv[1]);
  state = strtoull(argv[2], 0, 10);
  static Step steps[512];
  if (argc > 3) {
    FILE *file = fopen(argv[3], "rb");
    if (!file || numbers(file, 1)) return 1;
    careful = argc > 4;
    title_worth = PLAYED_CAPTAIN;
    for (long i = 0; i < games; i++) game(first, steps, &count, stdout);
    return 0;
  }
  long wanted = ROUND_POSITIONS * games, steps_left = ROUND_TIMES * wanted;
  Position *positions = malloc(sizeof *positions * (size_t)wanted);
  if (!positions) return 1;
  begin();
  hopeless = HOPELESS;
  double fall = 1, rate = 1;
  /* LAST to the power of the share that is done, in a hundred steps: its hundredth root, by Newton. */
  for (int i = 0; i < 200; i++) {
    double power = 1;
    for (int j = 0; j < 99; j++) power *= fall;
    fall -= (power * fall - LAST) / (100 * power);
  }
  for (long i = 0; i < games; i++) {
    if (i && i * 100 / games != (i - 1) * 100 / games) rate *= fall;
    dry = MAX(0, DRY * (1 - 2.0 * (double)i / (double)games));
    Sheet end = game(first, steps, &count, 0);
    learn(&end, steps, count, rate);
  }
  dry = 0;
  for (int round = 0; round < ROUNDS; round++) {
    explore(first, positions, wanted);
    rate = ROUND_RATE;
    for (long i = 0; i < steps_left; i++) {
      if (i && i * 100 / steps_left != (i - 1) * 100 / steps_left) rate *= fall;
      const Position *here = &positions[(next_random() >> 16) % (uint64_t)wanted];
      Row units;
      look(&here->s, steps);
      Worth now = said(steps, &units);
      double surprise = steps->left ? here->won - chance_of(now.odds) : 0;
      move(steps, &units, now, here->points - now.points, surprise, rate);
    }
  }
  for (int i = 0; i < ROWS; i++) if (!known[i]) row[i] = (Row){0};
  return numbers(stdout, 0);
}
