/* A probability set as the core sees it. */
#ifndef VERDICT_GLUE_NUMERIC_H
#define VERDICT_GLUE_NUMERIC_H

#include "glue.h"

#include "core/numeric/units.h"

typedef struct {
  vd_binary rows;
  vd_units units;
  int n_models, n_strata, n_classes; /* 0 classes: binary, a column a model */
  const double *scores;
  const int *order, *stratum;
  const unsigned char *mark; /* of each place of an order that walks; see order.h */
} numeric_set;

/* Borrows from the R object; a set that was changed by hand is an error. `walks`: its
 * order is used, and so is looked at. */
void glue_numeric(SEXP x, numeric_set *set, int walks);

/* Marks of one model's order; 0 where it is not that of its scores. Calls nothing of R.
 */
int glue_mark(const numeric_set *set, int model, unsigned char *mark);

/* The error of a set whose order was changed by hand. */
void glue_abort_order(void);

/* The same with its order, of an event and the rest. */
void glue_binary(SEXP x, numeric_set *set);

/* Columns of numbers, the last one of text. */
SEXP glue_numeric_columns(const char *const *names, int n, int rows);

#endif
