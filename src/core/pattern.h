/* From counters to patterns: slots become classes, equal patterns are merged
 * (two slots may mean one class), and patterns are sorted lexicographically, so
 * that neither row order nor level order leaves a trace.
 *
 * A record is n_words key cells, the count (w) and the position of the counter
 * it came from (key). */
#ifndef VD_PATTERN_H
#define VD_PATTERN_H

#include "count.h"

static inline size_t vd_pattern_size(int n_words) {
  return (size_t)n_words + 2;
}

/* Where slots lead: class of slot s of column j is map[j][s], 0 for none. */
typedef struct {
  vd_layout slots;
  vd_layout classes;
  const int *const *map;
  bool weighted;
} vd_recoding;

/* Writes a record per cell in use and returns their number. A cell with a slot
 * that has no class gives none: its counter becomes -1 and its count is added
 * to *missing. `key` is workspace of slots.n_words. */
size_t vd_pattern_recode(const vd_recoding *how, const vd_tally *tally, uint64_t *key,
                         vd_cell *record, double *missing);

/* Sorts records by key, in place: radix sort from the most significant digit
 * (McIlroy, Bostic and McIlroy, Computing Systems 6 (1993) 5-27, "American flag"),
 * insertion sort when few are left, heapsort should their keys part very late. */
void vd_pattern_sort(vd_cell *record, size_t n, int n_words);

/* Merges equal neighbours, adding their counts, and returns how many patterns
 * are left. The counters of the tally, if there is one, become pattern numbers,
 * from 1. */
size_t vd_pattern_merge(vd_cell *record, size_t n, int n_words, vd_tally *tally);

/* Classes of record i in column j: pattern[i + j * n]; counts: count[i]. */
void vd_pattern_unpack(const vd_cell *record, size_t n, const vd_layout *classes,
                       int *pattern, double *count);

#endif
