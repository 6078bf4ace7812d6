#include "combine/faces.h"

#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/lattice.h"

enum { BLOCK = VD_FACES_BLOCK, MOST = 16384, MOST_ROOM = 1 << 20, LEAST_FACES = 128 };

/* Statistics this close are one. */
static const double same = 1 - 1e-9;

/* Places in bins are multiples of this: sums of them are exact. */
static const double grain = 1.0 / (1 << 28);

static int dimensions(const vd_faces *x) {
  return x->rank - 1;
}

/* -- how many --------------------------------------------------------------------- */

static double pair_nanoseconds(const vd_faces *x) {
  return 20 + 0.2 * x->n_quantities * dimensions(x) + 1.1 * (double)x->n_tests;
}

static double face_nanoseconds(const vd_faces *x) {
  return 100 + 2.0 * x->n_quantities * x->rank + 6 * (double)x->n_tests;
}

double vd_faces_seconds(const vd_faces *x) {
  double blocks = ceil((double)x->most_points / BLOCK) * BLOCK;
  return 1e-9 * (double)x->n_faces * (face_nanoseconds(x) + blocks * pair_nanoseconds(x));
}

double vd_faces_steps(const vd_faces *x) {
  return face_nanoseconds(x) + x->next * pair_nanoseconds(x);
}

void vd_faces_plan(vd_faces *x, double seconds) {
  double least = face_nanoseconds(x) + BLOCK * pair_nanoseconds(x);
  double faces = fmin((double)x->n_tests, fmax(ceil(1e9 * seconds / least), LEAST_FACES));
  double most = 1e9 * seconds / (faces * pair_nanoseconds(x));
  x->n_faces = (ptrdiff_t)faces;
  x->n_points = x->next = 0;
  x->most_points = BLOCK;
  while (x->most_points < MOST && 2 * x->most_points <= most) x->most_points *= 2;
  double sets = MOST_ROOM / ((double)x->most_points * x->rank);
  x->n_sets = (int)fmax(1, fmin(sets, MOST / x->most_points));
}

/* Points of all sets. */
static size_t all_points(const vd_faces *x) {
  return (size_t)x->most_points * (size_t)x->n_sets + BLOCK;
}

size_t vd_faces_room(const vd_faces *x) {
  return all_points(x) * (size_t)(dimensions(x) + 1);
}

size_t vd_faces_own_work(const vd_faces *x) {
  size_t Q = (size_t)x->n_quantities;
  return 2 * VD_FACES_ALL + Q * (size_t)(x->rank + 1) + Q * BLOCK +
         2 * (size_t)x->n_tests;
}

size_t vd_faces_own_iwork(const vd_faces *x) {
  return 2 * (size_t)x->n_tests;
}

vd_faces_own vd_faces_begin(const vd_faces *x, double *work, int *iwork) {
  size_t Q = (size_t)x->n_quantities;
  vd_faces_own own = {.count = work, .sum = work + VD_FACES_ALL, .pair = iwork};
  memset(work, 0, 2 * VD_FACES_ALL * sizeof(double));
  own.along = own.sum + VD_FACES_ALL;
  own.frame = own.along + Q;
  own.value = own.frame + Q * (size_t)x->rank;
  own.near = own.value + Q * BLOCK;
  return own;
}

/* -- directions ------------------------------------------------------------------- */

/* A direction in n dimensions by n - 1 coordinates, two dimensions at a time: what of its
 * square is theirs, and an angle. Either sign is a direction, so that half a circle is
 * enough of one. */
