/* A bouncing ball for many coefficients of restitution, each for a given number of bounces. */

#define N 2

struct model {
    double g;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    dx[0] = x[1];
    dx[1] = -m->g;
}

void ball_sweep(const double *restitutions, long count, long bounces, double height, double g, double stop, double rtol,
                double atol, double *ends, struct counts *counts) {
    double started = clock_now();
    long steps = 0, rejected = 0, events = 0;
    for (long member = 0; member < count; member++) {
        struct model m = {g};
        double x[N] = {height, 0.0}, y[N], k[7][N], t = 0.0;
        long own = 0;
        derivatives(t, x, &m, k[0]);
        double h = first_step(t, stop, x, &m, k[0], rtol, atol);
        while (t < stop && own < bounces) {
            int is_last = t + 1.0000001 * h >= stop;
            if (is_last) h = stop - t;
            steps++;
            double error = attempt(t, h, x, &m, k, y, rtol, atol);
            if (!(error <= 1.0)) {
                rejected++;
                h *= isnan(error) ? 0.1 : smaller(0.9, change(error));
                continue;
            }
            if (y[0] < 0.0) {
                double c[4];
                interpolant(0, h, x, y, k, c);
                double at = crossing(x[0], c, 0.0);
                interpolant(1, h, x, y, k, c);
                double v = interpolated(at, x[1], c);
                t += at * h;
                x[0] = 0.0, x[1] = -restitutions[member] * v;
                own++;
                derivatives(t, x, &m, k[0]);
            } else {
                t = is_last ? stop : t + h;
                for (int i = 0; i < N; i++) x[i] = y[i], k[0][i] = k[6][i];
            }
            h *= change(error);
        }
        ends[member] = t;
        events += own;
    }
    *counts = (struct counts){clock_now() - started, steps, rejected, events};
}
