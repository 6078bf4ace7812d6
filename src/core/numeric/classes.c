#include "numeric/classes.h"

#include <math.h>

#include "math/tolerance.h"
#include "numeric/auc.h"
#include "numeric/loss.h"
#include "numeric/order.h"

int vd_classes_between(vd_classes_measure measure) {
  return measure <= VD_CLASSES_HAND_TILL;
}

int vd_classes_clips(vd_classes_measure measure) {
  return measure == VD_CLASSES_LOG_LOSS || measure == VD_CLASSES_LOG_SKILL;
}

static double weight_of(const vd_classes *rows, ptrdiff_t i) {
  return rows->weight ? rows->weight[i] : 1;
}

/* The cell of row i. */
static ptrdiff_t cell_of(const vd_classes *rows, ptrdiff_t i) {
  ptrdiff_t h = rows->strata ? rows->strata->of[i] - 1 : 0;
  return h * rows->n_classes + rows->code[i] - 1;
}

void vd_classes_count(vd_classes *rows) {
  int K = rows->n_classes;
  for (ptrdiff_t at = 0; at < (ptrdiff_t)K * rows->n_strata; at++) rows->cell[at] = 0;
  for (int k = 0; k < K; k++) rows->size[k] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    rows->cell[cell_of(rows, i)] += weight_of(rows, i);
    rows->size[rows->code[i] - 1] += weight_of(rows, i);
  }
}

/* The area of class k against the rest, within strata; `room->u` gets its contributions.
 */
static vd_numeric area(const vd_classes_model *x, int k, const double *weight,
                       vd_classes_room *room) {
  const vd_classes *rows = x->rows;
  ptrdiff_t n = rows->n;
  const double *score = x->score + k * n;
  const int *order = x->order + k * n;
  for (ptrdiff_t i = 0; i < n; i++) room->event[i] = rows->code[i] == k + 1;
  vd_binary binary = {.n = n, .event = room->event, .weight = weight};
  if (!rows->strata) {
    vd_order_mark(n, score, order, room->event, room->mark);
    return vd_auc(&binary, order, room->mark, room->u);
  }
  const vd_strata *strata = rows->strata;
  vd_order_strata(n, order, strata->of, strata->n, room->within, room->end);
  return vd_auc_strata(&binary, score, room->within, room->end, strata->n, room->mark,
                       room->u, strata->share, strata->value);
}

/* The contributions of a walk to those of units, where there are strata. */
static vd_status scale(const vd_classes *rows, double area, double *u) {
  if (!rows->strata) return VD_STATUS_OK;
  return vd_strata_scale(rows->strata, rows->units, 1, area, u);
}

static vd_numeric mean_area(const vd_classes_model *x, int by_share, double *u,
                            vd_classes_room *room) {
  const vd_classes *rows = x->rows;
  double value = 0, total = 0;
  for (int k = 0; k < rows->n_classes; k++) total += rows->size[k];
  double whole = by_share ? total : rows->n_classes;
  vd_status status = VD_STATUS_OK;
  for (ptrdiff_t i = 0; i < rows->n; i++) u[i] = 0;
  for (int k = 0; k < rows->n_classes; k++) {
    vd_numeric one = area(x, k, rows->weight, room);
    if (one.status != VD_STATUS_OK) return one;
    vd_status scaled = scale(rows, one.value, room->u);
    if (scaled != VD_STATUS_OK) status = scaled;
    double part = by_share ? rows->size[k] : 1, share = part / whole;
    value += part * one.value;
    for (ptrdiff_t i = 0; i < rows->n; i++) {
      u[i] += share * room->u[i];
      if (by_share && rows->code[i] == k + 1) u[i] += one.value / total;
    }
  }
  value /= whole;
  for (ptrdiff_t i = 0; by_share && i < rows->n; i++) u[i] -= value / total;
  return (vd_numeric){value, status};
}

/* What a row of each other class weighs against class k: one over their pairs. */
static vd_status equalise(const vd_classes *rows, int k, double *share) {
  int K = rows->n_classes;
  for (int j = 0; j < K; j++) {
    double pairs = 0;
    for (int h = 0; h < rows->n_strata; h++) {
      const double *cell = rows->cell + (ptrdiff_t)h * K;
      pairs += cell[k] * cell[j];
    }
    if (j != k && pairs == 0) return VD_STATUS_ABSENT;
    share[j] = j == k ? 1 : 1 / pairs;
  }
  return VD_STATUS_OK;
}

