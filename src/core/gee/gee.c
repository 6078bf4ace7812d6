#include "gee/gee.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/lapack.h"

/* A separating direction leads every row it moves to its own response, for ever: in the
 * limit by one unit of the linear predictor or more a step, while the other rows stand
 * still. Rows between STILL and MOVING mean that the limit has not been reached. */
static const double STILL = 1e-6, MOVING = 1e-3, FAR = 15;

/* After a step shorter than this (in standard errors, or against the residuals) the QR
 * factor takes over. */
static const double SHORT = 1e-4, UNSURE = 1e-9;

enum { MAX_HALVINGS = 30 };

/* What evaluating the mean at a linear predictor tells. */
typedef struct {
  bool inside;     /* all means in (0, 1)                                        */
  double deviance; /* up to a constant                                           */
  bool separating; /* every row stood still or moved towards its response        */
  double moved;    /* the largest move of a row with |eta| > FAR                 */
  double product;  /* of likelihoods whose logarithm is to be taken              */
} evaluation;

static double row_deviance(double y, vd_mean m) {
  double d = 0;
  if (y > 0) d -= y * log(m.mu);
  if (y < 1) d -= (1 - y) * log(m.rest);
  return 2 * d;
}

/* Adds a row's deviance; that of binary rows as a product, to take few logarithms. */
static void add_deviance(double w, double y, vd_mean m, evaluation *e) {
  double likelihood = y == 1 ? m.mu : m.rest;
  bool binary = w == 1 && (y == 1 || y == 0);
  if (!binary || likelihood < 1e-100) {
    e->deviance += w * row_deviance(y, m);
    return;
  }
  e->product *= likelihood;
  if (e->product < 1e-200) {
    e->deviance -= 2 * log(e->product);
    e->product = 1;
  }
}

/* Whether the move of a row is one that a separating direction can make. The log link has
 * no end but at minus infinity, which only failures can go to. */
static bool may_move(vd_link link, double y, double move) {
  if (fabs(move) <= STILL) return true;
  if (fabs(move) < MOVING) return false;
  return move > 0 ? link == VD_LOGIT && y == 1 : y == 0;
}

static void compare(vd_link link, double y, double eta, double from, evaluation *e) {
  double move = eta - from;
  if (!may_move(link, y, move)) e->separating = false;
  if (fabs(eta) > FAR && fabs(move) > e->moved) e->moved = fabs(move);
}

/* eta += b x + b2 x2 */
static void add_columns(const double *x, double b, const double *x2, double b2, int m,
                        double *restrict eta) {
  int k = 0;
  for (; k + 3 < m; k += 4)
    for (int i = 0; i < 4; i++) eta[k + i] += b * x[k + i] + b2 * x2[k + i];
  for (; k < m; k++) eta[k] += b * x[k] + b2 * x2[k];
}

/* eta = offset + x b for the m rows from lo, columns two by two. */
static void predict(const vd_gee_model *model, const double *b, ptrdiff_t lo, int m,
                    double *eta) {
  for (int k = 0; k < m; k++) eta[k] = model->offset ? model->offset[lo + k] : 0;
  for (int j = 0; j < model->p; j += 2) {
    bool two = j + 1 < model->p;
    const double *x = model->x + lo + (ptrdiff_t)j * model->n;
    const double *x2 = two ? x + model->n : x;
    double b1 = b[j], b2 = two ? b[j + 1] : 0;
    add_columns(x, b1, x2, b2, m, eta);
  }
}

/* The mean at eta = offset + x b, row by row; fills root and residual. */
static evaluation evaluate(const vd_gee_model *model, const double *b, double *eta,
                           const double *from, vd_gee_fit *fit) {
  evaluation e = {true, 0, from != NULL, 0, 1};
  for (ptrdiff_t lo = 0; lo < model->n; lo += VD_GEE_BLOCK) {
    ptrdiff_t left = model->n - lo;
    int m = left < VD_GEE_BLOCK ? (int)left : VD_GEE_BLOCK;
    predict(model, b, lo, m, eta + lo);
    for (ptrdiff_t i = lo; i < lo + m; i++) {
      double w = model->weight ? model->weight[i] : 1, y = model->y[i];
      fit->root[i] = fit->residual[i] = 0;
      if (w == 0) continue;
      vd_mean mean = vd_link_mean(model->link, eta[i]);
      double variance = mean.mu * mean.rest;
      if (!(variance > 0) && model->link != VD_LOGIT) e.inside = false;
      if (from && e.separating) compare(model->link, y, eta[i], from[i], &e);
      add_deviance(w, y, mean, &e);
      double root = variance > 0 ? sqrt(w / variance) : 0;
      fit->root[i] = root * mean.slope;
      fit->residual[i] = root * (y * mean.rest - (1 - y) * mean.mu);
    }
  }
  e.deviance -= 2 * log(e.product);
  return e;
}

