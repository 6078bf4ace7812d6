/* Counting by open addressing with linear probing. A chunk of rows is packed and
 * hashed first, so that the entries can be asked for ahead of their use. */
#ifndef VD_HASH_H
#define VD_HASH_H

#include "count/count.h"

/* Adds rows [lo, hi) to the counters. VD_STATUS_FULL: rows before *reached are counted,
 * the table is 5/8 full and needs room. `key` is workspace of n_words * VD_CHUNK. */
vd_status vd_hash_add(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi, vd_tally *tally,
                      uint64_t *key, ptrdiff_t *reached);

/* Copies the entries into an empty larger table. */
void vd_hash_copy(const vd_tally *from, vd_tally *to);

/* After the counters have been overwritten by pattern numbers (pattern.h): the
 * pattern of each row in [lo, hi), 0 if none. */
void vd_hash_patterns(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi,
                      const vd_tally *tally, uint64_t *key, int *pattern);

#endif