static void direction(uint32_t i, int n, double *v, size_t apart) {
  vd_lattice at = vd_lattice_at(i);
  double left = 1, last = 1;
  int rest = n;
  for (; rest > 1; rest -= 2) {
    double square = left;
    if (rest == 3) {
      last = sqrt(left) * (2 * vd_lattice_folded(&at) - 1);
      square = left - last * last;
    } else if (rest > 3) {
      square = left * (1 - pow(vd_lattice_folded(&at), 2.0 / (rest - 2)));
    }
    double radius = sqrt(fmax(0, square));
    double angle = (n == 2 ? M_PI : 2 * M_PI) * vd_lattice_next(&at);
    v[0] = radius * cos(angle);
    v[apart] = radius * sin(angle);
    v += 2 * apart;
    left -= square;
  }
  if (rest == 1) *v = last;
}

void vd_faces_next(vd_faces *x) {
  int n = dimensions(x), least = n == 2 ? 64 : 256;
  int end = x->n_points == 0 ? least : 2 * x->n_points;
  if (end > x->most_points) end = x->most_points;
  x->next = end - x->n_points;
  if (x->next < BLOCK) memset(x->points, 0, vd_faces_room(x) * sizeof(double));
  for (int set = 0; set < x->n_sets; set++) {
    for (int i = 0; i < x->next; i++) {
      uint32_t point = (uint32_t)(set * x->most_points + x->n_points + i);
      direction(point, n, x->points + set * x->next + i, all_points(x));
    }
  }
  x->n_points = end;
}

/* -- one face --------------------------------------------------------------------- */

/* The quantities along a_j and across it (by a reflection that takes the first dimension
 * to a_j), the latter's dimensions turned by some; 0 where rounding left nothing of a_j.
 */
static int set_frame(const vd_faces *x, ptrdiff_t j, vd_faces_own *own) {
  int r = x->rank, n = dimensions(x), a = x->first[j], b = x->second[j];
  const double *f = x->factor + (ptrdiff_t)a * r, *g = x->factor + (ptrdiff_t)b * r;
  double *h = own->near, squares = 0;
  for (int c = 0; c < r; c++) {
    h[c] = f[c] - g[c];
    squares += h[c] * h[c];
  }
  if (squares == 0) return 0;
  for (int c = 0; c < r; c++) h[c] /= sqrt(squares);
  double sign = h[0] > 0 ? -1 : 1, half = 1 + fabs(h[0]);
  int turn = n > 0 ? (a + b) % n : 0;
  h[0] -= sign;
  for (int q = 0; q < x->n_quantities; q++) {
    double *frame = own->frame + (ptrdiff_t)q * n, dot = 0;
    f = x->factor + (ptrdiff_t)q * r;
    for (int c = 0; c < r; c++) dot += h[c] * f[c];
    dot /= half;
    own->along[q] = sign * (f[0] - dot * h[0]);
    for (int c = 0; c < n; c++) {
      frame[c + turn < n ? c + turn : c + turn - n] = f[c + 1] - dot * h[c + 1];
    }
  }
  return 1;
}

/* Those that may be larger than j: which quantities, and what s is made of (near: for the
 * statistic itself and for its opposite). -1 where j is what one before it is. */
static ptrdiff_t set_near(const vd_faces *x, ptrdiff_t j, vd_faces_own *own) {
  ptrdiff_t n = 0;
  for (ptrdiff_t k = 0; k < x->n_tests; k++) {
    int a = x->first[k], b = x->second[k];
    double scale = x->scale[k], r = (own->along[a] - own->along[b]) * scale;
    if (r > same || (x->sides == 2 && r < -same)) {
      if (k < j) return -1;
      continue;
    }
    own->pair[2 * n] = a;
    own->pair[2 * n + 1] = b;
    own->near[2 * n] = scale / (1 - r);
    own->near[2 * n + 1] = x->sides == 2 ? scale / (1 + r) : 0;
    n++;
  }
  return n;
}

