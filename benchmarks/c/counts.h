/* What every problem reports, and the power used to choose steps. */

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

struct counts {
    double seconds;
    long steps, rejected, events;
};

static inline double clock_now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* fmax and fmin without nan handling, which costs instructions. */
static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

/* A power accurate to about a percent: the bits of a float approximate its logarithm. -DLIBRARY_POWER uses pow. */
static inline double power(double x, double exponent) {
#ifdef LIBRARY_POWER
    return pow(x, exponent);
#else
    const int64_t one = 0x3FF0000000000000;
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = one + (int64_t)(exponent * 65536.0) * ((bits >> 16) - (one >> 16));
    memcpy(&x, &bits, sizeof bits);
    return x;
#endif
}
