#include "numeric/benefit.h"

#include "math/tolerance.h"

void vd_benefit_levels(ptrdiff_t n, const double *p, int T, const double *threshold,
                       int *level) {
  for (ptrdiff_t i = 0; i < n; i++) {
    int reached = 0, beyond = T;
    while (reached < beyond) {
      int middle = (reached + beyond) / 2;
      if (p[i] >= threshold[middle])
        reached = middle + 1;
      else
        beyond = middle;
    }
    level[i] = reached;
  }
}

/* Weights of the rows of each class on which a reaches threshold k and b threshold l, at
 * k + l T. */
static void count_pair(const vd_binary *rows, const int *a, const int *b, int T,
                       double *with, double *without) {
  for (int i = 0; i < T * T; i++) with[i] = without[i] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    if (a[i] == 0 || b[i] == 0) continue;
    double *cell = (rows->event[i] ? with : without) + (a[i] - 1) + (b[i] - 1) * T;
    *cell += vd_row_weight(rows, i);
  }
  for (int l = 0; l < T; l++) {
    for (int k = T - 2; k >= 0; k--) {
      with[k + l * T] += with[k + 1 + l * T];
      without[k + l * T] += without[k + 1 + l * T];
    }
  }
  for (int l = T - 2; l >= 0; l--) {
    for (int k = 0; k < T; k++) {
      with[k + l * T] += with[k + (l + 1) * T];
      without[k + l * T] += without[k + (l + 1) * T];
    }
  }
}

/* At a threshold of 1 a false alarm outweighs everything, and none weighs nothing. */
static double harm(double threshold, double without) {
  return without == 0 ? 0 : threshold / (1 - threshold) * without;
}

void vd_benefit_joint(const vd_binary *rows, int C, const int *level, int T,
                      const double *threshold, double *estimate, double *V,
                      double *work) {
  vd_class_sizes size = vd_binary_count(rows);
  double W = size.positive + size.negative, *with = work, *without = work + T * T;
  size_t K = (size_t)C * (size_t)T;
  for (int a = 0; a < C; a++) {
    count_pair(rows, level + a * rows->n, level + a * rows->n, T, with, without);
    for (int k = 0; k < T; k++) {
      double lost = harm(threshold[k], without[k + k * T]);
      estimate[a + k * C] = (with[k + k * T] - lost) / W;
    }
  }
  for (int a = 0; a < C; a++) {
    for (int b = a; b < C; b++) {
      count_pair(rows, level + a * rows->n, level + b * rows->n, T, with, without);
      for (int k = 0; k < T; k++) {
        for (int l = 0; l < T; l++) {
          size_t i = (size_t)(a + k * C), j = (size_t)(b + l * C);
          double lost = harm(threshold[k], harm(threshold[l], without[k + l * T]));
          double sum = (with[k + l * T] + lost) / W;
          double varies = vd_snap(sum - estimate[i] * estimate[j], sum);
          V[i + j * K] = V[j + i * K] = varies / (W - 1);
        }
      }
    }
  }
}
