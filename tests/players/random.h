/* Random numbers for what learns: the same from the same state everywhere. */
#include <stdint.h>

static uint64_t random_state;
static uint64_t next_random(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 2685821657736338717ULL;
}
static double uniform(void) { return (double)(next_random() >> 11) / 9007199254740992.0; }
