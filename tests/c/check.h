/* What every test program includes. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

/* Equal to a relative error (absolute where the expected value is zero). */
#define check_close(actual, expected, tolerance)                                         \
  do {                                                                                   \
    double a_ = (actual), e_ = (expected), scale_ = e_ == 0 ? 1 : fabs(e_);              \
    if (!(fabs(a_ - e_) <= (tolerance)*scale_)) {                                        \
      fail_msg("%s is %.17g, not %.17g", #actual, a_, e_);                               \
    }                                                                                    \
  } while (0)

#endif
