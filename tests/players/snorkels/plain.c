/* Who wins small boards of Snorkels: plain alpha-beta, by the rules alone; it shares nothing with boards.c.
 *
 * Arguments, input and output are those of boards.c. Every empty square is tried in turn, and a snorkel's air
 * is looked for square by square. Positions are known by all their squares.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, PURPLE, GREEN, STONE, ROOM = 1 << 23, MOST = 31 };
static int columns, rows, cell[MOST], seen[MOST];
static long long searched, limit, kept;
static uint64_t *names;
static char *results;

/* Whether the group of a square has air. */
static int breathes(int at, int colour) {
    if (cell[at] == EMPTY) return 1;
    if (cell[at] != colour || seen[at]) return 0;
    seen[at] = 1;
    int column = at / rows, row = at % rows;
    return (row > 0 && breathes(at - 1, colour)) || (row < rows - 1 && breathes(at + 1, colour)) ||
           (column > 0 && breathes(at - rows, colour)) || (column < columns - 1 && breathes(at + rows, colour));
}

static int out_of_air(int colour) {
    for (int at = 0; at < columns * rows; at++) {
        if (cell[at] != colour) continue;
        memset(seen, 0, sizeof seen);
        if (!breathes(at, colour)) return 1;
    }
    return 0;
}

static int wins(int mover) {
    if (++searched > limit) return 0;
    uint64_t name = (uint64_t)mover;
    for (int at = 0; at < columns * rows; at++) name = name << 2 | (uint64_t)cell[at];
    uint64_t place = name * 0x9E3779B97F4A7C15u >> 41;
    while (names[place] && names[place] != name) place = (place + 1) % ROOM;
    if (names[place]) return results[place];
    int won = 0, other = PURPLE + GREEN - mover;
    for (int at = 0; at < columns * rows && !won; at++) {
        if (cell[at] != EMPTY) continue;
        cell[at] = mover;
        if (out_of_air(other)) won = 1;
        cell[at] = EMPTY;
    }
    for (int at = 0; at < columns * rows && !won; at++) {
        if (cell[at] != EMPTY) continue;
        cell[at] = mover;
        if (!out_of_air(mover)) won = !wins(other);
        cell[at] = EMPTY;
    }
    if (searched > limit) return 0;
    /* Others have been kept meanwhile. */
    while (names[place] && names[place] != name) place = (place + 1) % ROOM;
    names[place] = name;
    kept++;
    results[place] = (char)won;
    return won;
}

int main(int given, char **arguments) {
    if (given != 4) return 2;
    columns = atoi(arguments[1]), rows = atoi(arguments[2]), limit = atoll(arguments[3]);
    if (columns < 1 || rows < 1 || columns * rows > MOST || limit > ROOM / 2) return 2;
    names = calloc(ROOM, sizeof *names), results = calloc(ROOM, 1);
    if (!names || !results) return 1;
    long long most = limit;
    unsigned long long stones, snorkels;
    while (scanf("%llx %llx", &stones, &snorkels) == 2) {
        if (kept + most > ROOM - 1) memset(names, 0, ROOM * sizeof *names), kept = 0;
        for (int at = 0; at < columns * rows; at++)
            cell[at] = stones >> at & 1 ? STONE : snorkels >> at & 1 ? PURPLE : EMPTY;
        searched = 0, limit = most;
        int won = out_of_air(PURPLE) || wins(snorkels ? GREEN : PURPLE);
        printf("%c %lld\n", searched > limit ? '?' : won ? '1' : '0', searched);
        fflush(stdout);
    }
    return 0;
}
