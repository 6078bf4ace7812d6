/* A dictionary of labels: 64-bit key -> code 1, 2, ... in order of appearance.
 *
 * A key is whatever identifies a label within one column: the address of an R
 * string (R keeps one copy of each), the bits of a double, an integer. Open
 * addressing with linear probing; the home of a key is the top bits of a
 * multiplicative hash (Knuth, TAOCP vol. 3, 6.4). At most half full. */
#ifndef VD_LABELS_H
#define VD_LABELS_H

#include <stddef.h>
#include <stdint.h>
#include "math/status.h"

typedef struct {
  uint64_t *key;  /* [1 << bits]                                      */
  uint32_t *code; /* [1 << bits], 0 marks an empty place; start zeroed */
  int bits;       /* 1 to 31                                           */
  uint32_t n;     /* labels so far                                     */
} vd_dictionary;

/* Place of a key: its own, or the empty one where it belongs. */
static inline size_t vd_labels_place(const vd_dictionary *d, uint64_t key) {
  const size_t mask = ((size_t)1 << d->bits) - 1;
  size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - d->bits));
  while (d->code[at] != 0 && d->key[at] != key) at = (at + 1) & mask;
  return at;
}

/* Code of a key, 0 if it has none. */
static inline uint32_t vd_labels_find(const vd_dictionary *d, uint64_t key) {
  return d->code[vd_labels_place(d, key)];
}

/* Adds the keys that are new, first[code - 1] = row of first appearance
 * (row0 + i). VD_STATUS_FULL: no room for key[*reached]; grow and go on from there.
 * `first` has 1 << (bits - 1) places. */
vd_status vd_labels_add(vd_dictionary *d, const uint64_t *key, ptrdiff_t n, double row0,
                        double *first, ptrdiff_t *reached);

/* Copies all entries of `from` into the empty, larger `to`. */
void vd_labels_copy(const vd_dictionary *from, vd_dictionary *to);

#endif
