/* The Brusselator with diffusion on a square grid without flux at its rims, by CVODE with BDF and GMRES; the products of
   the Jacobian with a direction are exact. The seconds are those of the processor.

   The library is the one that scikit-sundae brings (SUNDIALS 7), which has no headers. */

#include <string.h>
#include <time.h>

#include "../counts.h"

typedef double realtype;
typedef void *N_Vector, *SUNContext, *SUNLinearSolver;
typedef int (*Derivatives)(realtype, N_Vector, N_Vector, void *);
typedef int (*Product)(N_Vector, N_Vector, realtype, N_Vector, N_Vector, void *, N_Vector);
enum { CV_NORMAL = 1, CV_BDF = 2, SUN_PREC_NONE = 0, NO_COMMUNICATION = 0 };

int SUNContext_Create(int, SUNContext *), SUNContext_Free(SUNContext *);
N_Vector N_VNew_Serial(int64_t, SUNContext);
double *N_VGetArrayPointer(N_Vector);
void N_VDestroy(N_Vector), *CVodeCreate(int, SUNContext), CVodeFree(void **);
int CVodeInit(void *, Derivatives, realtype, N_Vector), CVodeSStolerances(void *, realtype, realtype);
int CVodeSetUserData(void *, void *), CVodeSetMaxNumSteps(void *, long), CVodeSetStopTime(void *, realtype);
SUNLinearSolver SUNLinSol_SPGMR(N_Vector, int, int, SUNContext);
int SUNLinSolFree(SUNLinearSolver), CVodeSetLinearSolver(void *, SUNLinearSolver, void *);
int CVodeSetJacTimes(void *, void *, Product), CVode(void *, realtype, N_Vector, realtype *, int);
int CVodeGetNumSteps(void *, long *), CVodeGetNumErrTestFails(void *, long *);

struct grid {
    long side;
    double d;
};

/* The sum of the neighbours minus four times the cell; a neighbour outside is the cell itself. */
#define NEIGHBOURS(x, left, right, k) \
    (x[(k) - (left)] + x[(k) + (right)] + x##_above[k] + x##_below[k] - 4.0 * x[k])

static inline void row_of_derivatives(
    long n, double d, const double *restrict u, const double *restrict u_above, const double *restrict u_below,
    const double *restrict v, const double *restrict v_above, const double *restrict v_below, double *restrict du,
    double *restrict dv, long first, long last, long left, long right) {
    (void)n;
    for (long k = first; k < last; k++) {
        double reaction = u[k] * u[k] * v[k];
        du[k] = 1.0 + reaction - 4.4 * u[k] + d * NEIGHBOURS(u, left, right, k);
        dv[k] = 3.4 * u[k] - reaction + d * NEIGHBOURS(v, left, right, k);
    }
}

static int derivatives(realtype t, N_Vector y, N_Vector dy, void *data) {
    (void)t;
    const struct grid *grid = data;
    const long n = grid->side;
    const double d = grid->d, *u = N_VGetArrayPointer(y), *v = u + n * n;
    double *du = N_VGetArrayPointer(dy), *dv = du + n * n;
    for (long j = 0; j < n; j++) {
        long at = j * n, above = j ? at - n : at, below = j < n - 1 ? at + n : at;
        const double *ur = u + at, *ua = u + above, *ub = u + below, *vr = v + at, *va = v + above, *vb = v + below;
        row_of_derivatives(n, d, ur, ua, ub, vr, va, vb, du + at, dv + at, 0, 1, 0, 1);
        row_of_derivatives(n, d, ur, ua, ub, vr, va, vb, du + at, dv + at, 1, n - 1, 1, 1);
        row_of_derivatives(n, d, ur, ua, ub, vr, va, vb, du + at, dv + at, n - 1, n, 1, 0);
    }
    return 0;
}

static inline void row_of_product(
    double d, const double *restrict u, const double *restrict v, const double *restrict p,
    const double *restrict p_above, const double *restrict p_below, const double *restrict q,
    const double *restrict q_above, const double *restrict q_below, double *restrict dp, double *restrict dq, long first,
    long last, long left, long right) {
    for (long k = first; k < last; k++) {
        double reaction = 2.0 * u[k] * v[k] * p[k] + u[k] * u[k] * q[k];
        dp[k] = reaction - 4.4 * p[k] + d * NEIGHBOURS(p, left, right, k);
        dq[k] = 3.4 * p[k] - reaction + d * NEIGHBOURS(q, left, right, k);
    }
}

static int product(N_Vector way, N_Vector out, realtype t, N_Vector y, N_Vector dy, void *data, N_Vector work) {
    (void)t, (void)dy, (void)work;
    const struct grid *grid = data;
    const long n = grid->side;
    const double d = grid->d, *u = N_VGetArrayPointer(y), *v = u + n * n;
    const double *p = N_VGetArrayPointer(way), *q = p + n * n;
    double *dp = N_VGetArrayPointer(out), *dq = dp + n * n;
    for (long j = 0; j < n; j++) {
        long at = j * n, above = j ? at - n : at, below = j < n - 1 ? at + n : at;
        const double *ur = u + at, *vr = v + at, *pr = p + at, *pa = p + above, *pb = p + below;
        const double *qr = q + at, *qa = q + above, *qb = q + below;
        row_of_product(d, ur, vr, pr, pa, pb, qr, qa, qb, dp + at, dq + at, 0, 1, 0, 1);
        row_of_product(d, ur, vr, pr, pa, pb, qr, qa, qb, dp + at, dq + at, 1, n - 1, 1, 1);
        row_of_product(d, ur, vr, pr, pa, pb, qr, qa, qb, dp + at, dq + at, n - 1, n, 1, 0);
    }
    return 0;
}

static double processor_seconds(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* `states` are those at the start, and receive those at the end; `vectors` is the most that GMRES keeps. */
void brusselator_grid_cvode(
    long side, double d, double stop, double rtol, double atol, long vectors, double *states, struct counts *counts) {
    struct grid grid = {side, d};
    const long size = 2 * side * side;
    SUNContext context;
    double before = processor_seconds();
    SUNContext_Create(NO_COMMUNICATION, &context);
    N_Vector y = N_VNew_Serial(size, context);
    memcpy(N_VGetArrayPointer(y), states, (size_t)size * sizeof *states);
    void *memory = CVodeCreate(CV_BDF, context);
    CVodeInit(memory, derivatives, 0.0, y);
    CVodeSStolerances(memory, rtol, atol);
    CVodeSetUserData(memory, &grid);
    CVodeSetMaxNumSteps(memory, 1000000);
    SUNLinearSolver solver = SUNLinSol_SPGMR(y, SUN_PREC_NONE, (int)vectors, context);
    CVodeSetLinearSolver(memory, solver, NULL);
    CVodeSetJacTimes(memory, NULL, product);
    CVodeSetStopTime(memory, stop);
    realtype t = 0.0;
    CVode(memory, stop, y, &t, CV_NORMAL);
    counts->seconds = processor_seconds() - before;
    CVodeGetNumSteps(memory, &counts->steps);
    CVodeGetNumErrTestFails(memory, &counts->rejected);
    counts->events = 0;
    memcpy(states, N_VGetArrayPointer(y), (size_t)size * sizeof *states);
    CVodeFree(&memory);
    SUNLinSolFree(solver);
    N_VDestroy(y);
    SUNContext_Free(&context);
}
