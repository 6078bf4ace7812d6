/* Two classifiers' accuracies where only some of the rows on which they differ are
 * labelled: D = (M / N) (b - c) / m. The labelled ones are a random subset of the M. */
#ifndef VD_TEST_LABELLED_H
#define VD_TEST_LABELLED_H

#include "test/matched.h"

#include <stddef.h>

typedef struct {
  double n;        /* rows                                            */
  double differ;   /* M: rows on which the two differ                 */
  double labelled; /* m: those of them with a truth; at least 1 if M is */
  double b, c;     /* of these only the first, only the second right  */
} vd_labelled;

/* The statistic of "the difference is d0", which falls in d0: (D - d0) / sqrt(V0), with
 * V0 at the restricted maximum of the likelihood. Where all are labelled, Tango's. */
double vd_labelled_score(vd_labelled x, double d0);

/* The differences that it does not reject, |statistic| <= z. */
vd_limits vd_labelled_limits(vd_labelled x, double z);

/* Wald's variance of D: that of the labelled rows among those that differ, and that of M.
 */
double vd_labelled_variance(vd_labelled x);

#endif
