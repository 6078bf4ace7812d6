#include "count/labels.h"

vd_status vd_labels_add(vd_dictionary *d, const uint64_t *key, ptrdiff_t n, double row0,
                        double *first, ptrdiff_t *reached) {
  const uint32_t room = (uint32_t)1 << (d->bits - 1);
  for (ptrdiff_t i = 0; i < n; i++) {
    const size_t at = vd_labels_place(d, key[i]);
    if (d->code[at] != 0) continue;
    if (d->n == room) {
      *reached = i;
      return VD_STATUS_FULL;
    }
    first[d->n] = row0 + (double)i;
    d->key[at] = key[i];
    d->code[at] = ++d->n;
  }
  *reached = n;
  return VD_STATUS_OK;
}

void vd_labels_copy(const vd_dictionary *from, vd_dictionary *to) {
  const size_t places = (size_t)1 << from->bits;
  for (size_t i = 0; i < places; i++) {
    if (from->code[i] == 0) continue;
    const size_t at = vd_labels_place(to, from->key[i]);
    to->key[at] = from->key[i];
    to->code[at] = from->code[i];
  }
  to->n = from->n;
}
