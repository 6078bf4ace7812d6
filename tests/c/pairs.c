#include "pairs.h"

vd_pair pairs_predictive(const double s[3], const double f[3]) {
  return (vd_pair){.s = {s[0] + s[1], s[0] + s[2]},
                   .f = {f[0] + f[1], f[0] + f[2]},
                   .ss = {s[0] + s[1], s[0], s[0] + s[2]},
                   .ff = {f[0] + f[1], f[0], f[0] + f[2]}};
}

vd_pair pairs_matched(double a, double b, double c, double d) {
  return (vd_pair){.s = {a + b, a + c},
                   .f = {c + d, b + d},
                   .ss = {a + b, a, a + c},
                   .ff = {c + d, d, b + d},
                   .sf01 = b,
                   .sf10 = c};
}

unsigned pairs_next(unsigned *state, unsigned below) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) % below;
}
