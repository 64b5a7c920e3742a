/* Two lags under a relay with hysteresis, its switchings located on the interpolant. */

#define N 2

struct model {
    double u;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    dx[0] = -x[0] + m->u;
    dx[1] = x[0] - x[1];
}

void relay(double width, double stop, double rtol, double atol, double *switchings, double *final,
           struct counts *counts) {
    double started = clock_now();
    struct model m = {1.0};
    double x[N] = {0.0, 0.0}, y[N], k[7][N], t = 0.0;
    long steps = 0, rejected = 0, events = 0;
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
        double level = m.u * width;
        if (m.u > 0.0 ? y[1] > level : y[1] < level) {
            double c[N][4];
            for (int i = 0; i < N; i++) interpolant(i, h, x, y, k, c[i]);
            double at = crossing(x[1], c[1], level);
            for (int i = 0; i < N; i++) x[i] = interpolated(at, x[i], c[i]);
            t += at * h;
            m.u = -m.u;
            switchings[events++] = t;
            derivatives(t, x, &m, k[0]);
        } else {
            t = is_last ? stop : t + h;
            for (int i = 0; i < N; i++) x[i] = y[i], k[0][i] = k[6][i];
        }
        h *= change(error);
    }
    for (int i = 0; i < N; i++) final[i] = x[i];
    *counts = (struct counts){clock_now() - started, steps, rejected, events};
}
