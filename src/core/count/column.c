#include "count/column.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static inline void slots_of_codes(const int *restrict data, uint32_t base,
                                  uint32_t n_slots, ptrdiff_t n,
                                  uint32_t *restrict slot) {
  for (ptrdiff_t i = 0; i < n; i++) slot[i] = vd_column_slot(data[i], base, n_slots);
}

static void slots_of_whole(const vd_column *x, ptrdiff_t lo, ptrdiff_t n,
                           uint32_t *slot) {
  const double *data = (const double *)x->data + lo;
  const double base = x->base, n_slots = x->n_slots;
  for (ptrdiff_t i = 0; i < n; i++) {
    const double u = data[i] - base;
    slot[i] = u >= 1 && u < n_slots ? (uint32_t)u : 0;
  }
}

static uint64_t key_of_double(double x) {
  uint64_t key;
  x = isnan(x) ? NAN : x + 0.0;
  memcpy(&key, &x, sizeof key);
  return key;
}

void vd_column_keys(const vd_column *x, ptrdiff_t lo, ptrdiff_t n, uint64_t *key) {
  if (x->type == VD_COLUMN_KEY_INT) {
    const int *data = (const int *)x->data + lo;
    for (ptrdiff_t i = 0; i < n; i++) key[i] = (uint32_t)data[i];
  } else if (x->type == VD_COLUMN_KEY_DOUBLE) {
    const double *data = (const double *)x->data + lo;
    for (ptrdiff_t i = 0; i < n; i++) key[i] = key_of_double(data[i]);
  } else {
    const void *const *data = (const void *const *)x->data + lo;
    for (ptrdiff_t i = 0; i < n; i++) key[i] = (uint64_t)(uintptr_t)data[i];
  }
}

/* Where n is VD_CHUNK it is written so: compilers vectorise loops of known length
 * at the optimisation level that packages are built with. */
void vd_column_slots(const vd_column *x, ptrdiff_t lo, ptrdiff_t n, uint32_t *slot) {
  if (x->type == VD_COLUMN_CODE) {
    const int *data = (const int *)x->data + lo;
    if (n == VD_CHUNK)
      slots_of_codes(data, (uint32_t)x->base, x->n_slots, VD_CHUNK, slot);
    else
      slots_of_codes(data, (uint32_t)x->base, x->n_slots, n, slot);
  } else if (x->type == VD_COLUMN_WHOLE) {
    slots_of_whole(x, lo, n, slot);
  } else {
    uint64_t key[VD_CHUNK];
    vd_column_keys(x, lo, n, key);
    for (ptrdiff_t i = 0; i < n; i++) slot[i] = vd_labels_find(&x->dict, key[i]);
  }
}

void vd_column_range_int(const int *x, ptrdiff_t lo, ptrdiff_t hi, int *min, int *max) {
  int a = *min, b = *max;
  for (ptrdiff_t i = lo; i < hi; i++) {
    const int low = x[i] == INT_MIN ? INT_MAX : x[i];
    a = low < a ? low : a;
    b = x[i] > b ? x[i] : b;
  }
  *min = a;
  *max = b;
}

ptrdiff_t vd_column_range_double(const double *x, ptrdiff_t lo, ptrdiff_t hi, double *min,
                                 double *max) {
  for (ptrdiff_t i = lo; i < hi; i++) {
    if (isnan(x[i])) continue;
    if (isinf(x[i]) || x[i] != floor(x[i])) return i;
    if (x[i] < *min) *min = x[i];
    if (x[i] > *max) *max = x[i];
  }
  return -1;
}
