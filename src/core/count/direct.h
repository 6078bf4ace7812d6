/* Counting by direct addressing: the packed row is the index of its counter.
 *
 * Sixteen rows are packed at a time, column by column in registers, then counted;
 * reading, packing and counting overlap, and the columns stream through memory
 * as if they were only read. */
#ifndef VD_DIRECT_H
#define VD_DIRECT_H

#include "count/count.h"

enum { VD_DIRECT_BITS = 18 };

/* A small table is kept in several copies, so that consecutive rows of the same
 * pattern do not wait for each other's counter; vd_direct_join() adds them up. */
size_t vd_direct_copies(int bits);

/* Adds rows [lo, hi) to the counters. */
void vd_direct_add(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi, vd_tally *tally);

/* Adds up the copies, once all rows are counted. */
void vd_direct_join(vd_tally *tally, bool weighted);

/* Adds the rows that another tally of the same size counted, whose copies are joined. */
void vd_direct_merge(const vd_tally *other, vd_tally *tally);

/* As vd_hash_patterns(). */
void vd_direct_patterns(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi,
                        const vd_tally *tally, int *pattern);

#endif
