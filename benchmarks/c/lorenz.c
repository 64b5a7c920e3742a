/* Lorenz' equations, recorded on a grid. */

#define N 3

struct model {
    double sigma, rho, beta;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    dx[0] = m->sigma * (x[1] - x[0]);
    dx[1] = x[0] * (m->rho - x[2]) - x[1];
    dx[2] = x[0] * x[1] - m->beta * x[2];
}

void lorenz(const double parameters[3], double stop, double spacing, double rtol, double atol, double *rows,
            struct counts *counts) {
    double started = clock_now();
    struct model m = {parameters[0], parameters[1], parameters[2]};
    double x[N] = {1.0, 1.0, 1.0}, y[N], k[7][N], t = 0.0;
    long row = 0, steps = 0, rejected = 0;
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
        double reached = is_last ? stop : t + h;
        if ((double)row * spacing < reached) {
            double c[N][4];
            for (int i = 0; i < N; i++) interpolant(i, h, x, y, k, c[i]);
            for (double at; (at = (double)row * spacing) < reached; row++) {
                rows[row * (N + 1)] = at;
                for (int i = 0; i < N; i++) rows[row * (N + 1) + 1 + i] = interpolated((at - t) / h, x[i], c[i]);
            }
        }
        t = reached;
        for (int i = 0; i < N; i++) x[i] = y[i], k[0][i] = k[6][i];
        h *= change(error);
    }
    rows[row * (N + 1)] = t;
    for (int i = 0; i < N; i++) rows[row * (N + 1) + 1 + i] = x[i];
    *counts = (struct counts){clock_now() - started, steps, rejected, 0};
}
