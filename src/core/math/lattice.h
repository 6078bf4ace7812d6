/* Points of a lattice (Korobov's) in an order of which the first 2^k are a lattice, too
 * (radical inverses). From dimension SMOOTH on lattices of few points repeat themselves:
 * there mixed bits follow (Steele, Lea & Flood 2014). */
#ifndef VD_LATTICE_H
#define VD_LATTICE_H

#include <math.h>
#include <stdint.h>

enum { VD_LATTICE_POINTS = 1 << 20, VD_LATTICE_SMOOTH = 9 };

typedef struct {
  uint32_t point, at;
  int dimension;
} vd_lattice;

static inline vd_lattice vd_lattice_at(uint32_t point) {
  vd_lattice x = {.point = point};
  for (uint32_t b = VD_LATTICE_POINTS >> 1; point > 0; b >>= 1, point >>= 1) {
    x.at |= point & 1 ? b : 0;
  }
  return x;
}

/* The next coordinate, within (0, 1). */
static inline double vd_lattice_next(vd_lattice *x) {
  if (x->dimension < VD_LATTICE_SMOOTH) {
    double found = (x->at % VD_LATTICE_POINTS + 0.5) / VD_LATTICE_POINTS;
    x->at *= 350745;
    x->dimension++;
    return found;
  }
  uint64_t dimension = (uint64_t)x->dimension++;
  uint64_t bits =
      (dimension * UINT64_C(0x100000000) + x->point) * UINT64_C(0x9e3779b97f4a7c15);
  bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
  return ((double)((bits ^ bits >> 31) >> 12) + 0.5) / 4503599627370496.0;
}

/* Folded at its middle a coordinate gives smooth functions better means (Hickernell
 * 2002). */
static inline double vd_lattice_folded(vd_lattice *x) {
  return fabs(2 * vd_lattice_next(x) - 1);
}

#endif
