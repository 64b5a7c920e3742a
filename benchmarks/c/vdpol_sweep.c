/* Van der Pol's oscillator for many values of mu, with the integral of x squared as a third state. */

#define N 3

struct model {
    double mu;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    dx[0] = x[1];
    dx[1] = m->mu * (1.0 - x[0] * x[0]) * x[1] - x[0];
    dx[2] = x[0] * x[0];
}

void vdpol_sweep(const double *mus, long count, double stop, double rtol, double atol, double *integrals,
                 struct counts *counts) {
    double started = clock_now();
    long steps = 0, rejected = 0;
    for (long member = 0; member < count; member++) {
        struct model m = {mus[member]};
        double x[N] = {2.0, 0.0, 0.0}, y[N], k[7][N], t = 0.0;
        derivatives(t, x, &m, k[0]);
        double h = first_step(t, stop, x, &m, k[0], rtol, atol);
        while (t < stop) {
            int is_last = t + 1.0000001 * h >= stop;
            if (is_last) h = stop - t;
            steps++;
            double error = attempt(t, h, x, &m, k, y, rtol, atol);
            if (!(error <= 1.0)) {
                rejected++;
                h *= isnan(error) ? 0.1 : smaller(0.9, change(error));
                continue;
            }
            t = is_last ? stop : t + h;
            for (int i = 0; i < N; i++) x[i] = y[i], k[0][i] = k[6][i];
            h *= change(error);
        }
        integrals[member] = x[2];
    }
    *counts = (struct counts){clock_now() - started, steps, rejected, 0};
}
