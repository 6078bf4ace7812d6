/* A column of labels, read in place: which slot has row i?
 *
 * Slot 0 is "no label" (NA, or a code outside its range), slots 1, 2, ... are
 * the column's own labels. What a slot means is settled after counting, so the
 * loop over the rows maps nothing. */
#ifndef VD_COLUMN_H
#define VD_COLUMN_H

#include <stddef.h>
#include <stdint.h>
#include "count/labels.h"

enum { VD_CHUNK = 1024 }; /* rows worked on at a time: a buffer of them fits L1 */

typedef enum {
  VD_COLUMN_CODE = 0,   /* int, slot = x - base: factor, logical, narrow integer */
  VD_COLUMN_WHOLE,      /* double holding whole numbers, slot = x - base         */
  VD_COLUMN_KEY_INT,    /* int, through a dictionary                             */
  VD_COLUMN_KEY_DOUBLE, /* double, through a dictionary                          */
  VD_COLUMN_KEY_POINTER /* address, through a dictionary                         */
} vd_column_type;

static const char *const vd_column_names[] = {
    [VD_COLUMN_CODE] = "code",
    [VD_COLUMN_WHOLE] = "whole",
    [VD_COLUMN_KEY_INT] = "key_int",
    [VD_COLUMN_KEY_DOUBLE] = "key_double",
    [VD_COLUMN_KEY_POINTER] = "key_pointer",
};

typedef struct {
  vd_column_type type;
  const void *data;
  int base;
  uint32_t n_slots; /* 1 + number of labels */
  vd_dictionary dict;
} vd_column;

/* Slot of a code. NA (INT_MIN) and malformed codes fall outside [1, n_slots). */
static inline uint32_t vd_column_slot(int code, uint32_t base, uint32_t n_slots) {
  const uint32_t u = (uint32_t)code - base;
  return u < n_slots ? u : 0;
}

/* Slots of rows lo, ..., lo + n - 1; n <= VD_CHUNK. */
void vd_column_slots(const vd_column *x, ptrdiff_t lo, ptrdiff_t n, uint32_t *slot);

/* Dictionary keys of the same rows, for the VD_KEY_ kinds. -0 has the key of 0,
 * every NaN the key of one NaN. */
void vd_column_keys(const vd_column *x, ptrdiff_t lo, ptrdiff_t n, uint64_t *key);

/* Smallest and largest value of rows lo, ..., hi - 1 that are not INT_MIN (R's
 * NA), widening *min and *max. */
void vd_column_range_int(const int *x, ptrdiff_t lo, ptrdiff_t hi, int *min, int *max);

/* The same for doubles, NaN left out. Returns the first row that holds a
 * fraction or an infinity, or -1. */
ptrdiff_t vd_column_range_double(const double *x, ptrdiff_t lo, ptrdiff_t hi, double *min,
                                 double *max);

#endif
