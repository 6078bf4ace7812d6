#include "profile.h"

#include <string.h>

enum { FEW = 32 }; /* members sorted by insertion */

/* ---- rows to clusters ---- */

/* Clusters (from 0) of one block, -1 for rows left out, -2 for no id. */
static void clusters_of(const vd_members *rows, ptrdiff_t lo, ptrdiff_t n, double *w,
                        ptrdiff_t *cluster) {
  uint32_t slot[VD_BLOCK];
  const bool weighted = vd_count_weighted(&rows->weights);
  vd_column_slots(rows->id, lo, n, slot);
  if (weighted) vd_count_weights(&rows->weights, lo, n, w);
  for (ptrdiff_t i = 0; i < n; i++) {
    const ptrdiff_t id = rows->map ? rows->map[slot[i]] : (ptrdiff_t)slot[i];
    const bool used = rows->pattern[lo + i] > 0 && !(weighted && w[i] == 0);
    cluster[i] = !used ? -1 : id == 0 ? -2 : id - 1;
  }
}

static ptrdiff_t block_length(ptrdiff_t lo, ptrdiff_t hi) {
  return hi - lo < VD_BLOCK ? hi - lo : VD_BLOCK;
}

ptrdiff_t vd_profile_sizes(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                           vd_clusters *to) {
  ptrdiff_t cluster[VD_BLOCK];
  double w[VD_BLOCK];
  for (; lo < hi; lo += VD_BLOCK) {
    const ptrdiff_t n = block_length(lo, hi);
    clusters_of(rows, lo, n, w, cluster);
    for (ptrdiff_t i = 0; i < n; i++) {
      if (cluster[i] == -2) return lo + i;
      if (cluster[i] >= 0) to->start[cluster[i] + 1]++;
    }
  }
  return -1;
}

/* Afterwards start[c + 1] is where cluster c begins; gathering moves it on to
 * where it ends, which is where the next begins. */
ptrdiff_t vd_profile_starts(vd_clusters *to) {
  ptrdiff_t total = 0;
  for (ptrdiff_t c = 1; c <= to->n_clusters; c++) {
    const ptrdiff_t size = to->start[c];
    to->start[c] = total;
    total += size;
  }
  return total;
}

void vd_profile_gather(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                       vd_clusters *to) {
  ptrdiff_t cluster[VD_BLOCK];
  double w[VD_BLOCK];
  for (; lo < hi; lo += VD_BLOCK) {
    const ptrdiff_t n = block_length(lo, hi);
    clusters_of(rows, lo, n, w, cluster);
    for (ptrdiff_t i = 0; i < n; i++) {
      if (cluster[i] < 0) continue;
      const ptrdiff_t at = to->start[cluster[i] + 1]++;
      to->pattern[at] = rows->pattern[lo + i];
      if (to->weight) to->weight[at] = w[i];
    }
  }
}

/* ---- clusters to profiles ---- */

/* Members of one cluster: patterns, and weights or NULL. */
typedef struct {
  int *pattern;
  double *weight;
  ptrdiff_t n;
} members;

static members members_of(const vd_clusters *from, ptrdiff_t c) {
  const ptrdiff_t start = from->start[c];
  const members m = {from->pattern + start, from->weight ? from->weight + start : NULL,
                     from->start[c + 1] - start};
  return m;
}

static bool before(members m, ptrdiff_t a, ptrdiff_t b) {
  if (m.pattern[a] != m.pattern[b]) return m.pattern[a] < m.pattern[b];
  return m.weight != NULL && m.weight[a] < m.weight[b];
}

static void swap(members m, ptrdiff_t a, ptrdiff_t b) {
  const int p = m.pattern[a];
  m.pattern[a] = m.pattern[b];
  m.pattern[b] = p;
  if (m.weight == NULL) return;
  const double w = m.weight[a];
  m.weight[a] = m.weight[b];
  m.weight[b] = w;
}

static void sift_down(members m, ptrdiff_t root, ptrdiff_t n) {
  for (ptrdiff_t child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && before(m, child, child + 1)) child++;
    if (!before(m, root, child)) return;
    swap(m, root, child);
  }
}

static void sort_members(members m) {
  if (m.n <= FEW) {
    for (ptrdiff_t i = 1; i < m.n; i++)
      for (ptrdiff_t j = i; j > 0 && before(m, j, j - 1); j--) swap(m, j, j - 1);
    return;
  }
  for (ptrdiff_t i = m.n / 2; i-- > 0;) sift_down(m, i, m.n);
  for (ptrdiff_t i = m.n; i-- > 1;) {
    swap(m, 0, i);
    sift_down(m, 0, i);
  }
}

/* Sum of the run of equal patterns that begins at *at; moves *at to its end.
 * Weights are added in ascending order, so the sum does not depend on the rows. */
