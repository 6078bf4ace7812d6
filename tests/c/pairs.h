/* Two classifiers as counts, for the tests of pairs. Rows are clusters. */
#ifndef PAIRS_H
#define PAIRS_H

#include "estimate/pair.h"

/* The rows that either predicts: s of both, only the first, only the second; f likewise.
 */
vd_pair pairs_predictive(const double s[3], const double f[3]);

/* McNemar's table. */
vd_pair pairs_matched(double a, double b, double c, double d);

/* A small generator: these tests need many tables, not good ones. */
unsigned pairs_next(unsigned *state, unsigned below);

#endif