/* The quantities in a block of directions. */
static void set_values(const vd_faces *x, ptrdiff_t at, vd_faces_own *own) {
  ptrdiff_t n = dimensions(x), all = (ptrdiff_t)all_points(x);
  for (int q = 0; q < x->n_quantities; q++) {
    const double *frame = own->frame + (ptrdiff_t)q * n;
    for (int i = 0; i < BLOCK; i += 8) {
      double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
      double *value = own->value + (ptrdiff_t)q * BLOCK + i;
      for (int c = 0; c < n; c++) {
        const double *v = x->points + (ptrdiff_t)c * all + at + i, own_c = frame[c];
        s0 += own_c * v[0];
        s1 += own_c * v[1];
        s2 += own_c * v[2];
        s3 += own_c * v[3];
        s4 += own_c * v[4];
        s5 += own_c * v[5];
        s6 += own_c * v[6];
        s7 += own_c * v[7];
      }
      value[0] = s0;
      value[1] = s1;
      value[2] = s2;
      value[3] = s3;
      value[4] = s4;
      value[5] = s5;
      value[6] = s6;
      value[7] = s7;
    }
  }
}

static void add_place(vd_faces_own *own, double s) {
  double place = s >= 0 ? 1 / (1 + s) : 2 - 1 / (1 - s);
  int bin = (int)(place * VD_FACES_BINS);
  own->count[bin]++;
  own->sum[bin] += (double)(int64_t)(place / grain + 0.5);
}

static inline double larger(double a, double b) {
  return a > b ? a : b;
}

/* s of a block of directions and of the opposite ones. */
static void add_block(const vd_faces *x, ptrdiff_t n_near, int n, vd_faces_own *own) {
  double plus[BLOCK], minus[BLOCK], none = x->sides == 2 ? 0 : -INFINITY;
  for (int i = 0; i < BLOCK; i++) plus[i] = minus[i] = none;
  for (ptrdiff_t k = 0; k < n_near; k++) {
    const double *a = own->value + (ptrdiff_t)own->pair[2 * k] * BLOCK;
    const double *b = own->value + (ptrdiff_t)own->pair[2 * k + 1] * BLOCK;
    double itself = own->near[2 * k], opposite = own->near[2 * k + 1];
    if (x->sides == 2) {
      for (int i = 0; i < BLOCK; i++) {
        double y = a[i] - b[i], up = y * itself, down = y * opposite;
        plus[i] = larger(plus[i], larger(up, -down));
        minus[i] = larger(minus[i], larger(-up, down));
      }
    } else {
      for (int i = 0; i < BLOCK; i++) {
        double up = (a[i] - b[i]) * itself;
        plus[i] = larger(plus[i], up);
        minus[i] = larger(minus[i], -up);
      }
    }
  }
  for (int i = 0; i < n; i++) {
    add_place(own, plus[i]);
    add_place(own, minus[i]);
  }
}

void vd_faces_walk(const vd_faces *x, ptrdiff_t face, vd_faces_own *own) {
  double every = (double)x->n_tests / (double)x->n_faces;
  ptrdiff_t j = (ptrdiff_t)(((double)face + 0.5) * every);
  ptrdiff_t n_near = set_frame(x, j, own) ? set_near(x, j, own) : -1;
  if (n_near < 0) return;
  for (int at = 0; at < x->next; at += BLOCK) {
    set_values(x, face % x->n_sets * x->next + at, own);
    add_block(x, n_near, x->next - at < BLOCK ? x->next - at : BLOCK, own);
  }
}

int vd_faces_take(const vd_faces *x, const vd_faces_own *own, int n_own, double *weight,
                  double *inverse) {
  double each = (double)x->n_tests / (double)x->n_faces / (2.0 * x->n_points);
  int n = 0;
  for (int i = 0; i < VD_FACES_ALL; i++) {
    double count = 0, sum = 0;
    for (int t = 0; t < n_own; t++) {
      count += own[t].count[i];
      sum += own[t].sum[i];
    }
    if (count == 0) continue;
    double place = sum * grain / count;
    weight[n] = count * each;
    inverse[n++] = place < 1    ? place / (1 - place)
                   : place == 1 ? INFINITY
                                : fmin((2 - place) / (1 - place), -DBL_MIN);
  }
  return n;
}
