/* From counters to patterns: slots become classes, equal patterns are merged
 * (two slots may mean one class), and patterns are sorted lexicographically, so
 * that neither row order nor level order leaves a trace.
 *
 * On the way they are records of cells: the packed classes, the count (w) and, if
 * wanted, the position of the counter (key) that they came from. */
#ifndef VD_PATTERN_H
#define VD_PATTERN_H

#include "count/count.h"

typedef struct {
  size_t size; /* cells of a record: n_words + 1, + 1 with the position */
  int n_words;
} vd_shape;

/* Where slots lead: class of slot s of column j is map[j][s], 0 for none.
 * used[j * (n_classes + 1) + class] becomes true for classes that occur. */
typedef struct {
  vd_layout classes;
  const int *const *map;
  int n_classes;
  bool *used; /* [n_col * (n_classes + 1)], zeroed */
} vd_recoding;

/* The key of a record from the slots of a row; false if a slot has no class. */
bool vd_pattern_key(const vd_recoding *rule, const uint32_t *slot, vd_cell *record);

/* Writes a record per cell in use and returns their number. A cell with a slot that
 * has no class gives none: its counter becomes -1 and its count is added to
 * *missing. `record` may be the cells of a hash table, if no larger than its
 * entries: the table is then lost. `key` and `slot`
 * are workspace for slots->n_words and slots->n_col. */
size_t vd_pattern_recode(const vd_recoding *rule, const vd_layout *slots, bool weighted,
                         const vd_tally *tally, uint64_t *key, uint32_t *slot,
                         vd_cell *record, vd_shape shape, double *missing);

/* Sorts records by key, in place: radix sort from the most significant digit
 * (McIlroy, Bostic and McIlroy, Computing Systems 6 (1993) 5-27, "American flag"),
 * insertion sort when few are left, heapsort should their keys part very late. */
void vd_pattern_sort(vd_cell *record, size_t n, vd_shape shape);

/* Merges equal neighbours, adding their counts, and returns how many patterns are
 * left. With a tally, its counters become pattern numbers, from 1. */
size_t vd_pattern_merge(vd_cell *record, size_t n, vd_shape shape, vd_tally *tally);

/* New numbers for the classes to keep: the first n_levels, or those in use if that
 * is 0. number[class] counts from 1; 0 for the others. */
void vd_pattern_number(const vd_recoding *rule, int n_levels, int *number);

/* Classes of record i in column j: pattern[i + j * n]; counts: count[i]. */
void vd_pattern_unpack(const vd_cell *record, size_t n, vd_shape shape,
                       const vd_layout *classes, const int *number, int *pattern,
                       double *count);

#endif
