/* Probabilities of several classes: what one model's columns, one a class, say of all
 * classes together. What they say of one class against the rest is an estimate of binary
 * rows (measures.h).
 *
 * Hand & Till's M (2001, doi:10.1023/A:1010920819831) is the mean over ordered pairs of
 * classes of P(the column of the first is higher for it than for the second): that of
 * the one-vs-rest areas in which every other class weighs the same, so that K walks over
 * the orders do for K (K - 1) pairs. Within strata the pairs of each two classes are
 * those within them. */
#ifndef VD_CLASSES_H
#define VD_CLASSES_H

#include "numeric/binary.h"
#include "numeric/strata.h"

typedef enum {
  VD_CLASSES_MACRO,    /* mean of the areas of each class against the rest */
  VD_CLASSES_WEIGHTED, /* the same by the classes' shares of these rows */
  VD_CLASSES_HAND_TILL,
  VD_CLASSES_BRIER, /* mean of sum_k (p_k - [y = k])^2, from 0 to 2 */
  VD_CLASSES_LOG_LOSS,
  VD_CLASSES_RPS, /* mean of sum_k (F_k - [y <= k])^2 over ordered classes, F cumulative
                   */
  VD_CLASSES_BRIER_SKILL,
  VD_CLASSES_LOG_SKILL,
  VD_CLASSES_RPS_SKILL
} vd_classes_measure;

static const char *const vd_classes_measure_names[] = {
    [VD_CLASSES_MACRO] = "macro_auc",     [VD_CLASSES_WEIGHTED] = "weighted_auc",
    [VD_CLASSES_HAND_TILL] = "hand_till", [VD_CLASSES_BRIER] = "brier",
    [VD_CLASSES_LOG_LOSS] = "log_loss",   [VD_CLASSES_RPS] = "rps",
    [VD_CLASSES_LOG_SKILL] = "log_skill", [VD_CLASSES_BRIER_SKILL] = "brier_skill",
    [VD_CLASSES_RPS_SKILL] = "rps_skill",
};

/* `cell` has the weight of the rows of each class in each stratum (classes fastest), and
 * `size` that of each class: without strata there is one. */
typedef struct {
  ptrdiff_t n;
  int n_classes, n_strata;
  const int *code; /* 1 to n_classes */
  const double *weight;
  const vd_strata
      *strata;           /* NULL: one. Contributions between classes are then those of */
  const vd_units *units; /* these units */
  double *cell, *size;
} vd_classes;

/* One model: its columns of scores, one a class, and the orders of these. */
typedef struct {
  const vd_classes *rows;
  const double *score;
  const int *order;
  double reference; /* of a skill: a loss known from elsewhere; 0: that of these rows */
} vd_classes_model;

/* What a walk needs, n each; `share` n_classes, `mean` n_classes times n_strata, `end`
 * n_strata. */
typedef struct {
  int *event, *within;
  double *weight, *u, *share, *mean;
  ptrdiff_t *end;
  unsigned char *mark;
} vd_classes_room;

/* Whether it compares rows of different classes: see vd_numeric_between(). */
int vd_classes_between(vd_classes_measure measure);

/* As vd_numeric_clips(). */
int vd_classes_clips(vd_classes_measure measure);

void vd_classes_count(vd_classes *rows);

/* As vd_numeric_losses(). */
int vd_classes_losses(const vd_classes_model *model, vd_classes_measure measure,
                      double *loss);

/* `u` gets the contributions of the rows. */
vd_numeric vd_classes_of(const vd_classes_model *model, vd_classes_measure measure,
                         double *u, vd_classes_room *room);

/* Of each class how many independent units have a row of it: its rows, or clusters.
 * `seen` holds n_clusters. */
void vd_classes_units(const vd_classes *rows, const vd_units *units, double *count,
                      int *seen);

/* As vd_units_fill() between classes, each by its own number of units. */
vd_status vd_classes_fill(const vd_classes *rows, const vd_units *units,
                          const double *count, const double *u, double *out);

#endif
