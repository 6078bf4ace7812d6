/* Entries that R may call (ffi_), one paragraph a topic, and what glue files share. */
#ifndef VERDICT_H
#define VERDICT_H

#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include "core/count/column.h"
#include "core/count/pattern.h"

/* set: what is wrong with one, or NULL */
SEXP ffi_set_fault(SEXP x);

/* column */
SEXP ffi_column_range(SEXP x);
SEXP ffi_column_split(SEXP x);
SEXP ffi_column_bind(SEXP columns);
SEXP ffi_column_labels(SEXP x);

/* count */
SEXP ffi_count_patterns(SEXP columns, SEXP maps, SEXP n_classes, SEXP n_levels,
                        SEXP weights, SEXP by_row, SEXP threads);
SEXP ffi_count_missing(SEXP columns, SEXP maps, SEXP weights);
SEXP ffi_count_weights(SEXP weights);

/* profile */
SEXP ffi_profile_build(SEXP id, SEXP map, SEXP pattern, SEXP n_patterns, SEXP weights,
                       SEXP times);

/* table */
SEXP ffi_table_read(SEXP cells, SEXP dim, SEXP maps, SEXP n_classes, SEXP n_levels);
SEXP ffi_tails_f(SEXP x, SEXP dof1, SEXP dof2);
SEXP ffi_tails_sign(SEXP x, SEXP n, SEXP alternative);

/* gee */
SEXP ffi_gee_qr(SEXP x, SEXP scale, SEXP last);
SEXP ffi_gee_fit(SEXP list, SEXP start, SEXP max_iterations, SEXP vcov);
SEXP ffi_gee_sandwich(SEXP list, SEXP at, SEXP correlation, SEXP vcov);

/* battle */
SEXP ffi_battle_blocks(SEXP x, SEXP n_models, SEXP ordered);
SEXP ffi_battle_fit(SEXP x, SEXP n_models, SEXP ordered, SEXP n_cells);

/* bayes */
SEXP ffi_bayes_correlated(SEXP d, SEXP rho, SEXP rope);
SEXP ffi_bayes_hierarchical(SEXP gap, SEXP level, SEXP rope, SEXP confidence);
SEXP ffi_bayes_sign(SEXP d, SEXP prior, SEXP rope, SEXP slack);
SEXP ffi_bayes_signed_rank(SEXP d, SEXP prior, SEXP rope, SEXP slack, SEXP draws,
                           SEXP keep);

/* independent */
SEXP ffi_independent_compare(SEXP s0, SEXP n0, SEXP s1, SEXP n1, SEXP question);

/* labelled */
SEXP ffi_labelled_allocate(SEXP rows, SEXP labels, SEXP spread, SEXP cost, SEXP budget);
SEXP ffi_labelled_limits(SEXP counts, SEXP quantile);
SEXP ffi_labelled_scores(SEXP counts, SEXP difference);

/* max_t */
SEXP ffi_max_t_adjust(SEXP log_p, SEXP vcov, SEXP pairs, SEXP sides, SEXP others,
                      SEXP log_level, SEXP seconds, SEXP further, SEXP threads);
SEXP ffi_min_p_adjust(SEXP log_p, SEXP trials, SEXP group, SEXP n_groups, SEXP sides);

/* metrics */
SEXP ffi_metrics_moments(SEXP x, SEXP selected);
SEXP ffi_metrics_classes(SEXP x, SEXP metric, SEXP beta, SEXP selected, SEXP moments);
SEXP ffi_metrics_influence(SEXP x, SEXP quantities, SEXP zero);
SEXP ffi_metrics_joint(SEXP x, SEXP quantities, SEXP zero);

/* assess */
SEXP ffi_assess_intervals(SEXP interval, SEXP estimate, SEXP se, SEXP x, SEXP n,
                          SEXP alpha, SEXP z);
SEXP ffi_assess_tests(SEXP interval, SEXP estimate, SEXP se, SEXP x, SEXP n, SEXP null,
                      SEXP alternative, SEXP df);

/* threads */
SEXP ffi_processors(void);

/* resample */
SEXP ffi_resample_observed(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts);
SEXP ffi_resample_seed(void);
SEXP ffi_resample_replicates(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts,
                             SEXP replicates, SEXP studentized, SEXP exchanged,
                             SEXP draws);
SEXP ffi_resample_subset(SEXP x, SEXP size);
SEXP ffi_resample_swap(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                       SEXP replicates, SEXP draws);
SEXP ffi_resample_exact(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                        SEXP limit);

/* compare */
SEXP ffi_compare_proportions(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                             SEXP counted);
SEXP ffi_compare_estimates(SEXP theta, SEXP vcov, SEXP pairs, SEXP request);

/* composite */
SEXP ffi_composite_scores(SEXP x, SEXP quantities, SEXP zero, SEXP positions, SEXP range,
                          SEXP by_class, SEXP measure, SEXP value);
SEXP ffi_composite_limits(SEXP x, SEXP quantities, SEXP zero, SEXP positions, SEXP range,
                          SEXP by_class, SEXP measure, SEXP quantile);

/* equivalence */
SEXP ffi_equivalence_proportions(SEXP x, SEXP metric, SEXP selected, SEXP pairs,
                                 SEXP request, SEXP counted, SEXP margin);
SEXP ffi_equivalence_estimates(SEXP theta, SEXP vcov, SEXP pairs, SEXP request,
                               SEXP margin);

