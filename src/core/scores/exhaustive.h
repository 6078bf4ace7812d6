/* Adjusted p-values for all pairs of k classifiers, which cannot be true or false in any
 * combination: if 1 = 2 and 2 = 3, then 1 = 3. Pairs (a, b), a < b, come in the order of
 * b, then a: 12 13 23 14 24 34. P-values are natural logarithms. */
#ifndef VD_EXHAUSTIVE_H
#define VD_EXHAUSTIVE_H

#include <stddef.h>

/* Shaffer (1986), static: most[i], i = 0..m, becomes the largest number of pairs, at most
 * i, that can be true together; m = k (k - 1) / 2. `work` holds (k + 1) (m + 1). `pause`
 * is called between the k steps: it may jump. */
void vd_exhaustive_counts(int k, int *most, unsigned char *work, void (*pause)(void));

enum { VD_EXHAUSTIVE_MOST = 12 }; /* classifiers: 4.2 million partitions */

/* Bergmann and Hommel (1988). All sets of pairs that can be true together are the pairs
 * within the blocks of a partition of the classifiers; a pair is adjusted to the largest
 * |I| min p over the sets I that it belongs to. Partitions are restricted growth strings.
 */
typedef struct {
  int k;
  int block[VD_EXHAUSTIVE_MOST];    /* of each classifier       */
  int blocks[VD_EXHAUSTIVE_MOST];   /* there are up to here     */
  int pairs[VD_EXHAUSTIVE_MOST];    /* within blocks up to here */
  double least[VD_EXHAUSTIVE_MOST]; /* the least log p of these */
} vd_partition;

/* The partition of one block. */
void vd_exhaustive_start(int k, const double *log_p, vd_partition *partition);

/* Takes this and further partitions, up to `most`, into account: `adjusted` starts at
 * -Inf. Returns 0 when all have been. */
int vd_exhaustive_adjust(const double *log_p, vd_partition *partition, ptrdiff_t most,
                         double *adjusted);

#endif
