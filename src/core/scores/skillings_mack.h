/* Skillings and Mack (1981): Friedman's test where scores are missing. With all scores
 * there it is Friedman's chi-squared, corrected for ties. */
#ifndef VD_SKILLINGS_MACK_H
#define VD_SKILLINGS_MACK_H

#include "scores/friedman.h"

/* `rank` is within rows, NAN where there is no score; rows with fewer than two say
 * nothing. df is k - 1, less where the classifiers fall into groups that no row links
 * (VD_STATUS_NOT_LINKED, and no p-value). `work` holds vd_skillings_mack_work(k). */
size_t vd_skillings_mack_work(int k);
vd_rank_test vd_skillings_mack(ptrdiff_t n, int k, const double *rank, double *work);

#endif
