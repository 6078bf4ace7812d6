/* The .Call entries. SEXP in, SEXP out; what they compute is in core/. */
#ifndef VERDICT_H
#define VERDICT_H

#include <R.h>
#include <Rinternals.h>

/* gee.c */
SEXP ffi_gee_qr(SEXP x, SEXP scale, SEXP last);
SEXP ffi_gee_fit(SEXP list, SEXP start, SEXP max_iterations, SEXP correction);
SEXP ffi_gee_sandwich(SEXP list, SEXP at, SEXP correlation, SEXP correction);

#endif
