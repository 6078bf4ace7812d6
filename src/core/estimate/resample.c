#include "estimate/resample.h"
#include "estimate/influence.h"
#include "math/draw.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* How many of `draws` fall on m of the `left` clusters that are still to come. */
static double draw(vd_stream *stream, double m, double draws, double left) {
  return draws <= 0 ? 0 : m >= left ? draws : vd_stream_binomial(stream, draws, m / left);
}

static double n_clusters(const vd_set *set) {
  double n = 0;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) n += vd_set_profile_weight(set, f);
  return n;
}

void vd_resample_subset(const vd_set *set, double size, double *weight, double *count) {
  double left = n_clusters(set);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double m = vd_set_profile_weight(set, f);
    left -= m;
    weight[f] = size <= 0 ? 0 : vd_draw_hyper(m, left, size);
    size -= weight[f];
  }
  if (set->start) vd_set_patterns(set, weight, count);
}

void vd_resample_rows(const vd_set *set, vd_stream *stream, double *weight,
                      double *work) {
  double *left = work, *draws = work + set->n_classes;
  for (int k = 0; k < set->n_classes; k++) left[k] = 0;
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    left[vd_label(set, i, 0) - 1] += set->count[i];
  }
  memcpy(draws, left, sizeof(double) * (size_t)set->n_classes);
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    int k = vd_label(set, i, 0) - 1;
    weight[i] = draw(stream, set->count[i], draws[k], left[k]);
    draws[k] -= weight[i];
    left[k] -= set->count[i];
  }
}

/* A binomial number costs as much as several clusters. */
enum { AS_MUCH = 6 };

int vd_resample_singly(const vd_set *set) {
  return set->n_profiles < INT_MAX && n_clusters(set) < AS_MUCH * (double)set->n_profiles;
}

/* Part j of the range begins at j n / n_profiles; a little before it, lest rounding leads
 * beyond the profile that is looked for. */
void vd_resample_fill(const vd_set *set, vd_resample_urn *urn) {
  ptrdiff_t n = set->n_profiles, at = 0;
  double sum = 0, step = n_clusters(set) / (double)n * (1 - 1e-12);
  for (ptrdiff_t f = 0; f < n; f++) {
    urn->end[f] = sum += vd_set_profile_weight(set, f);
  }
  for (ptrdiff_t j = 0; j < n; j++) {
    while (at + 1 < n && urn->end[at] <= (double)j * step) at++;
    urn->guide[j] = (int)at;
  }
}

enum { STRETCH = 512 }; /* profiles that the fastest memory holds */

/* How many fall on each stretch, then where within it. */
static void draw_singly(ptrdiff_t n, const vd_resample_urn *urn, vd_stream *stream,
                        double *weight) {
  double all = urn->end[n - 1], draws = all, parts = (double)n / all;
  memset(weight, 0, sizeof(double) * (size_t)n);
  for (ptrdiff_t lo = 0; lo < n; lo += STRETCH) {
    ptrdiff_t hi = n - lo < STRETCH ? n : lo + STRETCH;
    double before = lo > 0 ? urn->end[lo - 1] : 0, size = urn->end[hi - 1] - before;
    double here = draw(stream, size, draws, all - before);
    draws -= here;
    for (ptrdiff_t i = (ptrdiff_t)here; i > 0; i--) {
      double value = before + vd_stream_unif(stream) * size;
      ptrdiff_t j = (ptrdiff_t)(value * parts), f = urn->guide[j < n ? j : n - 1];
      if (f < lo) f = lo;
      while (f + 1 < hi && urn->end[f] <= value) f++;
      weight[f]++;
    }
  }
}

static void draw_in_turn(const vd_set *set, vd_stream *stream, double *weight) {
  double left = n_clusters(set), draws = left;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double m = vd_set_profile_weight(set, f);
    weight[f] = draw(stream, m, draws, left);
    draws -= weight[f];
    left -= m;
  }
}

void vd_resample_clusters(const vd_set *set, const vd_resample_urn *urn,
                          vd_stream *stream, double *weight, double *count) {
  if (urn->end) {
    draw_singly(set->n_profiles, urn, stream, weight);
  } else {
    draw_in_turn(set, stream, weight);
  }
  if (set->start) vd_set_patterns(set, weight, count);
}

/* -- what is evaluated ----------------------------------------------------------------
 */

size_t vd_resample_iwork(const vd_set *set, int n_quantities, int n_contrasts) {
  return 4 * ((size_t)set->n_classes + 2) + 4 * (size_t)n_quantities +
         6 * (size_t)n_contrasts;
}

