/* A tank under a sampled regulator: a step to each sample, the regulator, and on from there. */

#define N 1

struct model {
    double inflow, hole, g, area;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    dx[0] = (m->inflow - m->hole * sqrt(2.0 * m->g * larger(x[0], 0.0))) / m->area;
}

struct loop {
    double inflow_max, area, g, gain, ti, limit, period, small, large, wanted;
};

void tank(const struct loop *p, double stop, double spacing, double rtol, double atol, double *rows,
          struct counts *counts) {
    double started = clock_now();
    const double hole_grows = 100.0;
    struct model m = {0.0, p->small, p->g, p->area};
    double x[N] = {0.0}, y[N], k[7][N], t = 0.0, h = 0.0, next = 0.0, sum = 0.0, new_sum = 0.0;
    long row = 0, steps = 0, rejected = 0, samples = 0;
    while (t < stop) {
        if (t >= next) {
            sum = new_sum;
            double e = p->wanted - x[0];
            double u = p->gain * (e + sum);
            new_sum = sum + (fabs(e) < p->limit ? p->period / p->ti * e : 0.0);
            next = t + p->period;
            m.inflow = p->inflow_max * larger(0.0, smaller(u, 1.0));
            samples++;
        }
        m.hole = t < hole_grows ? p->small : p->large;
        double limit = smaller(next, stop);
        if (t < hole_grows) limit = smaller(limit, hole_grows);
        derivatives(t, x, &m, k[0]);
        if (h == 0.0) h = first_step(t, stop, x, &m, k[0], rtol, atol);
        while (t < limit) {
            int is_last = t + 1.0000001 * h >= limit;
            double wished = h;
            if (is_last) h = limit - t;
            steps++;
            double error = attempt(t, h, x, &m, k, y, rtol, atol);
            if (!(error <= 1.0)) {
                rejected++;
                h *= isnan(error) ? 0.1 : smaller(0.9, change(error));
                continue;
            }
            double reached = is_last ? limit : t + h;
            if ((double)row * spacing < reached) {
                double c[4];
                interpolant(0, h, x, y, k, c);
                for (double at; (at = (double)row * spacing) < reached; row++) {
                    rows[2 * row] = at;
                    rows[2 * row + 1] = interpolated((at - t) / h, x[0], c);
                }
            }
            t = reached;
            x[0] = y[0], k[0][0] = k[6][0];
            h *= change(error);
            if (is_last) h = larger(h, wished);
        }
    }
    rows[2 * row] = t;
    rows[2 * row + 1] = x[0];
    *counts = (struct counts){clock_now() - started, steps, rejected, samples};
}