/* Takes from the contributions to one class, times the weight that made them, the mean of
 * each cell: the sizes of the cells are given. */
static void centre(const vd_classes *rows, int k, const double *share,
                   vd_classes_room *room) {
  ptrdiff_t cells = (ptrdiff_t)rows->n_classes * rows->n_strata;
  for (ptrdiff_t at = 0; at < cells; at++) room->mean[at] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    if (rows->code[i] != k + 1) room->u[i] *= share[rows->code[i] - 1];
    ptrdiff_t at = cell_of(rows, i);
    room->mean[at] += weight_of(rows, i) * room->u[i] / rows->cell[at];
  }
  for (ptrdiff_t i = 0; i < rows->n; i++) room->u[i] -= room->mean[cell_of(rows, i)];
}

static vd_numeric hand_till(const vd_classes_model *x, double *u, vd_classes_room *room) {
  const vd_classes *rows = x->rows;
  int K = rows->n_classes;
  double value = 0, *share = room->share;
  vd_status status = VD_STATUS_OK;
  for (ptrdiff_t i = 0; i < rows->n; i++) u[i] = 0;
  for (int k = 0; k < K; k++) {
    if (equalise(rows, k, share) != VD_STATUS_OK)
      return (vd_numeric){NAN, VD_STATUS_ABSENT};
    for (ptrdiff_t i = 0; i < rows->n; i++) {
      room->weight[i] = weight_of(rows, i) * share[rows->code[i] - 1];
    }
    double one = area(x, k, room->weight, room).value;
    value += one;
    centre(rows, k, share, room);
    vd_status scaled = scale(rows, one, room->u);
    if (scaled != VD_STATUS_OK) status = scaled;
    for (ptrdiff_t i = 0; i < rows->n; i++) u[i] += room->u[i] / K;
  }
  return (vd_numeric){value / K, status};
}

static void brier(const vd_classes_model *x, double *loss) {
  const vd_classes *rows = x->rows;
  for (ptrdiff_t i = 0; i < rows->n; i++) loss[i] = 0;
  for (int k = 0; k < rows->n_classes; k++) {
    const double *p = x->score + k * rows->n;
    for (ptrdiff_t i = 0; i < rows->n; i++) {
      double d = p[i] - (rows->code[i] == k + 1);
      loss[i] += d * d;
    }
  }
}

static void log_loss(const vd_classes_model *x, double *loss) {
  const vd_classes *rows = x->rows;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    loss[i] = -log(x->score[(rows->code[i] - 1) * rows->n + i]);
  }
}

static void ranked(const vd_classes_model *x, double *loss) {
  const vd_classes *rows = x->rows;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double sum = 0;
    loss[i] = 0;
    for (int k = 0; k < rows->n_classes - 1; k++) {
      sum += x->score[k * rows->n + i];
      double d = sum - (rows->code[i] <= k + 1);
      loss[i] += d * d;
    }
  }
}

/* The ranked score of the rows' own shares, and how far that of a row of class `code`
 * (from 1) as everybody's derivative lies from it; `code` 0: the score. */
static double ranked_shares(const vd_classes *rows, double total, int code) {
  double sum = 0, out = 0;
  for (int k = 0; k < rows->n_classes - 1; k++) {
    sum += rows->size[k] / total;
    out += code == 0 ? sum * (1 - sum) : (1 - 2 * sum) * ((code <= k + 1) - sum);
  }
  return out;
}

/* 1 - L / L0 with L0 the loss of these rows' shares as everybody's probabilities. A class
 * without rows has no part in it. */
