/* The tank under a sampled regulator for many gains and integration times, with the integral of the squared error as a
   second state. */

#define N 2

struct model {
    double inflow, hole, g, area, wanted;
};

#include "dopri5.h"

NOW void derivatives(double t, const double x[N], const struct model *m, double dx[N]) {
    (void)t;
    double e = m->wanted - x[0];
    dx[0] = (m->inflow - m->hole * sqrt(2.0 * m->g * larger(x[0], 0.0))) / m->area;
    dx[1] = e * e;
}

struct loop {
    double inflow_max, area, g, gain, ti, limit, period, small, large, wanted;
};

/* `members` has a gain and an integration time for each. */
void tank_sweep(const struct loop *p, const double *members, long count, double stop, double rtol, double atol,
                double *integrals, struct counts *counts) {
    double started = clock_now();
    const double hole_grows = 100.0;
    long steps = 0, rejected = 0, samples = 0;
    for (long member = 0; member < count; member++) {
        double gain = members[2 * member], ti = members[2 * member + 1];
        struct model m = {0.0, p->small, p->g, p->area, p->wanted};
        double x[N] = {0.0, 0.0}, y[N], k[7][N], t = 0.0, h = 0.0, next = 0.0, sum = 0.0, new_sum = 0.0;
        while (t < stop) {
            if (t >= next) {
                sum = new_sum;
                double e = p->wanted - x[0];
                double u = gain * (e + sum);
                new_sum = sum + (fabs(e) < p->limit ? p->period / ti * e : 0.0);
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
                t = is_last ? limit : t + h;
                for (int i = 0; i < N; i++) x[i] = y[i], k[0][i] = k[6][i];
                h *= change(error);
                if (is_last) h = larger(h, wished);
            }
        }
        integrals[member] = x[1];
    }
    *counts = (struct counts){clock_now() - started, steps, rejected, samples};
}
