/* Proofs of small boards of Snorkels: depth-first proof-number search (df-pn).
 *
 * Arguments: columns, rows, the most positions a question, and optionally the table's size as a power of two and a
 * file for proofs. Each line of the input is a question: the squares
 * with stones and those with purple snorkels, as two hexadecimal sets of bits (bit column * rows + row). Green
 * is to play if there are purple snorkels, else purple. Each line of the output: 1 if whoever is to play wins,
 * 0 if it loses, ? if that takes too long; and the positions searched. A line of a proof: the squares with stones,
 * purple and green snorkels in hexadecimal, and the square on which whoever is to play there wins.
 *
 * Positions are known by 64 random bits, the smallest of their symmetries.
 */
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef uint64_t set;
enum { SIDE = 7, MOST = SIDE * SIDE, TURNS = 8, WEAK = 6, NEAR = 4 };
static const uint32_t NEVER = UINT32_MAX;

static int columns, rows, squares, turns;
static set beside[MOST], not_lowest, not_highest, all;
/* Of mover, other and stones; under each symmetry. */
static uint64_t random_bits[3][TURNS][MOST];
static long long searched, limit;
static size_t entries = (size_t)1 << 22;
static FILE *proofs;

struct entry {
    uint64_t key;
    uint32_t to_win, to_lose, work, told;
};
static struct entry *table;

struct position {
    int count[2]; /* groups of the mover and of the other */
    set groups[2][MOST];
    set empty;
    uint64_t keys[2][TURNS]; /* seen by the mover and by the other */
};

static uint64_t next_random(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 2685821657736338717u;
}

static void prepare(void) {
    squares = columns * rows;
    all = ((set)1 << squares) - 1;
    turns = columns == rows ? 8 : 4;
    for (int column = 0; column < columns; column++)
        for (int row = 0; row < rows; row++) {
            int at = column * rows + row;
            if (row > 0) beside[at] |= (set)1 << (at - 1), not_lowest |= (set)1 << at;
            if (row < rows - 1) beside[at] |= (set)1 << (at + 1), not_highest |= (set)1 << at;
            if (column > 0) beside[at] |= (set)1 << (at - rows);
            if (column < columns - 1) beside[at] |= (set)1 << (at + rows);
        }
    for (int kind = 0; kind < 3; kind++)
        for (int at = 0; at < squares; at++) random_bits[kind][0][at] = next_random();
    for (int turn = 1; turn < turns; turn++)
        for (int column = 0; column < columns; column++)
            for (int row = 0; row < rows; row++) {
                int x = turn & 1 ? columns - 1 - column : column, y = turn & 2 ? rows - 1 - row : row;
                int to = turn & 4 ? y * rows + x : x * rows + y;
                for (int kind = 0; kind < 3; kind++)
                    random_bits[kind][turn][column * rows + row] = random_bits[kind][0][to];
            }
}

static int is_single(set tubes) { return !(tubes & (tubes - 1)); }

static set last_tubes(const set *groups, int count, set empty) {
    set found = 0;
    for (int each = 0; each < count; each++)
        if (is_single(groups[each] & empty)) found |= groups[each] & empty;
    return found;
}

static int is_safe(const set *groups, int count, set empty, set square) {
    set tubes = beside[__builtin_ctzll(square)];
    for (int each = 0; each < count; each++)
        if (groups[each] & square) tubes |= groups[each];
    return !is_single(tubes & empty & ~square);
}

static set safe_squares(const set *groups, int count, set empty) {
    set up = (empty & not_highest) << 1, down = (empty & not_lowest) >> 1;
    set right = empty << rows & all, left = empty >> rows;
    set safe = empty & ((up & down) | (right & left) | ((up | down) & (right | left))), doubtful = 0;
    for (int each = 0; each < count; each++) {
        set tubes = groups[each] & empty, fewer = tubes & (tubes - 1);
        if (fewer & (fewer - 1)) safe |= tubes;
        else doubtful |= tubes;
    }
    for (doubtful &= ~safe; doubtful; doubtful &= doubtful - 1)
        if (is_safe(groups, count, empty, doubtful & -doubtful)) safe |= doubtful & -doubtful;
    return safe;
}

/* The squares that don't lose at once, where the mover can't win at once. */
static set sensible(const struct position *here) {
    set forced = last_tubes(here->groups[0], here->count[0], here->empty);
    return forced ? forced : safe_squares(here->groups[0], here->count[0], here->empty);
}

static void place(struct position *to, const struct position *from, set square) {
    int at = __builtin_ctzll(square);
    set joined = beside[at];
    to->empty = from->empty ^ square;
    int kept = 0;
    for (int each = 0; each < from->count[0]; each++)
        if (from->groups[0][each] & square) joined |= from->groups[0][each];
        else to->groups[1][kept++] = from->groups[0][each];
    to->groups[1][kept++] = joined;
    to->count[1] = kept;
    to->count[0] = from->count[1];
    memcpy(to->groups[0], from->groups[1], sizeof(set) * (size_t)from->count[1]);
    for (int turn = 0; turn < turns; turn++) {
        to->keys[1][turn] = from->keys[0][turn] ^ random_bits[0][turn][at];
        to->keys[0][turn] = from->keys[1][turn] ^ random_bits[1][turn][at];
    }
}