size_t vd_resample_work(int n_quantities, int n_contrasts) {
  return 5 * (size_t)n_quantities + 6 * (size_t)n_contrasts;
}

static int other_of(const vd_contrast *x) {
  return x->reference < 0 ? x->classifier : x->reference;
}

/* The 1-based class of a narrow contrast, 0 for a wide one. */
static int class_of(const vd_resample_plan *plan, const vd_contrast *x, int weighted) {
  const vd_quantity *a = &plan->quantity[x->classifier];
  const vd_quantity *b = &plan->quantity[other_of(x)];
  if (weighted || a->average != VD_AVERAGE_PER_CLASS) return 0;
  if (b->average != VD_AVERAGE_PER_CLASS || a->kept[0] != b->kept[0]) return 0;
  return a->kept[0] + 1;
}

/* Positions of n items by their keys (0 to n_keys - 1, or -1: last), otherwise in their
 * order; those of key b start at first[b]. */
static void sort_by(const int *key, int n, int n_keys, int *first, int *order) {
  memset(first, 0, sizeof(int) * ((size_t)n_keys + 1));
  for (int i = 0; i < n; i++) first[key[i] < 0 ? n_keys : key[i]]++;
  for (int b = 0, at = 0; b <= n_keys; b++) {
    int size = first[b];
    first[b] = at;
    at += size;
  }
  for (int i = 0; i < n; i++) order[first[key[i] < 0 ? n_keys : key[i]]++] = i;
  for (int b = n_keys; b > 0; b--) first[b] = first[b - 1];
  first[0] = 0;
}

/* Numbers the classes of narrow contrasts; the number of each quantity and contrast, or
 * -1. Marks the wide quantities. `number` holds one integer more than classes. */
static void find_slices(int weighted, vd_resample_plan *plan, int *number,
                        int *of_quantity, int *of_contrast) {
  for (int i = 0; i < plan->n_quantities; i++) of_quantity[i] = plan->slot[i] = -1;
  plan->n_slices = 0;
  for (int j = 0; j < plan->n_contrasts; j++) {
    const vd_contrast *x = &plan->contrast[j];
    int class = class_of(plan, x, weighted), other = other_of(x);
    of_contrast[j] = -1;
    if (class == 0) {
      plan->slot[x->classifier] = plan->slot[other] = 0;
      continue;
    }
    if (number[class] < 0) {
      plan->class[plan->n_slices] = class;
      number[class] = plan->n_slices++;
    }
    of_contrast[j] = of_quantity[x->classifier] = of_quantity[other] = number[class];
  }
}

void vd_resample_sort(const vd_set *set, int weighted, vd_resample_plan *plan,
                      int *iwork) {
  size_t n = (size_t)plan->n_quantities, K = (size_t)set->n_classes + 2;
  int *number = iwork, *of_quantity = number + K, *of_contrast = of_quantity + n;
  plan->n_classifiers = set->n_classifiers;
  plan->class = of_contrast + plan->n_contrasts;
  plan->first = plan->class + K;
  plan->of_first = plan->first + K;
  plan->of = plan->of_first + K;
  plan->wide = plan->of + n;
  plan->slot = plan->wide + n;
  plan->order = plan->slot + n;
  plan->side = plan->order + plan->n_contrasts;
  plan->who = plan->side + 2 * (size_t)plan->n_contrasts;
  for (size_t k = 0; k < K; k++) number[k] = -1;
  find_slices(weighted, plan, number, of_quantity, of_contrast);
  sort_by(of_quantity, plan->n_quantities, plan->n_slices, plan->of_first, plan->of);
  sort_by(of_contrast, plan->n_contrasts, plan->n_slices, plan->first, plan->order);
  for (int i = 0; i < plan->n_contrasts; i++) {
    const vd_contrast *x = &plan->contrast[plan->order[i]];
    plan->side[2 * i] = x->classifier;
    plan->side[2 * i + 1] = other_of(x);
    for (int k = 2 * i; k < 2 * i + 2; k++) {
      plan->who[k] = plan->quantity[plan->side[k]].classifier;
    }
  }
  plan->n_wide = 0;
  for (int i = 0; i < plan->n_quantities; i++) {
    if (plan->slot[i] < 0) continue;
    plan->slot[i] = plan->n_wide;
    plan->wide[plan->n_wide++] = i;
  }
}

/* -- estimates ------------------------------------------------------------------------
 */

/* Whether some class with a known share has no rows. */
static int class_is_lost(const vd_margins *m) {
  for (int k = 0; m->prevalence && k < m->n_classes; k++) {
    if (m->weight[k] == 0) return 1;
  }
  return 0;
}

