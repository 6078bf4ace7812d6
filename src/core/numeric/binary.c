#include "numeric/binary.h"

vd_class_sizes vd_binary_count(const vd_binary *rows) {
  double size[2] = {0, 0};
  if (rows->size) return *rows->size;
  if (!rows->weight) {
    ptrdiff_t events = 0;
    for (ptrdiff_t i = 0; i < rows->n; i++) events += rows->event[i] != 0;
    return (vd_class_sizes){(double)events, (double)(rows->n - events)};
  }
  for (ptrdiff_t i = 0; i < rows->n; i++)
    size[rows->event[i] != 0] += vd_row_weight(rows, i);
  return (vd_class_sizes){size[1], size[0]};
}

vd_status vd_binary_status(vd_class_sizes size) {
  if (size.positive == 0 && size.negative == 0) return VD_STATUS_NO_ROWS;
  if (size.positive == 0) return VD_STATUS_ABSENT;
  return size.negative == 0 ? VD_STATUS_EVERYWHERE : VD_STATUS_OK;
}
