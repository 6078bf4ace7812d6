/* What Rmath lacks, or has only with fewer digits. Probabilities come in and go out as
 * they are or as their natural logarithm, always those of the upper tail. */
#ifndef VD_DISTRIBUTIONS_H
#define VD_DISTRIBUTIONS_H

/* x with P(X > x) = p, X standard normal or chi-squared, from the logarithms of p and
 * of 1 - p. Relative error about 1e-14 at any p. (Before R 4.3 qnorm() has 5 digits at
 * log p = -1e5; with p alone, p near 1 has no digits left.) */
double vd_upper_normal(double log_p, double log_rest);
double vd_upper_chisq(double log_p, double log_rest, double dof);

/* log P(X > x), X chi-squared. */
double vd_log_p_chisq(double x, double dof);

/* log(1 - exp(log_p)) */
double vd_log_rest(double log_p);

/* pbinom() and pbeta() of which the logarithm is asked. Theirs has no digits, or is
 * -Infinity with a warning, where a tail underflows and one of the counts is below 40
 * (36 of 10,705 at 1/2). */
double vd_log_pbinom(double x, double n, double p, int lower);
double vd_log_pbeta(double p, double a, double b, int lower);

/* log P(X > x), X with Snedecor's F distribution; dof2 may be infinite. */
double vd_log_p_f(double x, double dof1, double dof2);

/* log P(L > x) for Landau's distribution: stable with index 1, skewness 1, scale 1,
 * location 0 and density
 *   1/pi integral_0^inf exp(-t x - (2/pi) t log t) sin(2 t) dt.
 * Relative error of P about 1e-13. */
double vd_log_p_landau(double x);

#endif