static uint64_t key_after(const struct position *from, int at) {
    uint64_t least = UINT64_MAX;
    for (int turn = 0; turn < turns; turn++) {
        uint64_t key = from->keys[1][turn] ^ random_bits[1][turn][at];
        if (key < least) least = key;
    }
    return least;
}

static struct entry *find(uint64_t key) {
    struct entry *first = table + (key & (entries - NEAR));
    for (int each = 0; each < NEAR; each++)
        if (first[each].key == key && first[each].work) return first + each;
    return NULL;
}

static void keep(uint64_t key, uint32_t to_win, uint32_t to_lose, long long work) {
    struct entry *found = find(key);
    if (!found) {
        struct entry *first = found = table + (key & (entries - NEAR));
        for (int each = 1; each < NEAR; each++)
            if (first[each].work < found->work) found = first + each;
    }
    if (found->key != key) found->told = 0;
    found->key = key;
    found->to_win = to_win;
    found->to_lose = to_lose;
    found->work = work < 1 ? 1 : work > 1 << 30 ? 1u << 30 : (uint32_t)work;
}

/* Whether the other wins after a square with a threat that nothing answers; it isn't threatened itself. */
static int is_refuted(const struct position *here, set square) {
    set empty = here->empty ^ square, mine[MOST], joined = beside[__builtin_ctzll(square)], attacks = 0;
    int count = 0;
    for (int each = 0; each < here->count[0]; each++)
        if (here->groups[0][each] & square) joined |= here->groups[0][each];
        else mine[count++] = here->groups[0][each];
    mine[count++] = joined;
    for (int each = 0; each < count; each++) {
        set tubes = mine[each] & empty, fewer = tubes & (tubes - 1);
        if (!(fewer & (fewer - 1))) attacks |= tubes;
    }
    for (; attacks; attacks &= attacks - 1) {
        set attack = attacks & -attacks, left = empty ^ attack, last = last_tubes(mine, count, left);
        if ((!is_single(last) || !is_safe(mine, count, left, last)) &&
            is_safe(here->groups[1], here->count[1], empty, attack))
            return 1;
    }
    return 0;
}

/* How hard it is to beat the other, who answers a square: 0 where nothing saves it. */
static int resistance(const struct position *here, set square) {
    const set *theirs = here->groups[1];
    set left = here->empty ^ square, last = last_tubes(theirs, here->count[1], left);
    if (last) return is_single(last) && is_safe(theirs, here->count[1], left, last);
    int weakest = WEAK;
    for (int each = 0; each < here->count[1]; each++) {
        int number = __builtin_popcountll(theirs[each] & left);
        if (number < weakest) weakest = number;
    }
    int replies = __builtin_popcountll(safe_squares(theirs, here->count[1], left));
    return (1 + weakest * weakest * weakest * weakest / 16) * replies;
}

/* How hard it is to beat the mover after a safe square. */
static int strength(const struct position *here, set square) {
    set left = here->empty ^ square, joined = beside[__builtin_ctzll(square)];
    int weakest = WEAK;
    for (int each = 0; each < here->count[0]; each++) {
        set group = here->groups[0][each];
        if (group & square) joined |= group;
        else if (__builtin_popcountll(group & left) < weakest) weakest = __builtin_popcountll(group & left);
    }
    if (__builtin_popcountll(joined & left) < weakest) weakest = __builtin_popcountll(joined & left);
    return 1 + weakest * weakest * weakest * weakest * weakest / 16;
}

/* Searches until a number reaches its bound; nobody can win at once, and the mover has a safe square. */
static void search(const struct position *here, uint64_t key, uint32_t most_to_win, uint32_t most_to_lose,
                   uint32_t *to_win, uint32_t *to_lose) {
    long long before = searched++;
    set played[MOST], choices = sensible(here);
    uint32_t win[MOST], lose[MOST];
    uint64_t keys[MOST];
    int count = 0;
    for (set left = choices; left; left &= left - 1) {
        keys[count] = key_after(here, __builtin_ctzll(left));
        __builtin_prefetch(table + (keys[count++] & (entries - NEAR)));
    }
    count = 0;
    for (int each = 0; choices; choices &= choices - 1, each++) {
        set square = choices & -choices;
        struct entry *known = find(keys[each]);
        lose[count] = known ? known->to_lose : (uint32_t)resistance(here, square);
        if (!lose[count]) {
            *to_win = 0;
            *to_lose = NEVER;
            keep(key, 0, NEVER, 1);
            return;
        }
        if (!known && !last_tubes(here->groups[1], here->count[1], here->empty ^ square) &&
            is_refuted(here, square))
            continue;
        win[count] = known ? known->to_win : (uint32_t)strength(here, square);
        keys[count] = keys[each];
        played[count++] = square;
    }
    if (!count) {
        *to_win = NEVER;
        *to_lose = 0;
        keep(key, NEVER, 0, 1);
        return;
    }
    struct position *after = malloc(sizeof *after);
    for (;;) {
        uint32_t least = NEVER, second = NEVER;
        uint64_t sum = 0;
        int best = 0;
        for (int each = 0; each < count; each++) {
            if (lose[each] < least) second = least, least = lose[each], best = each;
            else if (lose[each] < second) second = lose[each];
            sum += win[each];
        }
        *to_win = least;
        *to_lose = sum > NEVER ? NEVER : (uint32_t)sum;
        if (least >= most_to_win || *to_lose >= most_to_lose || searched > limit) break;
        place(after, here, played[best]);
        uint64_t bound = (uint64_t)second + second / 2 + 1;
        if (bound > most_to_win) bound = most_to_win;
        search(after, keys[best], most_to_lose - (*to_lose - win[best]), (uint32_t)bound, win + best, lose + best);
    }
    free(after);
    keep(key, *to_win, *to_lose, searched - before);
}

