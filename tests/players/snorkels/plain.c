/* Who wins small boards of Snorkels, by the rules alone; it shares nothing with boards.c.
 *
 * Arguments, input and output are those of boards.c, but the last two are one: a file of proofs. Every empty square
 * is tried in turn, until one wins. Where the file has advice, that square is tried first; nothing else is believed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t board;
enum { LOST, WON, UNKNOWN, CHUNKS = 7 };

/* Known by its squares, seen from whoever is to play. */
struct position {
    board mine, theirs;
    uint8_t used, result, advice;
};

static int columns, rows, fitting;
static board whole, stones, top_row, bottom_row, moved[8][CHUNKS][256];
static int turned[8][64], fits[8];
static long long searched, limit;
static struct position *table;
static uint64_t room, kept;

static board around(board set) {
    return ((set & ~top_row) << 1 | (set & ~bottom_row) >> 1 | set << rows | set >> rows) & whole;
}

/* Whether a snorkel among these has no air: nobody can get from it to an empty square. */
static int out_of_air(board snorkels, board empty) {
    board breathing = around(empty) & snorkels, before = 0;
    while (breathing != before) before = breathing, breathing |= around(breathing) & snorkels;
    return breathing != snorkels;
}

static void prepare(void) {
    for (int at = 0; at < columns * rows; at++) {
        whole |= (board)1 << at;
        if (at % rows == 0) bottom_row |= (board)1 << at;
        if (at % rows == rows - 1) top_row |= (board)1 << at;
        for (int turn = 0; turn < (columns == rows ? 8 : 4); turn++) {
            int x = turn & 1 ? columns - 1 - at / rows : at / rows, y = turn & 2 ? rows - 1 - at % rows : at % rows;
            turned[turn][at] = turn & 4 ? y * rows + x : x * rows + y;
        }
    }
    for (int turn = 0; turn < 8; turn++)
        for (int chunk = 0; chunk < CHUNKS; chunk++)
            for (int bits = 0; bits < 256; bits++)
                for (int bit = 0; bit < 8; bit++)
                    if (bits >> bit & 1 && chunk * 8 + bit < columns * rows)
                        moved[turn][chunk][bits] |= (board)1 << turned[turn][chunk * 8 + bit];
}

static board turn_over(board set, int turn) {
    board found = 0;
    for (int chunk = 0; set; chunk++, set >>= 8) found |= moved[turn][chunk][set & 255];
    return found;
}

/* The first of the positions that are the same, turned or mirrored, and how this one is turned to be it. */
static int first_of(board *mine, board *theirs) {
    board least_mine = *mine, least_theirs = *theirs;
    int found = 0;
    for (int each = 1; each < fitting; each++) {
        board other_mine = turn_over(*mine, fits[each]);
        if (other_mine > least_mine) continue;
        board other_theirs = turn_over(*theirs, fits[each]);
        if (other_mine < least_mine || other_theirs < least_theirs)
            least_mine = other_mine, least_theirs = other_theirs, found = fits[each];
    }
    *mine = least_mine, *theirs = least_theirs;
    return found;
}

static struct position *slot(board mine, board theirs) {
    uint64_t at = (mine * 0x9E3779B97F4A7C15u ^ theirs * 0xC2B2AE3D27D4EB4Fu);
    for (at = (at ^ at >> 31) & (room - 1);; at = (at + 1) & (room - 1))
        if (!table[at].used || (table[at].mine == mine && table[at].theirs == theirs)) return table + at;
}

static struct position *keep(board mine, board theirs) {
    if (kept * 2 >= room) {
        struct position *before = table;
        uint64_t size = room;
        room = room ? room * 2 : 1 << 16;
        if (!(table = calloc(room, sizeof *table))) exit(1);
        for (uint64_t each = 0; each < size; each++)
            if (before[each].used) *slot(before[each].mine, before[each].theirs) = before[each];
        free(before);
    }
    struct position *found = slot(mine, theirs);
    if (!found->used) *found = (struct position){mine, theirs, 1, UNKNOWN, 0}, kept++;
    return found;
}

static int wins(board mine, board theirs) {
    if (++searched > limit) return 0;
    board empty = whole & ~(mine | theirs | stones), first_mine = mine, first_theirs = theirs;
    for (board tried = empty & around(theirs); tried; tried &= tried - 1)
        if (out_of_air(theirs, empty ^ (tried & -tried))) return 1;
    int turn = first_of(&first_mine, &first_theirs), won = 0, advice = 0;
    struct position *known = kept ? slot(first_mine, first_theirs) : NULL;
    if (known && known->used) {
        if (known->result != UNKNOWN) return known->result;
        advice = known->advice;
    }
    board order[2] = {0, empty};
    for (board each = advice ? empty : 0; each; each &= each - 1)
        if (turned[turn][__builtin_ctzll(each)] == advice - 1) order[0] = each & -each;
    for (int part = 0; part < 2; part++)
        for (board tried = order[part]; tried && !won; tried &= tried - 1) {
            board square = tried & -tried;
            won = !out_of_air(mine | square, empty ^ square) && !wins(theirs, mine | square);
            if (searched > limit) return 0;
        }
    keep(first_mine, first_theirs)->result = (uint8_t)won;
    return won;
}

/* Forgets what holds for other stones. */
static void begin(board new_stones) {
    stones = new_stones;
    free(table);
    table = NULL;
    room = kept = 0;
    fitting = 0;
    for (int turn = 0; turn < (columns == rows ? 8 : 4); turn++)
        if (turn_over(stones, turn) == stones) fits[fitting++] = turn;
}

/* Reads what has been added to the file since the question before; it comes in the order of the questions. */
static void read_advice(FILE *file) {
    static unsigned long long of, purple, green, square;
    static int pending;
    clearerr(file);
    for (; pending || fscanf(file, "%llx %llx %llx %llx", &of, &purple, &green, &square) == 4; pending = 0) {
        if ((pending = of != stones)) return;
        int moves = __builtin_popcountll(purple) > __builtin_popcountll(green);
        board mine = moves ? green : purple, theirs = moves ? purple : green;
        int turn = first_of(&mine, &theirs);
        keep(mine, theirs)->advice = (uint8_t)(turned[turn][__builtin_ctzll(square)] + 1);
    }
}

int main(int given, char **arguments) {
    if (given < 4 || given > 5) return 2;
    columns = atoi(arguments[1]), rows = atoi(arguments[2]);
    long long most = atoll(arguments[3]);
    FILE *file = given > 4 ? fopen(arguments[4], "r") : NULL;
    if (columns < 1 || rows < 1 || columns > 7 || rows > 7 || (given > 4 && !file)) return 2;
    prepare();
    unsigned long long of, snorkels;
    for (int count = 0; scanf("%llx %llx", &of, &snorkels) == 2; count++) {
        if (!count || of != stones) begin(of);
        if (file) read_advice(file);
        searched = 0, limit = most;
        int won = out_of_air(snorkels, whole & ~(snorkels | of)) || wins(0, snorkels);
        printf("%c %lld\n", searched > limit ? '?' : won ? '1' : '0', searched);
        fflush(stdout);
    }
    return 0;
}
