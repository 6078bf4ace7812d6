/* From rows to profiles: clusters (rows with the same id) that hold the same
 * multiset of patterns are one profile with a multiplicity.
 *
 *   vd_profile_mark      adds each row to the fingerprint of its cluster   O(rows)
 *   vd_profile_fold      finds equal fingerprints                          O(clusters)
 *   vd_profile_collect   puts the profiles in order
 *   vd_profile_gather    collects the rows of one cluster a profile        O(rows)
 *   vd_profile_sort      sorts these by pattern
 *   vd_profile_runs      joins runs of equal patterns
 *
 * A fingerprint is a sum of 88 bits (24 and 64, each modulo its power of 2) of a
 * pseudorandom number a row, so it needs neither sorting nor an order of the rows
 * (Bellare and Micciancio, EUROCRYPT '97, call it AdHash). Two given clusters of
 * different content share one with probability 2^-88: among a million clusters two
 * do with probability 2e-15. Profiles come in the order of their fingerprints,
 * which depend on nothing but the patterns and weights of the rows. */
#ifndef VD_PROFILE_H
#define VD_PROFILE_H

#include "count/pattern.h"

/* The fingerprint of a cluster, zeroed to begin with. The low bits of the first
 * word, not part of it, count the rows. */
typedef struct {
  uint64_t word[2];
} vd_fingerprint;

enum { VD_PRINT_ROWS = 40 };

static inline ptrdiff_t vd_fingerprint_rows(vd_fingerprint x) {
  return (ptrdiff_t)(x.word[0] & ((UINT64_C(1) << VD_PRINT_ROWS) - 1));
}

/* The rows: pattern of each (0: leave out) and its id: the slot of a column or,
 * with a map, map[slot]; 0 is a missing id. */
typedef struct {
  const vd_column *id;
  const int *map;
  const int *pattern;
  vd_weights weights;
  const vd_fingerprint *mark; /* what a row of each pattern adds, of vd_profile_marks() */
} vd_members;

/* The marks of patterns 1, ..., n: mark[p]. mark[0] is for rows left out. */
void vd_profile_marks(ptrdiff_t n, vd_fingerprint *mark);

/* Adds rows [lo, hi) to the prints of their ids; print[0] is for rows left out.
 * Returns the first row that is not left out and has no id, or -1. */
ptrdiff_t vd_profile_mark(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                          vd_fingerprint *print);

/* Sets like[id] to the number of clusters with the fingerprint of cluster id for one
 * id of each kind; leaves it 0 for the others. Ids are 1, ..., n_ids - 1; `table`
 * has 1 << bits places, zeroed, more than n_ids. With `times`, id stands for times[id]
 * clusters, and those of the others are added to the one of their kind. Returns the
 * number of profiles. */
size_t vd_profile_fold(const vd_fingerprint *print, size_t n_ids, uint32_t *table,
                       int bits, uint32_t *like, double *times);

/* A profile is a record as in pattern.h: fingerprint, multiplicity, id. */
enum { VD_PROFILE_WORDS = 2, VD_PROFILE_SIZE = VD_PROFILE_WORDS + 2 };

/* The profiles and the rows of one cluster of each: profile f (from 1) has the
 * places start[f], ..., start[f + 1] - 1. */
typedef struct {
  ptrdiff_t n;
  vd_cell *record;  /* [n * VD_PROFILE_SIZE], profile f has record f - 1 */
  ptrdiff_t *start; /* [n + 2], start[0] is not used                     */
  int *pattern;     /* [rows]                                            */
  double *count;    /* [rows], weights; NULL: all 1                      */
} vd_profiles;

/* Fills and sorts the records and sets the starts. like[id] becomes the profile that
 * cluster id stands for, 0 for none; `times` are those of vd_profile_fold(), or NULL.
 * Returns the number of rows to gather. */
ptrdiff_t vd_profile_collect(const vd_fingerprint *print, size_t n_ids, uint32_t *like,
                             const double *times, vd_profiles *to);

/* Gathers rows [lo, hi); afterwards start[f] is where profile f ends. */
void vd_profile_gather(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                       const uint32_t *profile_of, vd_profiles *to);

/* Sorts the rows of each profile by pattern and returns the number of runs of equal
 * ones. */
ptrdiff_t vd_profile_sort(vd_profiles *profiles);

/* The runs, with their counts added up: profile f has the runs start[f - 1], ...,
 * start[f] - 1. `start` has n + 1 places. */
void vd_profile_runs(const vd_profiles *profiles, double *start, int *pattern,
                     double *count);

#endif
