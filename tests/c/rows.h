/* Rows of labels for the tests: a small data set, as rows and as a vd_set, so that
 * the counting routines can be held against sums over rows. */
#ifndef ROWS_H
#define ROWS_H

#include "estimate/set.h"

enum { ROWS = 60, CLASSES = 4, CLASSIFIERS = 3, CLUSTERS = 15 };

typedef struct {
  int label[ROWS * (1 + CLASSIFIERS)]; /* column-major, 1-based */
  int cluster[ROWS];                   /* 0-based; CLUSTERS of them */
  double count[ROWS];
  /* clusters as profiles */
  double start[CLUSTERS + 1], within[ROWS], multiplicity[CLUSTERS];
  int pattern[ROWS];
} rows;

/* A reproducible draw; the classifiers are right about two times in three. */
void rows_draw(rows *r, unsigned seed);

/* Every row its own cluster, or rows in clusters. The set borrows from r. */
vd_set rows_independent(const rows *r);
vd_set rows_clustered(const rows *r);

/* truth (column 0) and predictions (column 1 + c) of row i */
int rows_label(const rows *r, int i, int column);

/* A sum over clusters of the product of two sums over rows: the naive form of every
 * cross product. f and g give a row's part; independent rows when clustered is 0. */
typedef double (*row_value)(const rows *r, int i, const void *what);
double rows_cross(const rows *r, int clustered, row_value f, const void *f_what,
                  row_value g, const void *g_what);

#endif