/* A proportion of the rows of its own class. */
static int needs_own_class(const vd_quantity *q) {
  vd_metric metric = q->spec.metric;
  return q->average == VD_AVERAGE_PER_CLASS &&
         (metric == VD_METRIC_RECALL || metric == VD_METRIC_FNR);
}

static double wide_estimate(const vd_set *set, const vd_margins *m, const vd_quantity *q,
                            vd_zero_division zero, vd_effects *effects) {
  vd_estimate found = vd_metric_estimate(m, q->spec, q->average, zero, q->kept, q->n_kept,
                                         q->classifier, effects);
  vd_effects_standardize(set, m, effects);
  return found.status == VD_STATUS_OK ? found.value : NAN;
}

void vd_resample_estimate(const vd_set *set, const vd_margins *m,
                          vd_resample_plan *plan) {
  int lost = class_is_lost(m);
  for (int i = 0; i < plan->n_quantities; i++) {
    const vd_quantity *q = &plan->quantity[i];
    int wide = plan->slot[i];
    if (q->average == VD_AVERAGE_PER_CLASS && !m->prevalence) {
      vd_metric_binary(q->spec, vd_margins_confusion(m, q->kept[0], q->classifier),
                       &plan->theta[i], &plan->gradient[i]);
    }
    if (wide >= 0) {
      plan->theta[i] = wide_estimate(set, m, q, plan->zero, &plan->effects[wide]);
    }
    if (lost && !needs_own_class(q)) plan->theta[i] = NAN;
  }
}

void vd_resample_contrast(const vd_resample_plan *plan, double *value) {
  for (int j = 0; j < plan->n_contrasts; j++) {
    const vd_contrast *x = &plan->contrast[j];
    value[j] = vd_measure_scale(x->scale, plan->theta[x->classifier]);
    if (x->reference >= 0)
      value[j] -= vd_measure_scale(x->scale, plan->theta[x->reference]);
  }
}

/* -- variances ------------------------------------------------------------------------
 */

/* Influences of a cluster on quantities, with the sums of their terms without signs. What
 * belongs to contrasts stands in the order of plan->order: their derivatives by the two
 * quantities, and the sums of squares and cubes (NULL: not wanted). */
typedef struct {
  double *u, *size, *by, *squares, *cubes;
} spread;

static void slopes(const vd_resample_plan *plan, double *by) {
  for (int i = 0; i < plan->n_contrasts; i++) {
    const vd_contrast *x = &plan->contrast[plan->order[i]];
    by[2 * i] = vd_measure_slope(x->scale, plan->theta[x->classifier]);
    by[2 * i + 1] =
        x->reference < 0 ? 0 : -vd_measure_slope(x->scale, plan->theta[x->reference]);
  }
}

/* The influence on contrast i of a cluster with influences u[a] and u[b]. */
static inline double influence(const spread *s, int i, int a, int b) {
  double x = s->by[2 * i], y = s->by[2 * i + 1];
  return vd_snap(x * s->u[a] + y * s->u[b], fabs(x) * s->size[a] + fabs(y) * s->size[b]);
}

static inline void add_powers(const spread *s, int i, double u, double squares,
                              double cubes) {
  s->squares[i] += squares * u * u;
  if (s->cubes) s->cubes[i] += cubes * u * u * u;
}

/* What one profile has of the classes that it touches. */
typedef struct {
  ptrdiff_t n_touched;
  const int *touched;
  const double
      *value; /* of the first, if `o` is NULL: else each where its class stands */
  const vd_outcomes *o;
  int width;
  double n;
} visit;

static visit visit_profile(const vd_set *set, ptrdiff_t f, const vd_resample_plan *plan,
                           vd_outcomes *o) {
  const vd_outcomes_kept *kept = plan->kept;
  if (kept) {
    ptrdiff_t at = kept->start[f];
    return (visit){.n_touched = kept->start[f + 1] - at,
                   .touched = kept->position + at,
                   .value = kept->value + at * kept->width,
                   .width = kept->width,
                   .n = kept->n[f]};
  }
  vd_outcomes_profile(set, f, o);
  return (visit){.n_touched = o->n_touched,
                 .touched = o->touched,
                 .o = o,
                 .width = o->width,
                 .n = o->n};
}

static inline const double *values_of(const visit *v, ptrdiff_t i) {
  return v->o ? vd_outcomes_of(v->o, v->touched[i]) : v->value + i * v->width;
}

