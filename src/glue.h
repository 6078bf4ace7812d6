/* Shared by the glue: a prediction set as the core sees it, and list reading. */
#ifndef VERDICT_GLUE_H
#define VERDICT_GLUE_H

#include <R.h>
#include <Rinternals.h>

#include "core/test/compare.h"
#include "core/estimate/metrics.h"
#include "core/estimate/moments.h"
#include "core/estimate/sandwich.h"
#include "core/estimate/set.h"

SEXP glue_element(SEXP list, const char *name);
SEXP glue_optional(SEXP list, const char *name); /* R_NilValue when there is none */

/* The enumerator that element `i` of a character vector names: its place in the table
 * that stands beside the enum. `what` is for the error when there is none. */
int glue_code(SEXP x, R_xlen_t i, const char *what, const char *const *names, int n);
#define GLUE_CODE(x, i, what, names)                                                     \
  glue_code(x, i, what, names, (int)(sizeof(names) / sizeof *(names)))
#define GLUE_CHOICE(x, what, names) GLUE_CODE(x, 0, what, names)

/* Element `at` of a character vector. */
void glue_put_name(SEXP column, R_xlen_t at, const char *name);

/* The core knows only NaN for "no value"; R is told NA. */
double glue_number(double x);

/* The same as element `at` of a numeric column of a list. */
void glue_put_number(SEXP out, int column, R_xlen_t at, double value);

/* Borrows everything from the R object, which must stay reachable. A set that was changed
 * by hand is an error of class verdict_error_set: nothing in it can be a wrong index. */
vd_set glue_set(SEXP x);
void glue_abort_changed(const char *fault, const char *maker); /* does not return */

/* The classes that are asked for: 1-based, or VD_CORRECT. */
const int *glue_slices(const vd_set *set, SEXP selected);

/* The moments of the classes in `selected` (integer, 1-based or VD_CORRECT): those of
 * ffi_metrics_moments(), or, when `counted` is NULL, counted now. */
vd_moments *glue_moments(const vd_set *set, SEXP selected, SEXP counted);
vd_moments *glue_count_moments(const vd_set *set, SEXP selected, double *numbers);
size_t glue_moments_size(const vd_set *set);

vd_metric glue_metric(SEXP name);

/* The quantities that the R list(metric, beta, option, average, classifier, kept)
 * describes; the margins of the set that they need, with its prevalences if it has any,
 * and with room for one more classifier;
 * the effects of n of the quantities, those in `which` or (NULL) the first. An option is
 * NULL, a matrix of weights, or a function of a table that returns a value and its
 * derivatives. `runs_r`: whether R functions are among them. */
vd_quantity *glue_quantities(SEXP quantities, int n_classes);
vd_margins glue_margins(const vd_set *set, SEXP x, const vd_quantity *quantity,
                        R_xlen_t n);
vd_effects *glue_effects(const vd_quantity *quantity, const int *which, R_xlen_t n,
                         int n_classes);
int glue_runs_r(const vd_quantity *quantity, R_xlen_t n);

/* What the R list of plan_request() asks for. */
vd_request glue_request(SEXP request);

/* The same for one row, where rows have degrees of freedom and quantiles of their own. */
vd_request glue_request_row(vd_request q, SEXP request, R_xlen_t row);

/* `n` doubles, and likewise integers from `least` to `most`; one whole number of these.
 */
const double *glue_numbers(SEXP x, R_xlen_t n);
const int *glue_codes(SEXP x, R_xlen_t n, int least, int most);
int glue_whole(SEXP x, int least, int most);
vd_alternative glue_alternative(SEXP name);
vd_measure glue_measure(SEXP name);
vd_sandwich_type glue_vcov(SEXP name);

/* Outcomes of a cluster in some classes. */
vd_outcomes glue_outcomes(const vd_set *set, const int *selected, int n_selected);

/* The corrected cross products of the selected classes, whose moments are given. */
vd_sandwich *glue_sandwich(const vd_set *set, SEXP selected, int successes, int failures,
                           const vd_moments *moments, vd_sandwich_type type);

/* Two 1-based positions among n, a column each. */
const int *glue_pairs(SEXP pairs, R_xlen_t n);

/* Room for n doubles, until the end of the call. */
double *glue_doubles(size_t n);

/* A named list of `n` elements; the caller protects it and fills it in order. */
SEXP glue_named_list(const char *const *names, int n);

/* Elementary steps between two checks for an interrupt. */
#define GLUE_STEPS 1000000.0

/* for every chunk [lo, hi) of 0, ..., n - 1, with a check for an interrupt between two.
 * Who gets less far sets `hi`. */
#define GLUE_CHUNKS(lo, hi, n, size)                                                     \
  for (ptrdiff_t lo = 0, hi = glue_chunk_end(0, n, size); lo < (n);                      \
       lo = hi, hi = glue_chunk_end(lo, n, size))
ptrdiff_t glue_chunk_end(ptrdiff_t lo, ptrdiff_t n, ptrdiff_t size);

/* A check for an interrupt between GetRNGstate() and PutRNGstate(): who ends there leaves
 * R's generator where it is. */
void glue_interrupt_drawing(void);

/* Threads, where there is OpenMP: the `n` iterations of the loop that follows are divided
 * among them, a few at a time to whoever is free, as one of them may be kept waiting by
 * other work of the machine; they may neither call R nor draw from its generator. `steps`
 * is the work of all iterations: little of it takes one thread. */
#define GLUE_MOST_THREADS 1024
#define GLUE_SHARES 16
int glue_threads(int allowed, double steps, double n);
#ifdef _OPENMP
#include <omp.h>
#define GLUE_PRAGMA(x) _Pragma(#x)
#define GLUE_PARALLEL(threads, n)                                                        \
  GLUE_PRAGMA(omp parallel for num_threads(threads) if (threads > 1)                     \
                  schedule(dynamic, 1 + (n) / (GLUE_SHARES * (threads))))
#define glue_thread() omp_get_thread_num()
#else
#define GLUE_PARALLEL(threads, n)
#define glue_thread() 0
#endif

/* Profiles to take in one chunk, given the steps that one needs. */
ptrdiff_t glue_chunk(double steps_per_profile);

#endif
