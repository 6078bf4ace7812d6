#include "verdict.h"

#include <R_ext/Rdynload.h>

#define ENTRY(name, arguments) {#name, (DL_FUNC)&name, arguments}

static const R_CallMethodDef entries[] = {
    ENTRY(ffi_gee_qr, 3),
    ENTRY(ffi_gee_fit, 4),
    ENTRY(ffi_gee_sandwich, 4),
    {NULL, NULL, 0},
};

void R_init_verdict(DllInfo *dll) {
  R_registerRoutines(dll, NULL, entries, NULL, NULL);
  R_useDynamicSymbols(dll, FALSE);
  R_forceSymbols(dll, TRUE);
}
