/* Losses that are means over rows of a function of truth and probability: value and
 * contributions. A row's own losses go to `loss` first, then vd_mean() makes of them the
 * mean and, in place, the contributions (x_i - mean) / W.
 *
 * An event predicted with probability 0 has an infinite log loss, and so has the mean:
 * contributions are then NaN. */
#ifndef VD_LOSS_H
#define VD_LOSS_H

#include "numeric/binary.h"

void vd_loss_brier(const vd_binary *rows, const double *p, double *loss);
void vd_loss_log(const vd_binary *rows, const double *p, double *loss);

/* Probabilities kept at least `clip` away from 0 and 1. */
void vd_loss_clip(ptrdiff_t n, const double *p, double clip, double *kept);

/* What acting on p >= t is worth to a row: 1 for an event, -t / (1 - t) for another, 0 if
 * p is below (Vickers & Elkin 2006, doi:10.1177/0272989X06295361). */
void vd_loss_benefit(const vd_binary *rows, const double *p, double threshold,
                     double *benefit);

/* Truth minus probability: calibration in the large is their mean. */
void vd_loss_excess(const vd_binary *rows, const double *p, double *excess);

/* Share of events over the mean probability, and its contributions. */
vd_numeric vd_loss_observed(const vd_binary *rows, const double *p, double *u);

vd_numeric vd_mean(const vd_binary *rows, double *x);

/* Net benefit over the share of events: the share of what would be gained by acting on
 * the events alone. u holds the contributions to the net benefit. */
vd_numeric vd_loss_standardised(const vd_binary *rows, vd_numeric benefit, double *u);

/* 1 - L / `reference` with a loss known from elsewhere, which does not vary; u as below.
 */
vd_numeric vd_loss_skill_known(const vd_binary *rows, vd_numeric loss, double reference,
                               double *u);

/* 1 - L / L0 with L0 the loss on these rows of one probability that was said of all;
 * `work` n. */
vd_numeric vd_loss_skill_forecast(const vd_binary *rows, vd_numeric loss, int logarithmic,
                                  double forecast, double *u, double *work);

/* 1 - L / L0 with L0 the loss of the rows' own share of events as everybody's probability
 * (`logarithmic`: of the log loss, else of Brier); u holds the contributions to L and
 * gets those to the skill. */
vd_numeric vd_loss_skill(const vd_binary *rows, vd_numeric loss, int logarithmic,
                         double *u);

#endif
