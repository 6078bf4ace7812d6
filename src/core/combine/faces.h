/* Where the largest of correlated normal statistics comes from, by directions.
 *
 * The statistics are a_k' Z of r independent normal numbers. Say j is the largest, at z.
 * What else there is of Z is a radius (chi with r - 1 degrees of freedom) times a
 * direction v across a_j, and no other is larger while the radius is below z / s, where
 *   s(j, v) = max over k of a_k' v / (1 - a_j' a_k).
 * So with phi the normal density,
 *   P(any beyond t) = sum over j of the mean over v of
 *                     the integral from t of phi(z) P(radius < z / s(j, v)) dz,
 * and one sample of s says it of all t: of rank 2 exactly, of rank 3 by a mean over an
 * angle. Statistics of which one is a multiple of the other have one face in common.
 *
 * Directions are the points of a lattice on the sphere with both signs, turned from face
 * to face. s is counted in bins by sums of whole numbers, which are the same in any
 * order. */
#ifndef VD_FACES_H
#define VD_FACES_H

#include <stddef.h>

/* s >= 0 are in the first half of the bins, s < 0 in the second. */
enum { VD_FACES_BINS = 1024, VD_FACES_ALL = 2 * VD_FACES_BINS + 1, VD_FACES_BLOCK = 16 };

typedef struct {
  int sides, n_quantities, rank;
  ptrdiff_t n_tests;
  const int *first, *second; /* the statistic is of first minus second */
  const double *scale;       /* times this */
  const double *factor;      /* rank numbers of each quantity */
  ptrdiff_t n_faces;         /* of which a sample is taken: all, or evenly chosen ones */
  int n_points, most_points; /* until now, and at most: powers of 2 */
  int next;                  /* further points of the next walk */
  int n_sets;                /* of points, where few are enough: faces take turns */
  double *points;            /* those of the next walk, of all sets */
} vd_faces;

/* What a thread needs. */
typedef struct {
  double *count, *sum; /* by bin: how many, and of their places the sum */
  double *frame, *along, *value, *near;
  int *pair;
} vd_faces_own;

/* Chooses n_faces and most_points: as many as the seconds allow. */
void vd_faces_plan(vd_faces *x, double seconds);
double vd_faces_seconds(const vd_faces *x);
double vd_faces_steps(const vd_faces *x); /* nanoseconds, about, of a face's next walk */

size_t vd_faces_room(const vd_faces *x); /* doubles of points */
size_t vd_faces_own_work(const vd_faces *x);
size_t vd_faces_own_iwork(const vd_faces *x);
vd_faces_own vd_faces_begin(const vd_faces *x, double *work, int *iwork);

/* The next points, as many as until now; all faces are to be walked over them. */
void vd_faces_next(vd_faces *x);
void vd_faces_walk(const vd_faces *x, ptrdiff_t face, vd_faces_own *own);

/* 1 / s, of whole bins; -DBL_MIN where nothing ever is larger. Returns how many bins are
 * not empty, with the weight of each. */
int vd_faces_take(const vd_faces *x, const vd_faces_own *own, int n_own, double *weight,
                  double *inverse);

#endif
