/* From rows to profiles: rows of one cluster are gathered, and clusters with the
 * same multiset of patterns become one profile with a multiplicity.
 *
 *   vd_profile_sizes    cluster sizes, by id                    O(rows)
 *   vd_profile_starts   where each cluster begins               O(clusters)
 *   vd_profile_gather   patterns, cluster by cluster            O(rows)
 *   vd_profile_fold     sorts each cluster, finds its equals    O(rows)
 *   vd_profile_sort     orders the profiles lexicographically
 *   vd_profile_write    runs of equal patterns with counts
 *
 * The result depends neither on the order of the rows nor on the ids. */
#ifndef VD_PROFILE_H
#define VD_PROFILE_H

#include "count.h"

/* The rows: pattern of each (0: leave out) and its id, the slot of a column or,
 * with a map, map[slot]; 0 is a missing id. Rows of weight 0 are left out. */
typedef struct {
  const vd_column *id;
  const int *map;
  const int *pattern;
  vd_weights weights;
} vd_members;

/* The rows, gathered: cluster c has places start[c], ..., start[c + 1] - 1. */
typedef struct {
  ptrdiff_t n_clusters; /* ids there may be, some without rows      */
  ptrdiff_t *start;     /* [n_clusters + 1], zeroed                 */
  int *pattern;         /* [rows]                                   */
  double *weight;       /* [rows], NULL without weights             */
} vd_clusters;

/* The profiles: representative cluster and number of clusters of each. */
typedef struct {
  uint64_t *table;     /* [1 << bits], zeroed; at least twice the clusters */
  int bits;
  ptrdiff_t n;
  ptrdiff_t *cluster;   /* [n_clusters] */
  double *multiplicity; /* [n_clusters] */
} vd_profiles;

/* Adds the rows [lo, hi) to the sizes; returns the first used row without an id,
 * or -1. */
ptrdiff_t vd_profile_sizes(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                           vd_clusters *to);

/* Sizes to starts; returns the number of rows. */
ptrdiff_t vd_profile_starts(vd_clusters *to);

void vd_profile_gather(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi, vd_clusters *to);

/* Folds clusters [lo, hi), after all rows are gathered. */
void vd_profile_fold(vd_clusters *from, ptrdiff_t lo, ptrdiff_t hi, vd_profiles *to);

/* `scratch` has place for n profiles of both kinds. */
void vd_profile_sort(const vd_clusters *from, vd_profiles *profiles, ptrdiff_t *scratch,
                     double *scratch_multiplicity);

/* Runs of all profiles. */
ptrdiff_t vd_profile_runs(const vd_clusters *from, const vd_profiles *profiles);

/* Profile f has runs start[f], ..., start[f + 1] - 1. */
void vd_profile_write(const vd_clusters *from, const vd_profiles *profiles, double *start,
                      int *pattern, double *count);

#endif