/* What a standard error is with a scale of 1, if weights are small: phi is near their
 * mean, and standard errors are smaller by its root. */
static double unit(const vd_gee_model *model) {
  if (!model->weight) return 1;
  double sum = 0;
  for (ptrdiff_t i = 0; i < model->n; i++) sum += model->weight[i];
  return fmin(1, sqrt(sum / (double)model->groups.rows));
}

vd_gee_status vd_gee_start(const vd_gee_model *model, vd_gee_fit *fit) {
  evaluation e = evaluate(model, fit->beta, fit->eta, NULL, fit);
  fit->deviance = e.deviance;
  fit->iterations = 0;
  fit->column = -1;
  fit->unit = unit(model);
  fit->settled = fit->exact = fit->quick = false;
  fit->phi = fit->alpha = NAN;
  return e.inside && isfinite(e.deviance) ? VD_GEE_GOING : VD_GEE_NO_START;
}

void vd_gee_moments(const vd_gee_model *model, vd_gee_fit *fit) {
  const vd_clusters *groups = &model->groups;
  double squares = 0, products = 0, pairs = 0;
  ptrdiff_t k = 0;
  for (ptrdiff_t g = 0; g < groups->clusters; g++) {
    double start = (double)k, sum = 0, own = 0;
    for (; k < groups->end[g]; k++) {
      double r = fit->residual[groups->order[k] - 1];
      sum += r;
      own += r * r;
    }
    double size = (double)k - start;
    squares += own;
    products += (sum * sum - own) / 2;
    pairs += size * (size - 1) / 2;
  }
  double less = model->less_p ? model->p : 0;
  double phi = squares / ((double)groups->rows - less);
  fit->phi = isnan(model->scale) ? phi : model->scale;
  /* a known scale enters alpha in geepack, not in gee */
  fit->alpha = products / ((model->less_p ? phi : fit->phi) * (pairs - less));
  if (pairs == 0) fit->alpha = NAN;
}

void vd_gee_walk_at(const vd_gee_model *model, const vd_gee_fit *fit, double alpha,
                    bool by_cluster, vd_gee_walk *walk) {
  walk->n = model->n;
  walk->p = model->p;
  walk->x = model->x;
  walk->scale = fit->root;
  walk->residual = fit->residual;
  walk->groups = model->groups;
  if (!by_cluster && alpha == 0) walk->groups = (vd_clusters){model->n, 0, NULL, NULL};
  walk->alpha = alpha;
  walk->carry = fit->carry;
}

/* R is positive definite for -1 / (largest cluster - 1) < alpha < 1. */
static bool admissible(const vd_clusters *groups, double alpha) {
  int largest = 0;
  for (ptrdiff_t g = 0; g < groups->clusters; g++) {
    int size = groups->end[g] - (g > 0 ? groups->end[g - 1] : 0);
    if (size > largest) largest = size;
  }
  return alpha < 1 && 1 + (largest - 1) * alpha > 0;
}

/* Solves for the step; its length in units of the coefficients' standard errors is that
 * of Q'r. Rounding of the residuals leaves noise in it, and that of the terms of the
 * linear predictor (a bound only with the logit link, whose weights have one). false: a
 * column of the weighted design depends on those before it. */
