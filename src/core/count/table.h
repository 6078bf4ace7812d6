/* Reading a contingency table, truth x classifier 1 x ...: its cells that are not
 * zero become the records of pattern.h. The first dimension runs fastest, as R
 * stores an array. */
#ifndef VD_TABLE_H
#define VD_TABLE_H

#include "count/pattern.h"

typedef struct {
  vd_weights cells; /* not negative, not NaN: vd_count_check_weights() */
  int n_dim;
  const int *dim;   /* [n_dim]                                         */
  vd_recoding rule; /* the slots of a dimension are its indices from 0 */
} vd_table;

/* Reads cells [lo, hi) into records from *n on, moving *n. Cells with an index
 * that has no class are added to *missing. `index` is workspace of n_dim. */
void vd_table_read(const vd_table *table, ptrdiff_t lo, ptrdiff_t hi, uint32_t *index,
                   vd_cell *record, vd_shape shape, size_t *n, double *missing);

#endif
