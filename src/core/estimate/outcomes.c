#include "estimate/outcomes.h"

size_t vd_outcomes_work(const vd_set *set, int n_selected) {
  return (size_t)n_selected * (2 * (size_t)set->n_classifiers + 1);
}

size_t vd_outcomes_iwork(const vd_set *set, int n_selected) {
  return (size_t)set->n_classes + 1 + 2 * (size_t)n_selected;
}

vd_outcomes vd_outcomes_make(const vd_set *set, const int *selected, int n_selected,
                             double *work, int *iwork) {
  vd_outcomes o = {.width = 2 * set->n_classifiers + 1, .value = work};
  o.position = iwork;
  o.touched = o.position + set->n_classes + 1;
  o.is_touched = o.touched + n_selected;
  for (int k = 0; k <= set->n_classes; k++) o.position[k] = -1;
  for (int i = 0; i < n_selected; i++) {
    o.position[selected[i]] = i;
    o.is_touched[i] = 0;
  }
  return o;
}

/* The class's position, its values cleared at the first touch; -1: not selected. */
static int touch(vd_outcomes *o, int class) {
  int at = o->position[class];
  if (at < 0 || o->is_touched[at]) return at;
  o->is_touched[at] = 1;
  o->touched[o->n_touched++] = at;
  for (int i = 0; i < o->width; i++) o->value[(size_t)at * (size_t)o->width + i] = 0;
  return at;
}

static void add(vd_outcomes *o, int at, int which, double rows) {
  if (at >= 0) o->value[(size_t)at * (size_t)o->width + which] += rows;
}

static void add_pattern(const vd_set *set, ptrdiff_t pattern, double rows,
                        vd_outcomes *o) {
  int C = set->n_classifiers, truth = vd_label(set, pattern, 0);
  int correct = touch(o, VD_CORRECT), own = touch(o, truth);
  add(o, correct, 2 * C, rows);
  add(o, own, 2 * C, rows);
  for (int c = 0; c < C; c++) {
    int predicted = vd_label(set, pattern, 1 + c);
    if (predicted == truth) {
      add(o, own, c, rows);
      add(o, correct, c, rows);
    } else {
      add(o, touch(o, predicted), C + c, rows);
    }
  }
}

void vd_outcomes_profile(const vd_set *set, ptrdiff_t f, vd_outcomes *o) {
  for (int i = 0; i < o->n_touched; i++) o->is_touched[o->touched[i]] = 0;
  o->n_touched = 0;
  o->n = 0;
  for (ptrdiff_t e = 0; e < vd_set_profile_size(set, f); e++) {
    double rows = vd_set_profile_rows(set, f, e);
    add_pattern(set, vd_set_profile_pattern(set, f, e), rows, o);
    o->n += rows;
  }
}

ptrdiff_t vd_outcomes_keep(const vd_set *set, vd_outcomes *o, vd_outcomes_kept *kept,
                           ptrdiff_t room) {
  ptrdiff_t found = 0;
  size_t width = (size_t)o->width;
  kept->width = o->width;
  kept->start[0] = 0;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    vd_outcomes_profile(set, f, o);
    for (int i = 0; i < o->n_touched; i++, found++) {
      if (found >= room) continue;
      kept->position[found] = o->touched[i];
      memcpy(kept->value + (size_t)found * width, vd_outcomes_of(o, o->touched[i]),
             sizeof(double) * width);
    }
    kept->n[f] = o->n;
    kept->start[f + 1] = found;
  }
  return found;
}

void vd_outcomes_coefficients(int states, double coefficient[4]) {
  int tp = (states & VD_TP) != 0, fp = (states & VD_FP) != 0;
  int fn = (states & VD_FN) != 0, tn = (states & VD_TN) != 0;
  coefficient[0] = tp - fn;
  coefficient[1] = fp - tn;
  coefficient[2] = fn - tn;
  coefficient[3] = tn;
}

double vd_outcomes_rows(const vd_outcomes *o, int position, int c,
                        const double coefficient[4]) {
  double rows = coefficient[3] * o->n;
  if (!o->is_touched[position]) return rows;
  int C = (o->width - 1) / 2;
  const double *value = vd_outcomes_of(o, position);
  return rows + coefficient[0] * value[c] + coefficient[1] * value[C + c] +
         coefficient[2] * value[2 * C];
}
