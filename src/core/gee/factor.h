/* The triangular factor of the rows of a walk: R'R = the products of the columns. */
#ifndef VD_GEE_FACTOR_H
#define VD_GEE_FACTOR_H

#include "gee/walk.h"

/* Doubles that vd_gee_qr() and vd_gee_gram() need as workspace. */
size_t vd_gee_qr_work(int p);

/* The upper triangular factor of all the walk's rows: (p+1) x (p+1), by column, leading
 * dimension p + 1, zero below the diagonal. Its last column is Q'r. Householder QR block
 * by block, so errors grow with the condition of the design and not with its square. */
void vd_gee_qr(vd_gee_walk *walk, double *factor, double *work);

/* The same factor, but for signs, from the products of the columns (Cholesky): a quarter
 * of the time, and errors that grow with the square of the condition. false: a column
 * loses more than four digits to those before it, and the factor is not to be used. */
bool vd_gee_gram(vd_gee_walk *walk, double *factor, double *work);

#endif
