/* A column of a matrix of doubles as a vector, or all of it without its names, without a
 * copy of its numbers. */
#ifndef VERDICT_GLUE_VIEW_H
#define VERDICT_GLUE_VIEW_H

#include <Rinternals.h>
#include <R_ext/Rdynload.h>

void glue_view_register(DllInfo *dll);

SEXP glue_view(SEXP matrix, int column);

/* The matrix with no other attributes than its dimensions. */
SEXP glue_bare(SEXP matrix);

/* The matrix of which these are all the columns in their order; NULL if they are not. */
SEXP glue_viewed(SEXP columns);

#endif
