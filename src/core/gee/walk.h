/* A walk over the rows of a clustered regression, block by block and without a copy of
 * the design: each block holds rows (s_i x_i, r_i), decorrelated within their cluster.
 *
 * With the exchangeable correlation R = (1 - a) I + a J, row k of a cluster is replaced
 * by its innovation given the rows before it (the inverse Cholesky factor of R, closed
 * form): (row_k - c_m sum of the m rows before) / sqrt(v_m), c_m = a / (1 + (m - 1) a),
 * v_m = (1 - a)(1 + m a) / (1 + (m - 1) a), so that sums of products over the block's
 * rows are D' R^-1 D and D' R^-1 r, exactly, in one pass and whatever the size of a
 * cluster. */
#ifndef VD_GEE_WALK_H
#define VD_GEE_WALK_H

#include <stdbool.h>
#include <stddef.h>

enum { VD_GEE_BLOCK = 384 }; /* rows of a block: 30 kB with 10 columns, the first cache */

/* Rows in clusters. `order` lists rows, 1-based, cluster after cluster; `end[g]` is the
 * number of rows listed up to the end of cluster g. order == NULL: rows as stored, in
 * clusters of no interest (end is not used). */
typedef struct {
  ptrdiff_t rows, clusters;
  const int *order, *end;
} vd_clusters;

typedef struct {
  /* what is walked over */
  ptrdiff_t n;            /* rows of x                                              */
  int p;                  /* columns of x                                           */
  const double *x;        /* n x p, by column                                       */
  const double *scale;    /* n: multiplies the row of x                             */
  const double *residual; /* n: the last column                                     */
  vd_clusters groups;
  double alpha; /* exchangeable correlation; 0: rows are taken as they are*/
  /* the block */
  double *block;         /* at least VD_GEE_BLOCK x (p + 1), by column             */
  int ld;                /* distance of its columns                                */
  double *carry;         /* p + 1: sums over the cluster so far                    */
  int row[VD_GEE_BLOCK]; /* which row of x; and how many of its cluster before it  */
  int before[VD_GEE_BLOCK];
  double share[VD_GEE_BLOCK], unit[VD_GEE_BLOCK]; /* c_m and 1 / sqrt(v_m), small m */
  /* where it stands */
  ptrdiff_t next;    /* rows done                                              */
  ptrdiff_t cluster; /* the cluster of row `next`                              */
} vd_gee_walk;

/* Starts a walk; the fields above `where it stands` are the caller's. */
void vd_gee_walk_begin(vd_gee_walk *walk);

/* Fills the block with the next rows and returns how many, 0 at the end. A block holds
 * whole clusters, or a part of one that is larger than a block. */
int vd_gee_walk_next(vd_gee_walk *walk);

#endif
