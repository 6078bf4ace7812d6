/* The entries that R may call, registered in init.c. */
#ifndef VERDICT_H
#define VERDICT_H

#include <Rinternals.h>

SEXP ffi_metrics_classes(SEXP x, SEXP metric, SEXP beta, SEXP selected);
SEXP ffi_metrics_joint(SEXP x, SEXP metric, SEXP average, SEXP classifier, SEXP kept,
                       SEXP beta, SEXP zero);

SEXP ffi_assess_intervals(SEXP kind, SEXP estimate, SEXP se, SEXP x, SEXP n, SEXP alpha,
                          SEXP z);

SEXP ffi_compare_proportions(SEXP x, SEXP metric, SEXP selected, SEXP pairs,
                             SEXP question);
SEXP ffi_compare_estimates(SEXP theta, SEXP vcov, SEXP pairs, SEXP question);

#endif
