/* The way from columns to patterns and profiles as the glue goes it, with malloc, and
 * the same by brute force. */
#ifndef COUNTING_H
#define COUNTING_H

#include "count/direct.h"
#include "count/hash.h"
#include "count/pattern.h"
#include "count/profile.h"

typedef struct {
  ptrdiff_t n_rows;
  int n_col, n_classes, n_levels;
  const vd_column *col;
  const int *const *map;
  vd_weights weights;
  bool tracked;   /* patterns of rows wanted           */
  int first_bits; /* of a hash table to begin with     */
  bool no_direct; /* always use a hash table           */
} counting;

typedef struct {
  ptrdiff_t n;
  int *pattern;   /* [n * n_col], column-major */
  double *count;  /* [n]                       */
  double missing; /* count of rows without class */
  int *of_row;    /* [n_rows], if tracked      */
  bool *used;     /* [n_col * (n_classes + 1)] */
} counted;

counted counting_run(const counting *in);
counted counting_naive(const counting *in);
void counting_free(counted *x);

/* Are both the same, counts to a relative 1e-12? */
bool counting_same(const counted *a, const counted *b, const counting *in);

/* A column over a buffer: codes with a base, and labels 1, ..., n_labels. */
vd_column counting_codes(const int *data, int base, int n_labels);

/* A dictionary of the keys of a column, grown as needed; to be freed. Sets n_slots. */
void counting_dictionary(vd_column *col, ptrdiff_t n_rows);
void counting_drop_dictionary(vd_column *col);

/* Pseudorandom numbers below n, the same on every machine. */
uint32_t counting_draw(uint64_t *state, uint32_t n);

#endif
