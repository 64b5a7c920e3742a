/* RODAS4 for a fixed number of states, everything inlined.

   The including file defines N and `struct model`, its `derivatives`, and `factorize` and `solve` for G: with
   G = g - J no rows need be exchanged in these problems. */

#include "rodas4.h"

NOW void derivatives(const double x[N], const struct model *m, double dx[N]);
NOW void factorize(double g, const double x[N], const struct model *m, double lu[N][N]);
NOW void solve(double lu[N][N], double b[N]);

/* Try a step from x to y; the square of the error relative to the tolerance. */
NOW double attempt(double h, const double x[N], const double dx[N], const struct model *m, double y[N],
                   double rtol, double atol) {
    double lu[N][N], k[6][N];
    factorize(1.0 / (GAMMA * h), x, m, lu);
    for (int i = 0; i < N; i++) k[0][i] = dx[i];
    solve(lu, k[0]);
#pragma GCC unroll 6
    for (int s = 1; s < 6; s++) {
        for (int i = 0; i < N; i++) {
            y[i] = x[i];
#pragma GCC unroll 6
            for (int j = 0; j < s; j++) y[i] += A[s][j] * k[j][i];
        }
        derivatives(y, m, k[s]);
        for (int i = 0; i < N; i++) {
            double sum = 0.0;
#pragma GCC unroll 6
            for (int j = 0; j < s; j++) sum += C[s][j] * k[j][i];
            k[s][i] += sum / h;
        }
        solve(lu, k[s]);
    }
    double total = 0.0;
    for (int i = 0; i < N; i++) {
        y[i] += k[5][i];
        double ratio = k[5][i] / (atol + rtol * larger(fabs(x[i]), fabs(y[i])));
        total += ratio * ratio;
    }
    return total / N;
}

NOW void integrate(double x[N], const struct model *m, double stop, double rtol, double atol,
                   struct counts *counts) {
    double started = clock_now();
    double y[N], dx[N], t = 0.0;
    long steps = 0, rejected = 0;
    int is_after_rejection = 0;
    double h = 1e-6;
    derivatives(x, m, dx);
    while (t < stop) {
        int is_last = t + 1.0000001 * h >= stop;
        if (is_last) h = stop - t;
        steps++;
        double error = attempt(h, x, dx, m, y, rtol, atol);
        if (!(error <= 1.0)) {
            rejected++;
            is_after_rejection = 1;
            h *= isnan(error) ? 0.1 : smaller(0.9, change(error));
            continue;
        }
        t = is_last ? stop : t + h;
        for (int i = 0; i < N; i++) x[i] = y[i];
        derivatives(x, m, dx);
        double factor = change(error);
        h *= is_after_rejection ? smaller(1.0, factor) : factor;
        is_after_rejection = 0;
    }
    *counts = (struct counts){clock_now() - started, steps, rejected, 0};
}
