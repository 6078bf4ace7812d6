#include "scores/exhaustive.h"

#include <math.h>
#include <string.h>

static int n_pairs(int k) {
  return k * (k - 1) / 2;
}

/* possible[s] of k: one block of j, and any way of the k - j others. */
void vd_exhaustive_counts(int k, int *most, unsigned char *work, void (*pause)(void)) {
  size_t width = (size_t)n_pairs(k) + 1;
  memset(work, 0, ((size_t)k + 1) * width);
  work[0] = 1;
  for (int all = 1; all <= k; all++) {
    pause();
    for (int j = 1; j <= all; j++) {
      const unsigned char *rest = work + (size_t)(all - j) * width;
      unsigned char *to = work + (size_t)all * width + n_pairs(j);
      for (int s = 0; s <= n_pairs(all - j); s++) to[s] |= rest[s];
    }
  }
  const unsigned char *possible = work + (size_t)k * width;
  for (int s = 0, last = 0; s < (int)width; s++) most[s] = last = possible[s] ? s : last;
}

/* Classifier i in a block: what is within blocks up to it. */
static void place(const double *log_p, vd_partition *x, int i, int block) {
  int pairs = i > 0 ? x->pairs[i - 1] : 0;
  double least = i > 0 ? x->least[i - 1] : INFINITY;
  const double *with = log_p + n_pairs(i);
  for (int j = 0; j < i; j++) {
    if (x->block[j] != block) continue;
    pairs++;
    least = fmin(least, with[j]);
  }
  int before = i > 0 ? x->blocks[i - 1] : 0;
  x->block[i] = block;
  x->blocks[i] = block == before ? before + 1 : before;
  x->pairs[i] = pairs;
  x->least[i] = least;
}

void vd_exhaustive_start(int k, const double *log_p, vd_partition *partition) {
  partition->k = k;
  for (int i = 0; i < k; i++) place(log_p, partition, i, 0);
}

static void take(const vd_partition *x, double *adjusted) {
  int last = x->k - 1;
  double p = log(x->pairs[last]) + x->least[last];
  for (int i = 1; i <= last; i++) {
    double *with = adjusted + n_pairs(i);
    for (int j = 0; j < i; j++) {
      if (x->block[j] == x->block[i] && with[j] < p) with[j] = p;
    }
  }
}

static int advance(const double *log_p, vd_partition *x) {
  int i = x->k - 1;
  while (i > 0 && x->block[i] == x->blocks[i - 1]) i--;
  if (i == 0) return 0;
  place(log_p, x, i, x->block[i] + 1);
  for (i++; i < x->k; i++) place(log_p, x, i, 0);
  return 1;
}

/* The last partition, of single classifiers, has no pairs: log 0 is below everything. */
int vd_exhaustive_adjust(const double *log_p, vd_partition *partition, ptrdiff_t most,
                         double *adjusted) {
  for (ptrdiff_t i = 0; i < most; i++) {
    if (partition->pairs[partition->k - 1] > 0) take(partition, adjusted);
    if (!advance(log_p, partition)) return 0;
  }
  return 1;
}
