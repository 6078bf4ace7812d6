#include "numeric/units.h"

#include <math.h>

#include "math/tolerance.h"

static vd_class_sizes count_rows(const vd_binary *rows) {
  vd_binary bare = {.n = rows->n, .event = rows->event};
  return vd_binary_count(&bare);
}

void vd_units_prepare(vd_units *units, int *seen) {
  const vd_binary *rows = units->rows;
  ptrdiff_t G = units->n_clusters;
  units->size = vd_binary_count(rows);
  units->total = units->size.positive + units->size.negative;
  if (!units->cluster) {
    if (units->sampled) units->size = count_rows(rows);
    return;
  }
  for (ptrdiff_t g = 0; g < G; g++) units->share[g] = seen[g] = seen[G + g] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    ptrdiff_t g = units->cluster[i] - 1;
    units->share[g] += vd_row_weight(rows, i) / units->total;
    seen[rows->event[i] ? g : G + g] = 1;
  }
  units->size = (vd_class_sizes){0, 0};
  for (ptrdiff_t g = 0; g < G; g++) {
    units->size.positive += seen[g];
    units->size.negative += seen[G + g];
  }
}

ptrdiff_t vd_units_rows(const vd_units *units) {
  if (!units->cluster) return units->rows->n;
  return (units->means ? 1 : 3) * units->n_clusters;
}

static double corrected(double n) {
  return n / (n - 1);
}

static void fill_rows(const vd_units *units, int between, const double *u, double *out) {
  const vd_binary *rows = units->rows;
  double f = sqrt(corrected(units->total));
  double f1 = between ? sqrt(corrected(units->size.positive)) : f;
  double f0 = between ? sqrt(corrected(units->size.negative)) : f;
  double factor[2] = {f0, f1};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    out[i] = u[i] * factor[rows->event[i] != 0];
    if (rows->weight) out[i] *= sqrt(rows->weight[i]);
  }
}

/* Each row is a cluster. */
static void fill_sampled(const vd_units *units, int between, const double *u,
                         double *out) {
  const vd_binary *rows = units->rows;
  double f = corrected((double)rows->n);
  double factor[2] = {corrected(units->size.negative), corrected(units->size.positive)};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    double scale = between                       ? factor[rows->event[i] != 0]
                   : units->form == VD_UNITS_CR0 ? 1
                   : units->form == VD_UNITS_CR1 ? f
                                                 : 1 / (1 - w / units->total);
    out[i] = w * u[i] * sqrt(scale);
  }
}

/* Sums of clusters; returns what they are small beside. */
static double sum_clusters(const vd_units *units, const double *u, double *out) {
  const vd_binary *rows = units->rows;
  double size = 0;
  for (ptrdiff_t g = 0; g < vd_units_rows(units); g++) out[g] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double part = vd_row_weight(rows, i) * u[i];
    out[units->cluster[i] - 1] += part;
    size += fabs(part);
  }
  return size;
}

static void fill_means(const vd_units *units, const double *u, double *out) {
  ptrdiff_t G = units->n_clusters;
  double size = sum_clusters(units, u, out);
  for (ptrdiff_t g = 0; g < G; g++) {
    double scale = units->form == VD_UNITS_CR0   ? 1
                   : units->form == VD_UNITS_CR1 ? corrected((double)G)
                                                 : 1 / (1 - units->share[g]);
    out[g] = vd_snap(out[g], size) * sqrt(scale);
  }
}

static void fill_between(const vd_units *units, const double *u, double *out) {
  const vd_binary *rows = units->rows;
  ptrdiff_t G = units->n_clusters;
  double *with = out + G, *without = out + 2 * G;
  double f = corrected((double)G), f1 = corrected(units->size.positive);
  double f0 = corrected(units->size.negative);
  double size = sum_clusters(units, u, out);
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    (rows->event[i] ? with : without)[units->cluster[i] - 1] +=
        vd_row_weight(rows, i) * u[i];
  }
  for (ptrdiff_t g = 0; g < G; g++) {
    out[g] = vd_snap(out[g], size) * sqrt(f);
    with[g] = vd_snap(with[g], size) * sqrt(fmax(0, f1 - f));
    without[g] = vd_snap(without[g], size) * sqrt(fmax(0, f0 - f));
  }
}

/* Of rows as they are, or summed over clusters. */
static void fill_scaled(const vd_units *units, const double *u, double *out) {
  const vd_binary *rows = units->rows;
  if (!units->cluster) {
    for (ptrdiff_t i = 0; i < rows->n; i++) {
      double w = vd_row_weight(rows, i);
      out[i] = u[i] * (units->sampled ? w : sqrt(w));
    }
    return;
  }
  double size = sum_clusters(units, u, out);
  for (ptrdiff_t g = 0; g < units->n_clusters; g++) out[g] = vd_snap(out[g], size);
}

