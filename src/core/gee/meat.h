/* The middle of the sandwich, with the small-sample corrections.
 *
 * With the rows x, r of a walk (scaled, decorrelated), H = sum x x' = R'R and q = R^-T x,
 * cluster g has the score z_g = sum q r and the leverage matrix B_g = sum q q'; the
 * residuals of the cluster are corrected by f(I - H_gg), and since Q' f(QQ') = f(Q'Q) Q',
 *     meat = sum_g f(B_g) z_g z_g' f(B_g),      covariance = R^-1 meat R^-T,
 *     the others:         f(B) = I                (Liang & Zeger 1986)
 *     Kauermann-Carroll:  f(B) = (I - B)^-1/2     (2001; the principal square root of the
 *                         non-symmetric I - D H^-1 D' V^-1, whatever root of V is used)
 *     Mancl-DeRouen:      f(B) = (I - B)^-1       (2001)
 * by the eigenvalues of B_g, or of the rows' own products when the cluster has fewer rows
 * than columns. Cost per cluster O(rows p^2 + min(rows, p)^3), uncorrected O(rows p^2).
 *
 * Where B_g has the eigenvalue 1, the cluster alone determines a combination of
 * coefficients: its score has no component there, whatever the truth, and no sandwich
 * knows the variance. These directions add nothing to the meat and are reported. */
#ifndef VD_GEE_MEAT_H
#define VD_GEE_MEAT_H

#include <stddef.h>

#include "gee/walk.h"

typedef enum {
  VD_GEE_ROBUST,
  VD_GEE_DF,
  VD_GEE_KAUERMANN_CARROLL,
  VD_GEE_MANCL_DEROUEN,
  VD_GEE_MOREL,
  VD_GEE_MODEL
} vd_gee_vcov;

static const char *const vd_gee_vcov_names[] = {
    [VD_GEE_ROBUST] = "robust",
    [VD_GEE_DF] = "df",
    [VD_GEE_KAUERMANN_CARROLL] = "kauermann_carroll",
    [VD_GEE_MANCL_DEROUEN] = "mancl_derouen",
    [VD_GEE_MOREL] = "morel_bokossa_neerchal",
    [VD_GEE_MODEL] = "model",
};

typedef struct {
  double *meat;      /* p x p, full                                                  */
  double *direction; /* p x p: the first `directions` columns are orthonormal and    */
  int directions;    /* span what single clusters determine; R^-1 makes coefficients */
} vd_gee_sandwich;

size_t vd_gee_meat_work(int p);

/* `factor` from vd_gee_qr(), leading dimension p + 1. The walk must be by cluster. */
void vd_gee_meat(vd_gee_walk *walk, const double *factor, vd_gee_vcov type, double *work,
                 vd_gee_sandwich *out);

/* What a type of covariance then does to the p x p meat as a whole, of the model-based
 * one scale I is all that is left; false: too few rows or clusters for it. */
bool vd_gee_meat_finish(vd_gee_vcov type, const vd_clusters *groups, double scale, int p,
                        double *meat);

#endif
