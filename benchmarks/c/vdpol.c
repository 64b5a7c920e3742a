/* Van der Pol's oscillator. */

#define N 2

struct model {
    double mu;
};

#include "small_rodas4.h"

NOW void derivatives(const double x[N], const struct model *m, double dx[N]) {
    dx[0] = x[1];
    dx[1] = m->mu * (1.0 - x[0] * x[0]) * x[1] - x[0];
}

/* The first row of G is (g, -1); the reciprocal of the second pivot is kept. */
NOW void factorize(double g, const double x[N], const struct model *m, double lu[N][N]) {
    double low = (2.0 * m->mu * x[0] * x[1] + 1.0) / g;
    lu[0][0] = 1.0 / g;
    lu[1][0] = low;
    lu[1][1] = 1.0 / (g - m->mu * (1.0 - x[0] * x[0]) + low);
}

NOW void solve(double lu[N][N], double b[N]) {
    b[1] = (b[1] - lu[1][0] * b[0]) * lu[1][1];
    b[0] = (b[0] + b[1]) * lu[0][0];
}

void vdpol(double mu, double stop, double rtol, double atol, double *final, struct counts *counts) {
    struct model m = {mu};
    double x[N] = {2.0, 0.0};
    integrate(x, &m, stop, rtol, atol, counts);
    memcpy(final, x, sizeof x);
}
