#include "numeric/operating.h"

#include <Rmath.h>
#include <math.h>

#include "numeric/order.h"

/* Blocks of ties from the lowest score up; mirrored: from the highest down. `passed` are
 * the rows of the class that sets the threshold, `over` those of the other above it. */
typedef struct {
  ptrdiff_t lo, hi, done;
  double passed, over, value;
} cut;

static int next_cut(const vd_binary *rows, const double *score, const int *order,
                    int mirrored, cut *x) {
  if (x->done == rows->n) return 0;
  if (mirrored) {
    x->hi = rows->n - x->done;
    x->lo = vd_block_start(score, order, x->hi);
  } else {
    x->lo = x->done;
    x->hi = vd_block_end(rows->n, score, order, x->lo);
  }
  x->done += x->hi - x->lo;
  x->value = score[order[x->lo]];
  for (ptrdiff_t i = x->lo; i < x->hi; i++) {
    if (rows->event[order[i]] == mirrored)
      x->passed++;
    else
      x->over--;
  }
  return 1;
}

vd_operating_point vd_operating_at(const vd_binary *rows, const double *score,
                                   const int *order, double least, int mirrored) {
  vd_operating_point out = {NAN, NAN, NAN, NAN, NAN, NAN, VD_STATUS_OK};
  vd_class_sizes size = vd_binary_count(rows);
  double n = mirrored ? size.positive : size.negative;
  double m = mirrored ? size.negative : size.positive;
  out.status = vd_binary_status(size);
  if (out.status != VD_STATUS_OK) return out;
  double k = fmax(1, ceil(least * n - 1e-9)), before = 0, sum = 0, squares = 0;
  cut x = {.over = m};
  while (next_cut(rows, score, order, mirrored, &x)) {
    double upto = pbinom(k - 1, n, x.passed / n, 0, 0), share = x.over / m;
    double mass = upto - before;
    if (x.passed >= k && isnan(out.value)) {
      out.value = share;
      out.realised = x.passed / n;
      out.threshold = x.value;
    }
    sum += mass * share;
    squares += mass * (share * (1 - share) / m + share * share);
    before = upto;
  }
  out.rows = m;
  out.mean = sum;
  out.sd = sqrt(fmax(0, squares - sum * sum));
  return out;
}

vd_limits vd_operating_limits(vd_operating_point x, double tail) {
  double z = qnorm(tail, 0, 1, 0, 0), n = x.rows + z * z;
  double centre = (x.rows * x.mean + z * z / 2) / n, reach = z * x.rows * x.sd / n;
  return (vd_limits){fmax(0, centre - reach), fmin(1, centre + reach)};
}
