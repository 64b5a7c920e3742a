/* RODAS4 (Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.7), for autonomous systems.

   G k_i = f(x + sum a_ij k_j) + sum c_ij/h k_j with G = 1/(h/4) - J; the error estimate is k_6. */

#include "counts.h"

#define NOW __attribute__((always_inline)) static inline

static const double A[6][5] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1.0},
};
static const double C[6][5] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054},
};
static const double GAMMA = 0.25;

/* The factor for the next step; `error` is the squared error relative to the tolerance. */
NOW double change(double error) {
    if (error < 1e-20) return 6.0;
    return larger(0.2, smaller(6.0, 0.9 * power(error, -0.125)));
}