/* The influences of a cluster on the quantities of a slice. */
static void narrow_influences(const vd_resample_plan *plan, const double *value,
                              const visit *v, int slice, const spread *s) {
  for (int i = plan->of_first[slice]; i < plan->of_first[slice + 1]; i++) {
    int q = plan->of[i];
    s->u[q] = vd_influence_values(value, v->width, v->n, plan->quantity[q].classifier,
                                  &plan->gradient[q], &s->size[q]);
  }
}

static void add_slice(const vd_resample_plan *plan, int slice, double squares,
                      double cubes, const spread *s) {
  int last = plan->first[slice + 1];
  for (int i = plan->first[slice]; i < last; i++) {
    int a = plan->side[2 * i], b = plan->side[2 * i + 1];
    if (s->u[a] == 0 && s->u[b] == 0) continue;
    add_powers(s, i, influence(s, i, a, b), squares, cubes);
  }
}

/* Clusters that a slice's class does not touch are all true negatives there: each of n
 * rows has n times the influence of one. `left` are their sums of n^2 and of n^3. */
static void add_untouched(const vd_resample_plan *plan, int slice, const double left[2],
                          const spread *s) {
  for (int i = plan->of_first[slice]; i < plan->of_first[slice + 1]; i++) {
    int q = plan->of[i];
    s->u[q] = plan->gradient[q].tn;
    s->size[q] = fabs(s->u[q]);
  }
  add_slice(plan, slice, left[0], left[1], s);
}

static void cluster_spread(const vd_set *set, const vd_resample_plan *plan,
                           vd_outcomes *o, const spread *s, double *seen) {
  double total[2] = {0, 0};
  memset(seen, 0, sizeof(double) * 2 * (size_t)plan->n_slices);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double weight = vd_set_profile_weight(set, f);
    if (weight == 0) continue;
    visit v = visit_profile(set, f, plan, o);
    double squares = weight * v.n * v.n, cubes = squares * v.n;
    total[0] += squares;
    total[1] += cubes;
    for (ptrdiff_t i = 0; i < v.n_touched; i++) {
      int slice = v.touched[i];
      narrow_influences(plan, values_of(&v, i), &v, slice, s);
      add_slice(plan, slice, weight, weight, s);
      seen[2 * slice] += squares;
      seen[2 * slice + 1] += cubes;
    }
  }
  for (int slice = 0; slice < plan->n_slices; slice++) {
    double left[2] = {total[0] - seen[2 * slice], total[1] - seen[2 * slice + 1]};
    add_untouched(plan, slice, left, s);
  }
}

/* Rows of the slices' classes, and of others, that both quantities of a contrast count as
 * predicted so; `work` has room for both, in the order of plan->order. */
static void count_agreements(const vd_set *set, const vd_resample_plan *plan,
                             vd_outcomes *o, double *right, double *wrong) {
  int C = plan->n_classifiers;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double rows = set->count[f];
    if (rows == 0) continue;
    visit v = visit_profile(set, f, plan, o);
    for (ptrdiff_t i = 0; i < v.n_touched; i++) {
      int slice = v.touched[i], last = plan->first[slice + 1];
      const double *value = values_of(&v, i);
      double *agreed = value[2 * C] > 0 ? right : wrong;
      const double *predicted = value[2 * C] > 0 ? value : value + C;
      for (int j = plan->first[slice]; j < last; j++) {
        agreed[j] += rows * predicted[plan->who[2 * j]] * predicted[plan->who[2 * j + 1]];
      }
    }
  }
}

/* Adds what the four cells of a table of two outcomes of `rows` rows contribute: `yes`
 * and `no` are the influences of a row on the quantities, `both`, `a` and `b` the rows of
 * the outcome yes in both, in the first, and in the second. */
static void add_cells(const spread *s, int i, const double yes[2], const double no[2],
                      double both, double a, double b, double rows) {
  const double cell[4] = {both, a - both, b - both, rows - a - b + both};
  double x = s->by[2 * i], y = s->by[2 * i + 1];
  for (int k = 0; k < 4; k++) {
    if (cell[k] == 0) continue;
    double first = x * (k & 2 ? no : yes)[0], second = y * (k & 1 ? no : yes)[1];
    double u = vd_snap(first + second, fabs(first) + fabs(second));
    add_powers(s, i, u, cell[k], cell[k]);
  }
}

/* Rows that are clusters of their own, in whole numbers: a contrast has eight influences,
 * and how often each occurs follows from the margins and from where the two agree. */
