#include "verdict.h"

#include <R_ext/Rdynload.h>

#define ENTRY(name, arguments) {#name, (DL_FUNC)&name, arguments}

static const R_CallMethodDef entries[] = {
    ENTRY(ffi_metrics_classes, 4),
    ENTRY(ffi_metrics_joint, 7),
    ENTRY(ffi_assess_intervals, 7),
    ENTRY(ffi_compare_proportions, 5),
    ENTRY(ffi_compare_estimates, 4),
    {NULL, NULL, 0},
};

void R_init_verdict(DllInfo *dll) {
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
}
