/* The Brusselator with diffusion in one dimension, in cells: states u_0 v_0 u_1 v_1 ...

   J is block tridiagonal, its blocks 2 by 2, those off the diagonal the same number times the unit matrix. */

#include <stdlib.h>

#include "rodas4.h"

struct block {
    double uu, uv, vu, vv;
};

static void derivatives(long cells, double flow, const double *restrict x, double *restrict dx) {
    for (long i = 0; i < cells; i++) {
        double u = x[2 * i], v = x[2 * i + 1];
        double u_left = i ? x[2 * i - 2] : 1.0, v_left = i ? x[2 * i - 1] : 3.0;
        double u_right = i < cells - 1 ? x[2 * i + 2] : 1.0, v_right = i < cells - 1 ? x[2 * i + 3] : 3.0;
        double reaction = u * u * v;
        dx[2 * i] = 1.0 + reaction - 4.0 * u + flow * (u_left - 2.0 * u + u_right);
        dx[2 * i + 1] = 3.0 * u - reaction + flow * (v_left - 2.0 * v + v_right);
    }
}

/* The inverse of each pivot block of G = g - J. */
static void factorize(long cells, double flow, double g, const double *restrict x, struct block *restrict inverse) {
    double square = flow * flow;
    for (long i = 0; i < cells; i++) {
        double u = x[2 * i], v = x[2 * i + 1];
        struct block d = {g - 2.0 * u * v + 4.0 + 2.0 * flow, -u * u, -3.0 + 2.0 * u * v, g + u * u + 2.0 * flow};
        if (i) {
            d.uu -= square * inverse[i - 1].uu, d.uv -= square * inverse[i - 1].uv;
            d.vu -= square * inverse[i - 1].vu, d.vv -= square * inverse[i - 1].vv;
        }
        double part = 1.0 / (d.uu * d.vv - d.uv * d.vu);
        inverse[i] = (struct block){part * d.vv, -part * d.uv, -part * d.vu, part * d.uu};
    }
}

static void solve(long cells, double flow, const struct block *restrict inverse, double *restrict b) {
    double u = 0.0, v = 0.0;
    for (long i = 0; i < cells; i++) {
        double u_sum = b[2 * i] + flow * u, v_sum = b[2 * i + 1] + flow * v;
        u = b[2 * i] = inverse[i].uu * u_sum + inverse[i].uv * v_sum;
        v = b[2 * i + 1] = inverse[i].vu * u_sum + inverse[i].vv * v_sum;
    }
    for (long i = cells - 2; i >= 0; i--) {
        double u_right = flow * b[2 * i + 2], v_right = flow * b[2 * i + 3];
        b[2 * i] += inverse[i].uu * u_right + inverse[i].uv * v_right;
        b[2 * i + 1] += inverse[i].vu * u_right + inverse[i].vv * v_right;
    }
}

/* y = x + sum of a_j k_j, and sum = the sum of c_j/h k_j. */
#define COMBINE(S)                                                                                                    \
    for (long i = 0; i < n; i++) {                                                                                    \
        double a = x[i], c = 0.0;                                                                                     \
        _Pragma("GCC unroll 6") for (int j = 0; j < S; j++) a += A[S][j] * k[j * n + i], c += C[S][j] * k[j * n + i]; \
        y[i] = a, sum[i] = c / h;                                                                                     \
    }

static void combine(int stage, long n, double h, const double *restrict x, const double *restrict k,
                    double *restrict y, double *restrict sum) {
    switch (stage) {
    case 1: COMBINE(1) break;
    case 2: COMBINE(2) break;
    case 3: COMBINE(3) break;
    case 4: COMBINE(4) break;
    case 5: COMBINE(5) break;
    }
}

static double attempt(long cells, double flow, double h, const double *restrict x, const double *restrict dx,
                      double *restrict y, double *restrict k, double *restrict sum, struct block *restrict inverse,
                      double rtol, double atol) {
    long n = 2 * cells;
    factorize(cells, flow, 1.0 / (GAMMA * h), x, inverse);
    memcpy(k, dx, (size_t)n * sizeof *k);
    solve(cells, flow, inverse, k);
    for (int s = 1; s < 6; s++) {
        combine(s, n, h, x, k, y, sum);
        derivatives(cells, flow, y, k + s * n);
        for (long i = 0; i < n; i++) k[s * n + i] += sum[i];
        solve(cells, flow, inverse, k + s * n);
    }
    double total = 0.0;
    for (long i = 0; i < n; i++) {
        double error = k[5 * n + i];
        y[i] += error;
        double ratio = error / (atol + rtol * larger(fabs(x[i]), fabs(y[i])));
        total += ratio * ratio;
    }
    return total / (double)n;
}

void brusselator(long cells, double alpha, double stop, double rtol, double atol, double *x, struct counts *counts) {
    double started = clock_now();
    long n = 2 * cells, steps = 0, rejected = 0;
    double flow = alpha * (double)((cells + 1) * (cells + 1)), t = 0.0, h = 1e-6;
    double *y = malloc((size_t)n * 9 * sizeof *y), *dx = y + n, *sum = dx + n, *k = sum + n;
    struct block *inverse = malloc((size_t)cells * sizeof *inverse);
    int is_after_rejection = 0;
    derivatives(cells, flow, x, dx);
    while (t < stop) {
        int is_last = t + 1.0000001 * h >= stop;
        if (is_last) h = stop - t;
        steps++;
        double error = attempt(cells, flow, h, x, dx, y, k, sum, inverse, rtol, atol);
        if (!(error <= 1.0)) {
            rejected++;
            is_after_rejection = 1;
            h *= isnan(error) ? 0.1 : smaller(0.9, change(error));
            continue;
        }
        t = is_last ? stop : t + h;
        memcpy(x, y, (size_t)n * sizeof *x);
        derivatives(cells, flow, x, dx);
        double factor = change(error);
        h *= is_after_rejection ? smaller(1.0, factor) : factor;
        is_after_rejection = 0;
    }
    free(y);
    free(inverse);
    *counts = (struct counts){clock_now() - started, steps, rejected, 0};
}
