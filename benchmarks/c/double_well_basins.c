/* The double-well oscillator from many starts: which well each comes to rest in, and when it gets there. */

#define N 2

struct model {
    double damping;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    dx[0] = x[1];
    dx[1] = x[0] - x[0] * x[0] * x[0] - m->damping * x[1];
}

/* `starts` has a position and a velocity for each member; a member is over when it is within `near` of a well. */
void double_well_basins(double damping, const double *starts, long count, double stop, double near, double rtol,
                        double atol, double *wells, double *times, struct counts *counts) {
    double started = clock_now();
    long steps = 0, rejected = 0;
    for (long member = 0; member < count; member++) {
        struct model m = {damping};
        double x[N] = {starts[2 * member], starts[2 * member + 1]}, y[N], k[7][N], t = 0.0;
        derivatives(t, x, &m, k[0]);
        double h = first_step(t, stop, x, &m, k[0], rtol, atol);
        wells[member] = 0.0;
        times[member] = stop;
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
            double well = x[0] > 0.0 ? 1.0 : -1.0, off = x[0] - well;
            if (off * off + x[1] * x[1] < near * near) {
                wells[member] = well;
                times[member] = t;
                break;
            }
        }
    }
    *counts = (struct counts){clock_now() - started, steps, rejected, 0};
}
