/* Robertson's three reactions. */

#define N 3

struct model {
    double slow, fast, back;
};

#include "small_rodas4.h"

NOW void derivatives(const double x[N], const struct model *m, double dx[N]) {
    double slow = m->slow * x[0], fast = m->fast * x[1] * x[1], back = m->back * x[1] * x[2];
    dx[0] = back - slow;
    dx[1] = slow - back - fast;
    dx[2] = fast;
}

/* Below the diagonal the multipliers, on it the reciprocals of the pivots. */
NOW void factorize(double g, const double x[N], const struct model *m, double lu[N][N]) {
    double by_b = m->back * x[2], by_c = m->back * x[1], twice = 2.0 * m->fast * x[1];
    lu[0][0] = 1.0 / (g + m->slow);
    lu[0][1] = -by_b;
    lu[0][2] = -by_c;
    lu[1][0] = -m->slow * lu[0][0];
    lu[1][1] = 1.0 / (g + by_b + twice - lu[1][0] * lu[0][1]);
    lu[1][2] = by_c - lu[1][0] * lu[0][2];
    lu[2][1] = -twice * lu[1][1];
    lu[2][2] = 1.0 / (g - lu[2][1] * lu[1][2]);
}

NOW void solve(double lu[N][N], double b[N]) {
    b[1] -= lu[1][0] * b[0];
    b[2] = (b[2] - lu[2][1] * b[1]) * lu[2][2];
    b[1] = (b[1] - lu[1][2] * b[2]) * lu[1][1];
    b[0] = (b[0] - lu[0][1] * b[1] - lu[0][2] * b[2]) * lu[0][0];
}

void robertson(const double rates[3], double stop, double rtol, double atol, double *final, struct counts *counts) {
    struct model m = {rates[0], rates[1], rates[2]};
    double x[N] = {1.0, 0.0, 0.0};
    integrate(x, &m, stop, rtol, atol, counts);
    memcpy(final, x, sizeof x);
}
