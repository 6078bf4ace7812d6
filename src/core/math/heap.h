/* Heapsort of anything that can be compared and exchanged: in place, never worse than
 * n log n. For where something faster does not pay or may fail. */
#ifndef VD_HEAP_H
#define VD_HEAP_H

#include <stddef.h>

/* Of what `of` points to: whether a comes before b, and their exchange. */
typedef struct {
  void *of;
  int (*before)(const void *of, size_t a, size_t b);
  void (*swap)(void *of, size_t a, size_t b);
} vd_heap;

void vd_heap_sort(const vd_heap *heap, size_t n);

#endif
