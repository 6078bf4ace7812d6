#include "estimate/set.h"

#include <math.h>
#include <stdbool.h>

static bool usable(const double *x, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) {
    if (!(x[i] >= 0 && isfinite(x[i]))) return false;
  }
  return true;
}

static bool within_range(const int *x, ptrdiff_t n, ptrdiff_t most) {
  for (ptrdiff_t i = 0; i < n; i++) {
    if (x[i] < 1 || x[i] > most) return false;
  }
  return true;
}

/* start[0] = 0, rising in whole steps, of which none is 0, to the number of entries. */
static bool starts_rise(const vd_set *set, ptrdiff_t n_entries) {
  const double *start = set->start;
  if (start[0] != 0 || start[set->n_profiles] != (double)n_entries) return false;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    if (!(start[f + 1] > start[f]) || start[f + 1] != floor(start[f + 1])) return false;
  }
  return true;
}

static bool counts_agree(const vd_set *set, double *count) {
  vd_set_patterns(set, set->multiplicity, count);
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    if (!(fabs(count[i] - set->count[i]) <= 1e-8 * fmax(count[i], set->count[i])))
      return false;
  }
  return true;
}

const char *vd_set_fault(const vd_set *set, ptrdiff_t n_entries, double *count) {
  ptrdiff_t columns = 1 + (ptrdiff_t)set->n_classifiers;
  if (!within_range(set->label, set->n_patterns * columns, set->n_classes))
    return "a label that is none of the classes";
  if (!usable(set->count, set->n_patterns)) return "a count that is no count";
  if (!set->start) return NULL;
  if (!starts_rise(set, n_entries)) return "profiles that do not follow each other";
  if (!within_range(set->pattern, n_entries, set->n_patterns))
    return "a profile of a pattern that is not there";
  if (!usable(set->within, n_entries) || !usable(set->multiplicity, set->n_profiles))
    return "a count of profiles that is no count";
  if (!counts_agree(set, count)) return "counts that do not belong to the profiles";
  return NULL;
}