static vd_numeric skill(const vd_classes *rows, vd_numeric loss,
                        vd_classes_measure measure, double *u) {
  int logarithmic = measure == VD_CLASSES_LOG_SKILL;
  double total = 0, worst = logarithmic ? 0 : 1;
  for (int k = 0; k < rows->n_classes; k++) total += rows->size[k];
  for (int k = 0; k < rows->n_classes; k++) {
    double pi = rows->size[k] / total;
    if (pi > 0) worst -= logarithmic ? pi * log(pi) : pi * pi;
  }
  if (worst <= 0) return (vd_numeric){NAN, VD_STATUS_EVERYWHERE};
  if (measure == VD_CLASSES_RPS_SKILL) worst = ranked_shares(rows, total, 0);
  double ratio = loss.value / worst;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double pi = rows->size[rows->code[i] - 1] / total;
    double moved = logarithmic ? -log(pi) - worst : -2 * (pi - (1 - worst));
    if (measure == VD_CLASSES_RPS_SKILL)
      moved = ranked_shares(rows, total, rows->code[i]);
    u[i] = vd_apart(ratio * moved / total, u[i]) / worst;
  }
  return (vd_numeric){vd_apart(1, ratio), loss.status};
}

int vd_classes_losses(const vd_classes_model *x, vd_classes_measure measure,
                      double *loss) {
  switch (measure) {
  case VD_CLASSES_BRIER: brier(x, loss); return 1;
  case VD_CLASSES_LOG_LOSS: log_loss(x, loss); return 1;
  case VD_CLASSES_RPS: ranked(x, loss); return 1;
  default: return 0;
  }
}

vd_numeric vd_classes_of(const vd_classes_model *x, vd_classes_measure measure, double *u,
                         vd_classes_room *room) {
  vd_binary rows = {.n = x->rows->n, .event = x->rows->code, .weight = x->rows->weight};
  switch (measure) {
  case VD_CLASSES_MACRO: return mean_area(x, 0, u, room);
  case VD_CLASSES_WEIGHTED: return mean_area(x, 1, u, room);
  case VD_CLASSES_HAND_TILL: return hand_till(x, u, room);
  case VD_CLASSES_BRIER_SKILL: brier(x, u); break;
  case VD_CLASSES_LOG_SKILL: log_loss(x, u); break;
  case VD_CLASSES_RPS_SKILL: ranked(x, u); break;
  default: vd_classes_losses(x, measure, u); return vd_mean(&rows, u);
  }
  vd_numeric loss = vd_mean(&rows, u);
  if (x->reference > 0) return vd_loss_skill_known(&rows, loss, x->reference, u);
  return skill(x->rows, loss, measure, u);
}

void vd_classes_units(const vd_classes *rows, const vd_units *units, double *count,
                      int *seen) {
  for (int k = 0; k < rows->n_classes; k++) {
    count[k] = units->cluster || units->sampled ? 0 : rows->size[k];
    for (ptrdiff_t i = 0; !units->cluster && units->sampled && i < rows->n; i++) {
      count[k] += rows->code[i] == k + 1;
    }
    for (ptrdiff_t g = 0; g < units->n_clusters; g++) seen[g] = 0;
    for (ptrdiff_t i = 0; units->cluster && i < rows->n; i++) {
      if (rows->code[i] != k + 1 || seen[units->cluster[i] - 1]) continue;
      seen[units->cluster[i] - 1] = 1;
      count[k]++;
    }
  }
}

vd_status vd_classes_fill(const vd_classes *rows, const vd_units *units,
                          const double *count, const double *u, double *out) {
  ptrdiff_t n = rows->n, filled = vd_units_rows(units);
  if (units->cluster && units->n_clusters < 2) return VD_STATUS_ONE_CLUSTER;
  for (int k = 0; k < rows->n_classes; k++) {
    if (count[k] <= 1) {
      return units->cluster ? VD_STATUS_FEW_CLUSTERS : VD_STATUS_ONE_OF_CLASS;
    }
  }
  double size = 0;
  for (ptrdiff_t i = 0; i < filled; i++) out[i] = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    double m = count[rows->code[i] - 1], w = weight_of(rows, i);
    double part =
        (units->sampled || units->cluster ? w : sqrt(w)) * u[i] * sqrt(m / (m - 1));
    out[units->cluster ? units->cluster[i] - 1 : i] += part;
    size += fabs(part);
  }
  for (ptrdiff_t g = 0; units->cluster && g < filled; g++) out[g] = vd_snap(out[g], size);
  return VD_STATUS_OK;
}
