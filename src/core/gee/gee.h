/* Generalized estimating equations for a binomial mean (Liang & Zeger 1986).
 *
 * mu = h(offset + x b), variance phi mu (1 - mu) / w, working correlation independence or
 * exchangeable. Solves sum_g D_g' V_g^-1 (y_g - mu_g) = 0 by Fisher scoring; each step is
 * a least-squares problem on the rows scaled by the working variance and decorrelated
 * (gee_walk.h), solved by QR. The moment estimates of phi and alpha are renewed at each
 * value of b, so the equation holds at convergence for the alpha that belongs to b.
 *
 * Cost: a step is O(n p^2), memory four vectors of n; the design is only read. */
#ifndef VD_GEE_H
#define VD_GEE_H

#include <stdbool.h>
#include <stddef.h>

#include "gee/link.h"
#include "gee/factor.h"

typedef enum { VD_INDEPENDENCE, VD_EXCHANGEABLE } vd_corstr;

static const char *const vd_corstr_names[] = {
    [VD_INDEPENDENCE] = "independence", [VD_EXCHANGEABLE] = "exchangeable"};

typedef enum {
  VD_GEE_GOING = 0, /* one more step, please                                    */
  VD_GEE_CONVERGED,
  VD_GEE_NO_START,   /* the starting values give means outside (0, 1)            */
  VD_GEE_SEPARATED,  /* the last step is a direction without end                 */
  VD_GEE_BLOCKED,    /* no shorter step keeps the means inside (0, 1) or helps   */
  VD_GEE_SINGULAR,   /* the weighted design lost a column: `column`              */
  VD_GEE_CORRELATION /* alpha outside the range where R is positive definite     */
} vd_gee_status;

static const char *const vd_gee_status_names[] = {
    [VD_GEE_GOING] = "going",
    [VD_GEE_CONVERGED] = "converged",
    [VD_GEE_NO_START] = "no_start",
    [VD_GEE_SEPARATED] = "separated",
    [VD_GEE_BLOCKED] = "blocked",
    [VD_GEE_SINGULAR] = "singular",
    [VD_GEE_CORRELATION] = "correlation",
};

typedef struct {
  ptrdiff_t n;
  int p;
  const double *x;      /* n x p by column, of full rank                           */
  const double *y;      /* n, in [0, 1]                                            */
  const double *weight; /* n, >= 0, or NULL: all 1                                 */
  const double *offset; /* n, or NULL: all 0                                       */
  vd_clusters groups;   /* rows of positive weight only                            */
  vd_link link;
  vd_corstr corstr;
  double scale;     /* phi if it is known, else NAN                            */
  bool less_p;      /* moments over n - p and pairs - p (gee), not n and pairs */
  double tolerance; /* on the length of a step, in standard errors (phi = 1)   */
} vd_gee_model;

/* Everything in the caller's memory. */
typedef struct {
  double *beta, *step;     /* p: coefficients, and the last step from them       */
  double *eta, *trial;     /* n: linear predictor, and that of a step            */
  double *root, *residual; /* n: square root of the working weight; Pearson's r  */
  double *candidate;       /* p                                                  */
  double *factor;          /* (p+1)^2: see vd_gee_qr()                           */
  double *carry;           /* p + 1                                              */
  double *work;            /* vd_gee_qr_work(p)                                  */
  double phi, alpha;       /* alpha is NAN where no cluster has two rows         */
  double deviance, size;   /* deviance at beta; length of the step               */
  double noise;            /* what rounding leaves of a step                     */
  double unit;             /* of a step: a standard error, or less if weights are*/
  int iterations, column;
  bool settled; /* the independence solution has been reached         */
  bool quick;   /* the last step is from the normal equations         */
  bool exact;   /* steps are too short for them, or the design is     */
} vd_gee_fit;

/* Takes beta as the start and evaluates it. */
vd_gee_status vd_gee_start(const vd_gee_model *model, vd_gee_fit *fit);

/* One step of Fisher scoring, halved until the means are inside (0, 1) and, under
 * independence, the deviance does not rise. The exchangeable solution starts from the
 * independence solution. At VD_GEE_CONVERGED beta, factor, phi and alpha agree. */
vd_gee_status vd_gee_iterate(const vd_gee_model *model, vd_gee_fit *fit);

/* Where the last step moves each row, after VD_GEE_SEPARATED: 1 or -1, 0 if it stands
 * still. */
void vd_gee_towards(const vd_gee_model *model, vd_gee_fit *fit, int *towards);

/* Fills phi and alpha from the residuals. */
void vd_gee_moments(const vd_gee_model *model, vd_gee_fit *fit);

/* A walk over the model's rows at fit's beta, with working correlation alpha; in storage
 * order if that makes no difference (alpha == 0) and clusters need not be told apart. */
void vd_gee_walk_at(const vd_gee_model *model, const vd_gee_fit *fit, double alpha,
                    bool by_cluster, vd_gee_walk *walk);

#endif
