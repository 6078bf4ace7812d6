/* Packed rows: the labels of a row side by side in as few 64-bit words as they
 * need, the first column in the most significant place. Keys compare, word by
 * word, as the rows do lexicographically. */
#ifndef VD_KEY_H
#define VD_KEY_H

#include <stddef.h>
#include <stdint.h>
#include "count/column.h"

typedef struct {
  int n_col;
  int n_words;
  int *word;  /* [n_col] which word holds column j           */
  int *shift; /* [n_col] and how far from its right end      */
  int *width; /* [n_col] bits of column j                    */
} vd_layout;

/* Bits that hold 0, ..., n - 1; at least 1. */
int vd_key_width(uint32_t n);

/* Lays out columns of the given widths (at most 32 bits each): fills word and
 * shift, sets n_words. */
void vd_key_layout(vd_layout *layout);

/* Bits in use of the only word of a one-word layout. */
int vd_key_bits(const vd_layout *layout);

static inline uint32_t vd_key_get(const vd_layout *layout, const uint64_t *key, int j) {
  const uint64_t mask = (UINT64_C(1) << layout->width[j]) - 1;
  return (uint32_t)((key[layout->word[j]] >> layout->shift[j]) & mask);
}

static inline void vd_key_put(const vd_layout *layout, uint64_t *key, int j, uint32_t x) {
  key[layout->word[j]] |= (uint64_t)x << layout->shift[j];
}

/* Keys of rows lo, ..., lo + n - 1 (n <= VD_CHUNK); word w of row lo + i goes to
 * key[w * VD_CHUNK + i]. */
void vd_key_pack(const vd_layout *layout, const vd_column *col, ptrdiff_t lo, ptrdiff_t n,
                 uint64_t *key);

#endif
