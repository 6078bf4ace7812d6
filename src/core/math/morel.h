/* The correction of Morel, Bokossa & Neerchal (2003): a robust covariance V of p
 * coefficients, whose model-based covariance is M^-1, becomes factor V + share M^-1. */
#ifndef VD_MOREL_H
#define VD_MOREL_H

#include <math.h>
#include <stdbool.h>

typedef struct {
  double factor; /* (n - 1) / (n - p) G / (G - 1)                                  */
  double share;  /* p / (G - p), 1/2 unless G > 3 p, times max(1, trace(M V) / p)  */
} vd_morel;

/* Of n rows in G clusters. false: too few of either. */
static inline bool vd_morel_make(double n, double G, double p, double trace,
                                 vd_morel *out) {
  if (G <= 1 || n <= p) return false;
  out->factor = (n - 1) / (n - p) * (G / (G - 1));
  out->share = (G > 3 * p ? p / (G - p) : 0.5) * fmax(1, trace / p);
  return true;
}

#endif
