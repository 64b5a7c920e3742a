/* A ladder of resistors and capacitors driven by a sine: dv_i = ((v_(i-1) - v_i) - (v_i - v_(i+1)))/(R C), v_0 = sin t,
   by CVODE with BDF and a band matrix. */

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <time.h>

#include "../counts.h"

struct ladder {
    long cells;
    double rate;
};

static int derivatives(realtype t, N_Vector y, N_Vector dy, void *data) {
    const struct ladder *ladder = data;
    const double *restrict v = N_VGetArrayPointer(y);
    double *restrict dv = N_VGetArrayPointer(dy);
    long n = ladder->cells;
    double rate = ladder->rate, into = sin(t) - v[0];
    for (long i = 0; i < n - 1; i++) {
        double on = v[i] - v[i + 1];
        dv[i] = rate * (into - on);
        into = on;
    }
    dv[n - 1] = rate * into;
    return 0;
}

static int jacobian(realtype t, N_Vector y, N_Vector dy, SUNMatrix J, void *data, N_Vector a, N_Vector b, N_Vector c) {
    (void)t, (void)y, (void)dy, (void)a, (void)b, (void)c;
    const struct ladder *ladder = data;
    long n = ladder->cells;
    double rate = ladder->rate;
    for (long i = 0; i < n; i++) {
        SM_ELEMENT_B(J, i, i) = i < n - 1 ? -2.0 * rate : -rate;
        if (i) SM_ELEMENT_B(J, i, i - 1) = rate;
        if (i < n - 1) SM_ELEMENT_B(J, i, i + 1) = rate;
    }
    return 0;
}

void ladder_cvode(long cells, double rate, double stop, double rtol, double atol, double *final, struct counts *counts) {
    struct ladder ladder = {cells, rate};
    SUNContext context;
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(cells, context);
    N_VConst(0.0, y);
    void *memory = CVodeCreate(CV_BDF, context);
    CVodeInit(memory, derivatives, 0.0, y);
    CVodeSStolerances(memory, rtol, atol);
    CVodeSetUserData(memory, &ladder);
    CVodeSetMaxNumSteps(memory, 1000000);
    SUNMatrix matrix = SUNBandMatrix(cells, 1, 1, context);
    SUNLinearSolver solver = SUNLinSol_Band(y, matrix, context);
    CVodeSetLinearSolver(memory, solver, matrix);
    CVodeSetJacFn(memory, jacobian);
    CVodeSetStopTime(memory, stop);
    realtype t = 0.0;
    CVode(memory, stop, y, &t, CV_NORMAL);
    clock_gettime(CLOCK_MONOTONIC, &after);
    counts->seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    CVodeGetNumSteps(memory, &counts->steps);
    CVodeGetNumErrTestFails(memory, &counts->rejected);
    counts->events = 0;
    for (long i = 0; i < cells; i++) final[i] = N_VGetArrayPointer(y)[i];
    CVodeFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    SUNContext_Free(&context);
}
