/* Random numbers that Rmath lacks, from its unif_rand(). */
#ifndef VD_DRAW_H
#define VD_DRAW_H

/* How many of `size` units, drawn without replacement, are among the m and not among the
 * `other`; whole numbers up to 2^52, size at most m + other. rhyper() while m + other is
 * below 2^31; above it that searches the quantiles one by one. There inversion for a mean
 * below 10, else the ratio of uniforms with Stadlober's (1990) table, which accepts two
 * of three candidates at any size. */
double vd_draw_hyper(double m, double other, double size);

#endif