static void row_spread(const vd_set *set, const vd_margins *m,
                       const vd_resample_plan *plan, vd_outcomes *o, const spread *s,
                       double *agreed) {
  int n = plan->first[plan->n_slices];
  double *right = agreed, *wrong = agreed + n;
  memset(agreed, 0, sizeof(double) * 2 * (size_t)n);
  count_agreements(set, plan, o, right, wrong);
  for (int slice = 0; slice < plan->n_slices; slice++) {
    int class = plan->class[slice] - 1;
    for (int i = plan->first[slice]; i < plan->first[slice + 1]; i++) {
      const vd_gradient *g = &plan->gradient[plan->side[2 * i]];
      const vd_gradient *h = &plan->gradient[plan->side[2 * i + 1]];
      const double tp[2] = {g->tp, h->tp}, fn[2] = {g->fn, h->fn};
      const double fp[2] = {g->fp, h->fp}, tn[2] = {g->tn, h->tn};
      vd_confusion a = vd_margins_confusion(m, class, plan->who[2 * i]);
      vd_confusion b = vd_margins_confusion(m, class, plan->who[2 * i + 1]);
      add_cells(s, i, tp, fn, right[i], a.tp, b.tp, a.tp + a.fn);
      add_cells(s, i, fp, tn, wrong[i], a.fp, b.fp, a.fp + a.tn);
    }
  }
}

/* The influence of a row is that of any other of its pattern. */
static void influence_of_rows(const vd_set *set, const vd_resample_plan *plan) {
  size_t q = (size_t)plan->n_wide;
  memset(plan->rows, 0, sizeof(double) * q * (size_t)set->n_patterns);
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    if (set->count[i] == 0) continue;
    vd_influence_row(set, i, 1, plan->effects, plan->n_wide, plan->rows + (size_t)i * q);
  }
}

/* As vd_influence_cluster(). */
static void sum_rows(const vd_set *set, ptrdiff_t f, const vd_resample_plan *plan,
                     double *u) {
  int q = plan->n_wide;
  double *size = u + q;
  memset(u, 0, sizeof(double) * 2 * (size_t)q);
  for (ptrdiff_t e = 0; e < vd_set_profile_size(set, f); e++) {
    double rows = vd_set_profile_rows(set, f, e);
    const double *of = plan->rows + vd_set_profile_pattern(set, f, e) * q;
    for (int i = 0; i < q; i++) {
      u[i] += rows * of[i];
      size[i] += fabs(rows * of[i]);
    }
  }
  for (int i = 0; i < q; i++) u[i] = vd_snap(u[i], size[i]);
}

static void wide_spread(const vd_set *set, const vd_resample_plan *plan,
                        const spread *s) {
  if (plan->rows) influence_of_rows(set, plan);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double weight = vd_set_profile_weight(set, f);
    if (weight == 0) continue;
    if (plan->rows) {
      sum_rows(set, f, plan, s->u);
    } else {
      vd_influence_cluster(set, f, plan->effects, plan->n_wide, s->u);
    }
    for (int i = plan->first[plan->n_slices]; i < plan->n_contrasts; i++) {
      int a = plan->slot[plan->side[2 * i]], b = plan->slot[plan->side[2 * i + 1]];
      add_powers(s, i, influence(s, i, a, b), weight, weight);
    }
  }
}

static void put_back(const vd_resample_plan *plan, const double *sorted, double *out) {
  for (int i = 0; i < plan->n_contrasts; i++) out[plan->order[i]] = sorted[i];
}

void vd_resample_spread(const vd_set *set, const vd_margins *margins,
                        const vd_resample_plan *plan, vd_outcomes *outcomes,
                        double *variance, double *cubes) {
  size_t n = (size_t)plan->n_quantities, m = (size_t)plan->n_contrasts;
  spread s = {.u = plan->work, .size = plan->work + n, .by = plan->work + 5 * n};
  double *seen = s.by + 2 * m;
  s.squares = seen + 2 * m;
  memset(s.squares, 0, sizeof(double) * 2 * m);
  if (cubes) s.cubes = s.squares + m;
  slopes(plan, s.by);
  if (plan->n_slices > 0 && set->start) cluster_spread(set, plan, outcomes, &s, seen);
  if (plan->n_slices > 0 && !set->start) {
    row_spread(set, margins, plan, outcomes, &s, seen);
  }
  s.u = plan->work + 2 * n;
  s.size = s.u + plan->n_wide;
  if (plan->n_wide > 0) wide_spread(set, plan, &s);
  put_back(plan, s.squares, variance);
  if (cubes) put_back(plan, s.cubes, cubes);
}