static double run_length(members m, ptrdiff_t *at) {
  const int pattern = m.pattern[*at];
  double sum = 0;
  for (; *at < m.n && m.pattern[*at] == pattern; ++*at) sum += m.weight ? m.weight[*at] : 1;
  return sum;
}

/* By runs: pattern, then count, then length. */
static int compare(members a, members b) {
  ptrdiff_t i = 0, j = 0;
  while (i < a.n && j < b.n) {
    const int p = a.pattern[i], q = b.pattern[j];
    if (p != q) return p < q ? -1 : 1;
    const double x = run_length(a, &i), y = run_length(b, &j);
    if (x != y) return x < y ? -1 : 1;
  }
  return (i < a.n) - (j < b.n);
}

static uint64_t hash_of(members m) {
  uint64_t h = 0;
  for (ptrdiff_t i = 0; i < m.n;) {
    vd_cell count;
    h = (h ^ (uint64_t)m.pattern[i]) * UINT64_C(0x9E3779B97F4A7C15);
    count.w = run_length(m, &i);
    h = ((h ^ (h >> 32)) ^ count.key) * UINT64_C(0xD6E8FEB86659FD93);
    h ^= h >> 32;
  }
  return h * UINT64_C(0x9E3779B97F4A7C15);
}

/* A place of the table holds the upper half of the hash and profile + 1. */
void vd_profile_fold(vd_clusters *from, ptrdiff_t lo, ptrdiff_t hi, vd_profiles *to) {
  const size_t mask = ((size_t)1 << to->bits) - 1;
  const uint64_t low = UINT32_MAX;
  for (ptrdiff_t c = lo; c < hi; c++) {
    const members m = members_of(from, c);
    if (m.n == 0) continue;
    sort_members(m);
    const uint64_t hash = hash_of(m);
    size_t at = (size_t)(hash >> 7) & mask;
    for (; to->table[at] != 0; at = (at + 1) & mask) {
      const uint64_t known = to->table[at];
      if ((known & ~low) != (hash & ~low)) continue;
      if (compare(members_of(from, to->cluster[(known & low) - 1]), m) == 0) break;
    }
    if (to->table[at] == 0) {
      to->cluster[to->n] = c;
      to->multiplicity[to->n] = 0;
      to->table[at] = (hash & ~low) | (uint64_t)++to->n;
    }
    to->multiplicity[(to->table[at] & low) - 1]++;
  }
}

/* ---- profiles in order ---- */

static void merge(const vd_clusters *from, const ptrdiff_t *x, const double *m,
                  ptrdiff_t lo, ptrdiff_t mid, ptrdiff_t hi, ptrdiff_t *to, double *to_m) {
  ptrdiff_t a = lo, b = mid;
  for (ptrdiff_t i = lo; i < hi; i++) {
    const bool left = a < mid && (b >= hi || compare(members_of(from, x[a]),
                                                     members_of(from, x[b])) <= 0);
    const ptrdiff_t k = left ? a++ : b++;
    to[i] = x[k];
    to_m[i] = m[k];
  }
}

void vd_profile_sort(const vd_clusters *from, vd_profiles *profiles, ptrdiff_t *scratch,
                     double *scratch_multiplicity) {
  const ptrdiff_t n = profiles->n;
  for (ptrdiff_t width = 1; width < n; width *= 2) {
    for (ptrdiff_t lo = 0; lo < n; lo += 2 * width) {
      const ptrdiff_t mid = n - lo < width ? n : lo + width;
      const ptrdiff_t hi = n - lo < 2 * width ? n : lo + 2 * width;
      merge(from, profiles->cluster, profiles->multiplicity, lo, mid, hi, scratch,
            scratch_multiplicity);
    }
    memcpy(profiles->cluster, scratch, (size_t)n * sizeof *scratch);
    memcpy(profiles->multiplicity, scratch_multiplicity,
           (size_t)n * sizeof *scratch_multiplicity);
  }
}

ptrdiff_t vd_profile_runs(const vd_clusters *from, const vd_profiles *profiles) {
  ptrdiff_t runs = 0;
  for (ptrdiff_t f = 0; f < profiles->n; f++) {
    const members m = members_of(from, profiles->cluster[f]);
    for (ptrdiff_t i = 0; i < m.n; runs++) run_length(m, &i);
  }
  return runs;
}

void vd_profile_write(const vd_clusters *from, const vd_profiles *profiles, double *start,
                      int *pattern, double *count) {
  ptrdiff_t run = 0;
  for (ptrdiff_t f = 0; f < profiles->n; f++) {
    const members m = members_of(from, profiles->cluster[f]);
    start[f] = (double)run;
    for (ptrdiff_t i = 0; i < m.n; run++) {
      pattern[run] = m.pattern[i];
      count[run] = run_length(m, &i);
    }
  }
  start[profiles->n] = (double)run;
}
