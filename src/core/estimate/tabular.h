/* Metrics of the whole confusion matrix, not of its margins and diagonal alone: the
 * expected cost of a row, kappa that weighs disagreements (Cohen 1968), and what the
 * caller computes. */
#ifndef VD_TABULAR_H
#define VD_TABULAR_H

#include "estimate/metrics.h"

/* Value and effects of classifier c over all classes; m->table must be there. */
vd_status vd_tabular_overall(const vd_margins *m, vd_metric_spec spec, int c,
                             double *value, vd_effects *effects);

/* The caller's metric of one class against the rest: its table is that of the class,
 * then the rest. */
vd_status vd_tabular_class(vd_custom custom, vd_confusion x, double *value,
                           vd_gradient *gradient);

#endif
