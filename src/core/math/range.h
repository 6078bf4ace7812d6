/* Tukey's studentized range: the largest of k independent standard normals minus the
 * smallest, over an independent estimate of their standard deviation with `dof` degrees
 * of freedom (INFINITY: it is known). Rmath has ptukey() and qtukey(), but no tail below
 * its rounding and a quantile of four digits. */
#ifndef VD_RANGE_H
#define VD_RANGE_H

/* log P(Q > q), k >= 2, dof > 0. By the trapezoidal rule, whose error falls faster than
 * any power of the step for such integrands; relative error of P about 1e-11 at any q. */
double vd_log_p_range(double q, int k, double dof);

/* q with log P(Q > q) = log_p; 0 for log_p = 0. */
double vd_upper_range(double log_p, int k, double dof);

#endif