static bool solve_step(const vd_gee_model *model, vd_gee_fit *fit) {
  const int p = model->p, q = p + 1, inc = 1;
  const double *last = fit->factor + (ptrdiff_t)p * q;
  double squares = 0, rounding = 0;
  for (int j = 0; j < p; j++) {
    const double *column = fit->factor + (ptrdiff_t)j * q;
    double norm = 0;
    for (int i = 0; i <= j; i++) norm += column[i] * column[i];
    if (!(fabs(column[j]) > 1e-13 * sqrt(norm))) {
      fit->column = j;
      return false;
    }
    fit->step[j] = last[j];
    squares += last[j] * last[j];
    if (model->link == VD_LOGIT) rounding += fabs(fit->beta[j]) * sqrt(norm);
  }
  fit->size = sqrt(squares);
  fit->noise = DBL_EPSILON * (64 * hypot(fit->size, last[p]) + 4 * rounding);
  dtrsv_("U", "N", "N", &p, fit->factor, &q, fit->step, &inc, 1, 1, 1);
  return true;
}

/* Goes the step, or the first of its halves that serves. */
static vd_gee_status go(const vd_gee_model *model, bool independence, vd_gee_fit *fit) {
  double length = 1, limit = fit->deviance + 1e-9 * (fabs(fit->deviance) + 1);
  for (int half = 0; half <= MAX_HALVINGS; half++, length /= 2) {
    for (int j = 0; j < model->p; j++)
      fit->candidate[j] = fit->beta[j] + length * fit->step[j];
    evaluation e = evaluate(model, fit->candidate, fit->trial, fit->eta, fit);
    if (!e.inside || !isfinite(e.deviance) || (independence && e.deviance > limit))
      continue;
    double *eta = fit->eta;
    fit->eta = fit->trial;
    fit->trial = eta;
    memcpy(fit->beta, fit->candidate, (size_t)model->p * sizeof(double));
    fit->deviance = e.deviance;
    return half == 0 && e.separating && e.moved > 0.5 ? VD_GEE_SEPARATED : VD_GEE_GOING;
  }
  return VD_GEE_BLOCKED;
}

void vd_gee_towards(const vd_gee_model *model, vd_gee_fit *fit, int *towards) {
  vd_gee_model moves = *model;
  moves.offset = NULL;
  for (ptrdiff_t lo = 0; lo < model->n; lo += VD_GEE_BLOCK) {
    ptrdiff_t left = model->n - lo;
    predict(&moves, fit->step, lo, left < VD_GEE_BLOCK ? (int)left : VD_GEE_BLOCK,
            fit->trial + lo);
  }
  for (ptrdiff_t i = 0; i < model->n; i++)
    towards[i] = (fit->trial[i] > STILL) - (fit->trial[i] < -STILL);
}

static bool is_short(const vd_gee_model *model, const vd_gee_fit *fit) {
  const int q = model->p + 1;
  double residual = fabs(fit->factor[q * q - 1]);
  return fit->size < fmax(SHORT * fit->unit, UNSURE * residual);
}

/* The step at beta: from the normal equations while steps are long and the design allows
 * it, from the QR factor afterwards, which so has the last word. */
static bool find_step(const vd_gee_model *model, double alpha, vd_gee_fit *fit) {
  vd_gee_walk walk;
  vd_gee_walk_at(model, fit, alpha, false, &walk);
  fit->quick = !fit->exact && vd_gee_gram(&walk, fit->factor, fit->work);
  if (!fit->quick) vd_gee_qr(&walk, fit->factor, fit->work);
  if (!solve_step(model, fit)) return false;
  fit->exact = !fit->quick || is_short(model, fit);
  return true;
}

vd_gee_status vd_gee_iterate(const vd_gee_model *model, vd_gee_fit *fit) {
  bool independence = model->corstr == VD_INDEPENDENCE || !fit->settled;
  double alpha = 0;
  if (!independence) {
    vd_gee_moments(model, fit);
    if (!isnan(fit->alpha)) alpha = fit->alpha;
    if (!admissible(&model->groups, alpha)) return VD_GEE_CORRELATION;
  }
  if (!find_step(model, alpha, fit)) return VD_GEE_SINGULAR;
  bool start = independence && model->corstr == VD_EXCHANGEABLE;
  if (!start && !fit->quick && fit->size <= model->tolerance * fit->unit + fit->noise) {
    vd_gee_moments(model, fit);
    return VD_GEE_CONVERGED;
  }
  fit->iterations++;
  vd_gee_status status = go(model, independence, fit);
  if (start && is_short(model, fit)) {
    fit->settled = true;
    fit->exact = false;
  }
  return status;
}
