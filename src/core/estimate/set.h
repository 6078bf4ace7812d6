/* The data as counted: patterns (truth and the prediction of every classifier)
 * with their counts, and the clusters as profiles. Everything below is borrowed
 * from the caller. */
#ifndef VD_SET_H
#define VD_SET_H

#include <stddef.h>
#include <string.h>

typedef struct {
  int n_classes;
  int n_classifiers;
  ptrdiff_t n_patterns;
  const int *label;    /* n_patterns x (1 + n_classifiers), column-major, 1-based;
                          column 0 is the truth */
  const double *count; /* rows of each pattern */

  /* Clusters with equal contents are one profile. start == NULL: every row is a
   * cluster of its own, so that profile = pattern. */
  ptrdiff_t n_profiles;
  const double *start;        /* n_profiles + 1 offsets into pattern and within */
  const int *pattern;         /* 1-based pattern of each entry */
  const double *within;       /* rows of that pattern in one such cluster */
  const double *multiplicity; /* clusters of this profile */
} vd_set;

/* What is wrong with a set that may have been changed by hand, in words, or NULL.
 * `n_entries` are the lengths of pattern and within, `count` is workspace of n_patterns.
 * O(patterns x columns + entries). */
const char *vd_set_fault(const vd_set *set, ptrdiff_t n_entries, double *count);

/* Entries of profile f: pattern (0-based), rows of it, and the clusters that
 * share the profile. */
static inline ptrdiff_t vd_set_profile_size(const vd_set *set, ptrdiff_t f) {
  return set->start ? (ptrdiff_t)(set->start[f + 1] - set->start[f]) : 1;
}

static inline ptrdiff_t vd_set_profile_pattern(const vd_set *set, ptrdiff_t f,
                                               ptrdiff_t e) {
  return set->start ? (ptrdiff_t)set->pattern[(ptrdiff_t)set->start[f] + e] - 1 : f;
}

static inline double vd_set_profile_rows(const vd_set *set, ptrdiff_t f, ptrdiff_t e) {
  return set->start ? set->within[(ptrdiff_t)set->start[f] + e] : 1.0;
}

static inline double vd_set_profile_weight(const vd_set *set, ptrdiff_t f) {
  return set->start ? set->multiplicity[f] : set->count[f];
}

static inline int vd_label(const vd_set *set, ptrdiff_t pattern, int column) {
  return set->label[pattern + (ptrdiff_t)column * set->n_patterns];
}

/* Rows of each pattern when profile f has weight[f] clusters. */
static inline void vd_set_patterns(const vd_set *set, const double *weight,
                                   double *count) {
  memset(count, 0, sizeof(double) * (size_t)set->n_patterns);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    if (weight[f] == 0) continue;
    for (ptrdiff_t e = 0; e < vd_set_profile_size(set, f); e++) {
      count[vd_set_profile_pattern(set, f, e)] +=
          weight[f] * vd_set_profile_rows(set, f, e);
    }
  }
}

#endif
