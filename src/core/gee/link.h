/* The links of a binomial mean, exact in both tails. */
#ifndef VD_GEE_LINK_H
#define VD_GEE_LINK_H

#include <math.h>

typedef enum { VD_LOGIT, VD_IDENTITY, VD_LOG } vd_link;

static const char *const vd_link_names[] = {
    [VD_LOGIT] = "logit", [VD_IDENTITY] = "identity", [VD_LOG] = "log"};

typedef struct {
  double mu;    /* mean                          */
  double rest;  /* 1 - mu, no digit lost near 1  */
  double slope; /* derivative of mu by eta       */
} vd_mean;

static inline vd_mean vd_link_mean(vd_link link, double eta) {
  vd_mean m;
  if (link == VD_LOGIT) {
    double e = exp(-fabs(eta)), large = 1 / (1 + e), small = e * large;
    m.mu = eta < 0 ? small : large;
    m.rest = eta < 0 ? large : small;
    m.slope = small * large;
  } else if (link == VD_LOG) {
    m.mu = exp(eta);
    m.rest = -expm1(eta);
    m.slope = m.mu;
  } else {
    m.mu = eta;
    m.rest = 1 - eta;
    m.slope = 1;
  }
  return m;
}

#endif