vd_status vd_units_fill(const vd_units *units, vd_units_kind kind, const double *u,
                        double *out) {
  vd_class_sizes size = units->size;
  int between = kind == VD_UNITS_BETWEEN;
  if (units->cluster && units->n_clusters < 2) return VD_STATUS_ONE_CLUSTER;
  if (kind == VD_UNITS_SCALED) {
    fill_scaled(units, u, out);
    return VD_STATUS_OK;
  }
  int by_class = between || kind == VD_UNITS_RANKED;
  if (by_class && fmin(size.positive, size.negative) <= 1) {
    return units->cluster ? VD_STATUS_FEW_CLUSTERS : VD_STATUS_ONE_OF_CLASS;
  }
  if (units->total <= 1 || (units->sampled && units->rows->n < 2))
    return VD_STATUS_FEW_UNITS;
  if (units->cluster)
    (between ? fill_between : fill_means)(units, u, out);
  else if (units->sampled)
    fill_sampled(units, between, u, out);
  else
    fill_rows(units, between, u, out);
  return VD_STATUS_OK;
}

/* Two sums at once each, so that none waits for the other. */
static void cross_pair(ptrdiff_t n, const double *u, const double *v, const int *event,
                       double *all, double *with) {
  double a[2] = {0, 0}, w[2] = {0, 0};
  ptrdiff_t i = 0;
  for (; i + 1 < n; i += 2) {
    double first = u[i] * v[i], second = u[i + 1] * v[i + 1];
    a[0] += first;
    a[1] += second;
    w[0] += first * event[i];
    w[1] += second * event[i + 1];
  }
  if (i < n) {
    a[0] += u[i] * v[i];
    w[0] += u[i] * v[i] * event[i];
  }
  *all = a[0] + a[1];
  *with = w[0] + w[1];
}

void vd_units_cross(ptrdiff_t n, int q, const double *units, const int *event,
                    double *all, double *with, void (*pause)(void)) {
  for (ptrdiff_t c = 0; c < q; c++) {
    if (pause) pause();
    for (ptrdiff_t d = 0; d <= c; d++) {
      ptrdiff_t at = c * q + d, back = d * q + c;
      cross_pair(n, units + c * n, units + d * n, event, all + at, with + at);
      all[back] = all[at];
      with[back] = with[at];
    }
  }
}

/* Bell & McCaffrey's for one mean (Pustejovsky & Tipton 2018,
 * doi:10.1080/07350015.2016.1247004), of clusters or, sampled, of rows: all of them, or
 * (0, 1) those of one class. */
static double dof_of_shares(const vd_units *units, int class) {
  const vd_binary *rows = units->rows;
  double p2 = 0, sum = 0, pairs = 0, total = class < 0 ? units->total : 0;
  for (ptrdiff_t i = 0; class >= 0 && i < rows->n; i++) {
    if (rows->event[i] == class) total += vd_row_weight(rows, i);
  }
  for (ptrdiff_t g = 0; g < (units->cluster ? units->n_clusters : rows->n); g++) {
    if (class >= 0 && rows->event[g] != class) continue;
    double p = units->cluster ? units->share[g] : vd_row_weight(rows, g) / total;
    double q = p * p / (1 - p);
    p2 += p * p;
    pairs += 2 * q * sum;
    sum += q;
  }
  return 1 / (p2 + pairs);
}

static double dof_of_means(const vd_units *units) {
  if (!units->cluster && !units->sampled) return units->total - 1;
  if (units->form == VD_UNITS_CR2) return dof_of_shares(units, -1);
  return (double)(units->cluster ? units->n_clusters : units->rows->n) - 1;
}

double vd_units_dof(const vd_units *units, vd_units_kind kind, double with,
                    double without) {
  enum { FEW = 9 };
  vd_class_sizes size = units->size;
  double least = fmin(size.positive, size.negative);
  if (kind == VD_UNITS_MEAN || (kind == VD_UNITS_RANKED && least > FEW))
    return dof_of_means(units);
  if (units->cluster) return fmin(least - 1, dof_of_shares(units, -1));
  double dof1 = units->sampled ? dof_of_shares(units, 1) : size.positive - 1;
  double dof0 = units->sampled ? dof_of_shares(units, 0) : size.negative - 1;
  return (with + without) * (with + without) /
         (with * with / dof1 + without * without / dof0);
}
