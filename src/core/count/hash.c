#include "count/hash.h"

#include <string.h>

enum { AHEAD = 16 }; /* rows between asking for an entry and using it */

/* Home of a key: the top bits of a hash, so that a table twice the size holds
 * the entries in the same order and growing reads and writes in sequence. */
static size_t home_of(const uint64_t *key, size_t stride, int n_words, int bits) {
  uint64_t h = 0;
  for (int w = 0; w < n_words; w++) {
    h = (h ^ key[(size_t)w * stride]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 32;
  }
  return (size_t)((h * UINT64_C(0xD6E8FEB86659FD93)) >> (64 - bits));
}

static bool same_key(const vd_cell *entry, const uint64_t *key, size_t stride,
                     int n_words) {
  for (int w = 0; w < n_words; w++)
    if (entry[w].key != key[(size_t)w * stride]) return false;
  return true;
}

/* The entry of a key, or the empty one where it belongs. */
static vd_cell *entry_of(const vd_tally *t, size_t home, const uint64_t *key,
                         size_t stride) {
  const size_t mask = ((size_t)1 << t->bits) - 1;
  for (size_t at = home;; at = (at + 1) & mask) {
    vd_cell *entry = t->cell + at * t->size;
    if (entry[t->size - 1].key == 0 || same_key(entry, key, stride, t->n_words))
      return entry;
  }
}

static void homes_of(const vd_tally *t, const uint64_t *key, ptrdiff_t n, size_t *home) {
  for (ptrdiff_t i = 0; i < n; i++)
    home[i] = home_of(key + i, VD_CHUNK, t->n_words, t->bits);
}

static void put_key(vd_cell *entry, const uint64_t *key, size_t stride, int n_words) {
  for (int w = 0; w < n_words; w++) entry[w].key = key[(size_t)w * stride];
}

/* Adds one chunk; returns the rows done, short of n when the table is full. */
static ptrdiff_t add_hash(vd_tally *t, const uint64_t *key, const double *w,
                          ptrdiff_t n) {
  const size_t room = ((size_t)1 << t->bits) / 8 * 5;
  size_t home[VD_CHUNK];
  homes_of(t, key, n, home);
  for (ptrdiff_t i = 0; i < n; i++) {
    if (i + AHEAD < n) VD_PREFETCH(t->cell + home[i + AHEAD] * t->size);
    if (w != NULL && w[i] == 0) continue;
    vd_cell *entry = entry_of(t, home[i], key + i, VD_CHUNK);
    vd_cell *count = entry + t->size - 1;
    if (count->key == 0) {
      if (t->n_used == room) return i;
      t->n_used++;
      put_key(entry, key + i, VD_CHUNK, t->n_words);
    }
    if (w == NULL)
      count->n++;
    else
      count->w += w[i];
  }
  return n;
}

vd_status vd_hash_add(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi, vd_tally *tally,
                      uint64_t *key, ptrdiff_t *reached) {
  const bool weighted = vd_count_weighted(&rows->weights);
  double w[VD_CHUNK];
  for (; lo < hi; lo += VD_CHUNK) {
    const ptrdiff_t n = vd_count_chunk(lo, hi);
    vd_key_pack(&rows->layout, rows->col, lo, n, key);
    if (weighted) vd_count_weights(&rows->weights, lo, n, w);
    const ptrdiff_t done = add_hash(tally, key, weighted ? w : NULL, n);
    if (done < n) {
      *reached = lo + done;
      return VD_STATUS_FULL;
    }
  }
  *reached = hi;
  return VD_STATUS_OK;
}

void vd_hash_copy(const vd_tally *from, vd_tally *to) {
  const size_t places = (size_t)1 << from->bits;
  for (size_t i = 0; i < places; i++) {
    const vd_cell *entry = from->cell + i * from->size;
    if (entry[from->size - 1].key == 0) continue;
    const uint64_t *key = &entry[0].key;
    vd_cell *target = entry_of(to, home_of(key, 1, to->n_words, to->bits), key, 1);
    memcpy(target, entry, from->size * sizeof *entry);
  }
  to->n_used = from->n_used;
}

void vd_hash_patterns(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi,
                      const vd_tally *tally, uint64_t *key, int *pattern) {
  size_t home[VD_CHUNK];
  for (; lo < hi; lo += VD_CHUNK) {
    const ptrdiff_t n = vd_count_chunk(lo, hi);
    vd_key_pack(&rows->layout, rows->col, lo, n, key);
    homes_of(tally, key, n, home);
    for (ptrdiff_t i = 0; i < n; i++) {
      const vd_cell *entry = entry_of(tally, home[i], key + i, VD_CHUNK);
      const int64_t number = entry[tally->size - 1].n;
      pattern[lo + i] = number > 0 ? (int)number : 0;
    }
  }
}
