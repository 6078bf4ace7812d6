#include "verdict.h"
#include <R_ext/Rdynload.h>

#define ENTRY(name, n_arguments)                                                         \
  { #name, (DL_FUNC)&name, n_arguments }

static const R_CallMethodDef entries[] = {
    ENTRY(ffi_assess_intervals, 7),
    ENTRY(ffi_assess_tests, 7),
    ENTRY(ffi_bayes_correlated, 3),
    ENTRY(ffi_bayes_sign, 4),
    ENTRY(ffi_bayes_signed_rank, 6),
    ENTRY(ffi_blocks_permute, 3),
    ENTRY(ffi_blocks_test, 4),
    ENTRY(ffi_cochran_permute, 3),
    ENTRY(ffi_cochran_rows, 3),
    ENTRY(ffi_column_labels, 1),
    ENTRY(ffi_column_range, 1),
    ENTRY(ffi_combine_covariance, 4),
    ENTRY(ffi_combine_groups, 5),
    ENTRY(ffi_combine_quantiles, 2),
    ENTRY(ffi_combine_sets, 5),
    ENTRY(ffi_compare_estimates, 4),
    ENTRY(ffi_compare_proportions, 6),
    ENTRY(ffi_count_missing, 3),
    ENTRY(ffi_count_patterns, 6),
    ENTRY(ffi_count_weights, 1),
    ENTRY(ffi_equivalence_estimates, 5),
    ENTRY(ffi_equivalence_proportions, 7),
    ENTRY(ffi_exhaustive_adjust, 2),
    ENTRY(ffi_exhaustive_counts, 1),
    ENTRY(ffi_gee_fit, 4),
    ENTRY(ffi_gee_qr, 3),
    ENTRY(ffi_gee_sandwich, 4),
    ENTRY(ffi_global_covariance, 7),
    ENTRY(ffi_global_form, 2),
    ENTRY(ffi_independent_compare, 5),
    ENTRY(ffi_max_t_adjust, 8),
    ENTRY(ffi_metrics_classes, 5),
    ENTRY(ffi_metrics_joint, 3),
    ENTRY(ffi_metrics_moments, 2),
    ENTRY(ffi_omnibus_estimates, 3),
    ENTRY(ffi_omnibus_proportions, 4),
    ENTRY(ffi_posthoc_contrasts, 3),
    ENTRY(ffi_posthoc_critical, 4),
    ENTRY(ffi_posthoc_effects, 4),
    ENTRY(ffi_posthoc_linear, 5),
    ENTRY(ffi_posthoc_pairs, 3),
    ENTRY(ffi_posthoc_ranges, 1),
    ENTRY(ffi_posthoc_together, 4),
    ENTRY(ffi_power_discordant, 5),
    ENTRY(ffi_power_simulate, 8),
    ENTRY(ffi_profile_build, 6),
    ENTRY(ffi_resample_changes, 2),
    ENTRY(ffi_resample_exact, 6),
    ENTRY(ffi_resample_observed, 4),
    ENTRY(ffi_resample_replicates, 7),
    ENTRY(ffi_resample_subset, 2),
    ENTRY(ffi_resample_swap, 6),
    ENTRY(ffi_scores_pairs, 4),
    ENTRY(ffi_set_fault, 1),
    ENTRY(ffi_table_read, 5),
    {NULL, NULL, 0},
};

void R_init_verdict(DllInfo *dll) {
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
}