/* combine */
SEXP ffi_combine_sets(SEXP p, SEXP is_log, SEXP method, SEXP weights, SEXP covariance);
SEXP ffi_combine_quantiles(SEXP p, SEXP weights);
SEXP ffi_combine_groups(SEXP p, SEXP correlation, SEXP method, SEXP weight, SEXP sides);
SEXP ffi_combine_covariance(SEXP correlation, SEXP which, SEXP distinct, SEXP sides);

/* binormal */
SEXP ffi_binormal_parts(SEXP area, SEXP correlation, SEXP ratio);

/* power */
SEXP ffi_power_discordant(SEXP n, SEXP rates, SEXP test, SEXP alternative, SEXP alpha);
SEXP ffi_power_least(SEXP n, SEXP test, SEXP alpha);
SEXP ffi_power_simulate(SEXP cells, SEXP n, SEXP trials, SEXP test, SEXP scale,
                        SEXP metric, SEXP alternative, SEXP alpha);

/* scores */
SEXP ffi_scores_pairs(SEXP scores, SEXP pairs, SEXP request, SEXP cluster);

/* calibration */
SEXP ffi_calibration_tests(SEXP x, SEXP test, SEXP logarithmic, SEXP bins, SEXP groups);
SEXP ffi_calibration_curve(SEXP x, SEXP classifier);
SEXP ffi_calibration_drawn(SEXP x, SEXP classifier, SEXP at, SEXP replicates,
                           SEXP logarithmic);

/* redraw */
SEXP ffi_redraw_contrasts(SEXP x, SEXP quantities, SEXP contrasts, SEXP replicates);
SEXP ffi_redraw_curve(SEXP x, SEXP classifier, SEXP kind, SEXP places, SEXP replicates);

/* numeric */
SEXP ffi_numeric_losses(SEXP x, SEXP measure, SEXP option);
SEXP ffi_numeric_order(SEXP scores, SEXP allowed);
SEXP ffi_numeric_benefit(SEXP x, SEXP threshold);
SEXP ffi_numeric_classes(SEXP x, SEXP quantities, SEXP form, SEXP raw);
SEXP ffi_numeric_points(SEXP x, SEXP least, SEXP mirrored, SEXP tail);
SEXP ffi_numeric_estimates(SEXP x, SEXP quantities, SEXP form, SEXP raw);
SEXP ffi_numeric_areas(SEXP x, SEXP threads);
SEXP ffi_numeric_cross(SEXP units, SEXP truth);
SEXP ffi_numeric_dof(SEXP x, SEXP measure, SEXP form, SEXP with, SEXP without);
SEXP ffi_numeric_sizes(SEXP x);
SEXP ffi_numeric_check(SEXP x);
SEXP ffi_numeric_ties(SEXP x);
SEXP ffi_numeric_limits(SEXP kind, SEXP area, SEXP se, SEXP dof, SEXP sizes, SEXP tail);

/* omnibus */
SEXP ffi_omnibus_proportions(SEXP x, SEXP metric, SEXP selected, SEXP request);
SEXP ffi_omnibus_estimates(SEXP theta, SEXP vcov, SEXP scale);

/* joint */
SEXP ffi_joint_covariance(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP group,
                          SEXP request, SEXP counted);
SEXP ffi_joint_pairs(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                     SEXP counted, SEXP log_p, SEXP sides);
SEXP ffi_joint_form(SEXP z, SEXP correlation);

/* cochran */
SEXP ffi_cochran_rows(SEXP x, SEXP metric, SEXP selected);
SEXP ffi_cochran_permute(SEXP rows, SEXP sums, SEXP draws);

/* blocks: scores of classifiers on folds or data sets */
SEXP ffi_blocks_test(SEXP x, SEXP higher, SEXP method, SEXP inflation);
SEXP ffi_blocks_permute(SEXP x, SEXP higher, SEXP draws);

/* posthoc */
SEXP ffi_posthoc_contrasts(SEXP found, SEXP weights, SEXP alternative);
SEXP ffi_posthoc_linear(SEXP theta, SEXP vcov, SEXP dof, SEXP weights, SEXP alternative);
SEXP ffi_posthoc_pairs(SEXP found, SEXP pairs, SEXP alternative);
SEXP ffi_posthoc_effects(SEXP x, SEXP pairs, SEXP ranks, SEXP higher);
SEXP ffi_posthoc_together(SEXP statistic, SEXP k, SEXP dof, SEXP together);
SEXP ffi_posthoc_critical(SEXP log_alpha, SEXP k, SEXP dof, SEXP together);
SEXP ffi_posthoc_ranges(SEXP found);

/* exhaustive */
SEXP ffi_exhaustive_counts(SEXP k);
SEXP ffi_exhaustive_adjust(SEXP log_p, SEXP k);

/* shared: an R column as prepared by read_column(); weights or NULL; maps from slots
 * to classes; a layout to be filled; records, and the patterns they become */
vd_column glue_column(SEXP column);
vd_weights glue_weights(SEXP weights);
const int **glue_maps(SEXP maps, R_xlen_t n, int n_classes);
const int *glue_integers(SEXP x, const char *what);
vd_layout glue_layout(int n_col);
vd_recoding glue_recoding(SEXP maps, SEXP n_classes, R_xlen_t n_columns);
void glue_patterns(SEXP out, vd_cell *record, size_t n, vd_shape shape,
                   const vd_recoding *rule, SEXP n_levels, vd_tally *tally);

/* Rows between two interrupt checks when a row takes `work` steps. */
R_xlen_t glue_row_chunk(R_xlen_t work);

void R_init_verdict(DllInfo *dll);

#endif