static struct entry *proved(const struct position *here, uint64_t key) {
    struct entry *known = find(key);
    if (known && (!known->to_win || !known->to_lose)) return known;
    uint32_t to_win, to_lose;
    searched = 0, limit = INT64_MAX;
    search(here, key, NEVER, NEVER, &to_win, &to_lose);
    return find(key);
}

/* A square that wins; the mover is known to win, but not at once. */
static set winning(const struct position *here, uint64_t key) {
    for (uint32_t to_win, to_lose;; search(here, key, NEVER, NEVER, &to_win, &to_lose))
        for (set choices = sensible(here); choices; choices &= choices - 1) {
            set square = choices & -choices;
            struct entry *known = find(key_after(here, __builtin_ctzll(square)));
            if ((known && !known->to_lose) || !resistance(here, square)) return square;
        }
}

/* Writes a winning square for each position of a proof in which one has to be found; nobody wins at once. */
static void tell(const struct position *here, uint64_t key, set stones, set mine, set theirs, int green) {
    struct entry *known = proved(here, key);
    if (known->told) return;
    known->told = 1;
    set choices = known->to_win ? sensible(here) : winning(here, key);
    if (!known->to_win)
        fprintf(proofs, "%llx %llx %llx %llx\n", (unsigned long long)stones,
                (unsigned long long)(green ? theirs : mine), (unsigned long long)(green ? mine : theirs),
                (unsigned long long)choices);
    struct position *after = malloc(sizeof *after);
    for (; choices; choices &= choices - 1) {
        set square = choices & -choices;
        if (!resistance(here, square)) break;
        place(after, here, square);
        tell(after, key_after(here, __builtin_ctzll(square)), stones, theirs, mine | square, !green);
    }
    free(after);
}

int main(int given, char **arguments) {
    if (given < 4 || given > 6) return 2;
    columns = atoi(arguments[1]), rows = atoi(arguments[2]);
    long long most = atoll(arguments[3]);
    if (columns < 1 || rows < 1 || columns > SIDE || rows > SIDE) return 2;
    if (given > 4) entries = (size_t)1 << atoi(arguments[4]);
    if (given > 5 && !(proofs = fopen(arguments[5], "w"))) return 1;
    prepare();
    table = mmap(NULL, entries * sizeof *table, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef MADV_HUGEPAGE
    if (table != MAP_FAILED) madvise(table, entries * sizeof *table, MADV_HUGEPAGE);
#endif
    struct position *start = calloc(1, sizeof *start), *next = calloc(1, sizeof *next);
    if (table == MAP_FAILED || !start || !next) return 1;
    unsigned long long stones, snorkels;
    while (scanf("%llx %llx", &stones, &snorkels) == 2) {
        memset(start, 0, sizeof *start);
        start->empty = all & ~stones;
        for (int at = 0; at < squares; at++)
            for (int turn = 0; turn < turns && stones >> at & 1; turn++)
                for (int side = 0; side < 2; side++) start->keys[side][turn] ^= random_bits[2][turn][at];
        if (snorkels) {
            place(next, start, snorkels);
            memcpy(start, next, sizeof *start);
        }
        uint64_t key = UINT64_MAX;
        for (int turn = 0; turn < turns; turn++)
            if (start->keys[0][turn] < key) key = start->keys[0][turn];
        searched = 0, limit = most;
        uint32_t to_win = 0, to_lose = NEVER;
        /* A snorkel without an open tube has lost; one with a single one is blocked. */
        if (snorkels && !(start->groups[1][0] & start->empty)) ;
        else if (last_tubes(start->groups[1], start->count[1], start->empty)) ;
        else if (!safe_squares(start->groups[0], start->count[0], start->empty)) to_win = NEVER, to_lose = 0;
        else {
            search(start, key, NEVER, NEVER, &to_win, &to_lose);
            long long taken = searched;
            if (proofs && (!to_win || !to_lose)) {
                if (snorkels) tell(start, key, stones, 0, snorkels, 1);
                else tell(start, key, stones, 0, 0, 0);
                fflush(proofs);
            }
            searched = taken;
        }
        printf("%c %lld\n", to_win == 0 ? '1' : to_lose == 0 ? '0' : '?', searched);
        fflush(stdout);
    }
    return 0;
}
