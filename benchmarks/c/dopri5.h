/* The method of Dormand and Prince for a fixed number of states, everything inlined.

   The including file defines N and `struct model`, and `derivatives` of the latter. Error norm, choice of
   steps and interpolant are those of the program that is measured, so that both take the same steps. */

#include "counts.h"

#define NOW __attribute__((always_inline)) static inline

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]);

/* Try a step from x, whose derivatives are in k[0], to y; the square of the error relative to the tolerance. */
NOW double attempt(double t, double h, const double x[N], const struct model *m, double k[7][N], double y[N],
                   double rtol, double atol) {
    double z[N];
    for (int i = 0; i < N; i++) z[i] = x[i] + h * (1.0 / 5 * k[0][i]);
    derivatives(t + 1.0 / 5 * h, z, m, k[1]);
    for (int i = 0; i < N; i++) z[i] = x[i] + h * (3.0 / 40 * k[0][i] + 9.0 / 40 * k[1][i]);
    derivatives(t + 3.0 / 10 * h, z, m, k[2]);
    for (int i = 0; i < N; i++) z[i] = x[i] + h * (44.0 / 45 * k[0][i] - 56.0 / 15 * k[1][i] + 32.0 / 9 * k[2][i]);
    derivatives(t + 4.0 / 5 * h, z, m, k[3]);
    for (int i = 0; i < N; i++)
        z[i] = x[i] + h * (19372.0 / 6561 * k[0][i] - 25360.0 / 2187 * k[1][i] + 64448.0 / 6561 * k[2][i]
                           - 212.0 / 729 * k[3][i]);
    derivatives(t + 8.0 / 9 * h, z, m, k[4]);
    for (int i = 0; i < N; i++)
        z[i] = x[i] + h * (9017.0 / 3168 * k[0][i] - 355.0 / 33 * k[1][i] + 46732.0 / 5247 * k[2][i]
                           + 49.0 / 176 * k[3][i] - 5103.0 / 18656 * k[4][i]);
    derivatives(t + h, z, m, k[5]);
    for (int i = 0; i < N; i++)
        y[i] = x[i] + h * (35.0 / 384 * k[0][i] + 500.0 / 1113 * k[2][i] + 125.0 / 192 * k[3][i]
                           - 2187.0 / 6784 * k[4][i] + 11.0 / 84 * k[5][i]);
    derivatives(t + h, y, m, k[6]);
    double total = 0.0;
    for (int i = 0; i < N; i++) {
        double error = h * (71.0 / 57600 * k[0][i] - 71.0 / 16695 * k[2][i] + 71.0 / 1920 * k[3][i]
                            - 17253.0 / 339200 * k[4][i] + 22.0 / 525 * k[5][i] - 1.0 / 40 * k[6][i]);
        double ratio = error / (atol + rtol * larger(fabs(x[i]), fabs(y[i])));
        total += ratio * ratio;
    }
    return total / N;
}

/* The interpolant of one state: x + th*(c0 + (1-th)*(c1 + th*(c2 + (1-th)*c3))). */
NOW void interpolant(int i, double h, const double x[N], const double y[N], double k[7][N], double c[4]) {
    c[0] = y[i] - x[i];
    c[1] = h * k[0][i] - c[0];
    c[2] = c[0] - h * k[6][i] - c[1];
    c[3] = h * (-12715105075.0 / 11282082432 * k[0][i] + 87487479700.0 / 32700410799 * k[2][i]
                - 10690763975.0 / 1880347072 * k[3][i] + 701980252875.0 / 199316789632 * k[4][i]
                - 1453857185.0 / 822651844 * k[5][i] + 69997945.0 / 29380423 * k[6][i]);
}

NOW double interpolated(double th, double x, const double c[4]) {
    double rest = 1.0 - th;
    return x + th * (c[0] + rest * (c[1] + th * (c[2] + rest * c[3])));
}

/* The last zero within the step of (interpolant of x) - level, which has the other sign at the end of the step:
   Newton from the right, kept within its bracket. */
NOW double crossing(double x, const double c[4], double level) {
    double a1 = c[0] + c[1], a2 = c[2] + c[3] - c[1], a3 = -c[2] - 2.0 * c[3], a4 = c[3], a0 = x - level;
    double low = 0.0, high = 1.0, at = 1.0;
    int end = a0 + a1 + a2 + a3 + a4 > 0.0;
    for (int i = 0; i < 60; i++) {
        double f = a0 + at * (a1 + at * (a2 + at * (a3 + at * a4)));
        double slope = a1 + at * (2.0 * a2 + at * (3.0 * a3 + at * 4.0 * a4));
        if ((f > 0.0) == end) high = at; else low = at;
        double next = at - f / slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        double moved = fabs(next - at);
        at = next;
        if (moved <= 1e-12 || high - low <= 1e-12) break;
    }
    return at;
}

/* A first step for which an explicit Euler step changes little (Hairer, Norsett and Wanner, section II.4). */
NOW double first_step(double t, double stop, const double x[N], const struct model *m, const double dx[N],
                      double rtol, double atol) {
    double size = 0.0, slope = 0.0, bend = 0.0, z[N], dz[N];
    for (int i = 0; i < N; i++) {
        double scale = atol + rtol * fabs(x[i]);
        size = larger(size, fabs(x[i]) / scale);
        slope = larger(slope, fabs(dx[i]) / scale);
    }
    double h = size < 1e-5 || slope < 1e-5 ? 1e-6 : 0.01 * size / slope;
    h = smaller(h, stop - t);
    for (int i = 0; i < N; i++) z[i] = x[i] + h * dx[i];
    derivatives(t + h, z, m, dz);
    for (int i = 0; i < N; i++) bend = larger(bend, fabs(dz[i] - dx[i]) / (atol + rtol * fabs(x[i])));
    double most = larger(slope, bend / h);
    double second = most > 1e-15 ? power(0.01 / most, 1.0 / 5) : larger(1e-6, 1e-3 * h);
    return smaller(100.0 * h, second);
}

NOW double change(double error) {
    if (error < 1e-20) return 5.0;
    return larger(0.2, smaller(5.0, 0.9 * power(error, -0.1)));
}
