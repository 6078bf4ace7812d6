#include "math/heap.h"

static void sift_down(const vd_heap *heap, size_t root, size_t n) {
  for (size_t child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && heap->before(heap->of, child, child + 1)) child++;
    if (!heap->before(heap->of, root, child)) return;
    heap->swap(heap->of, root, child);
  }
}

void vd_heap_sort(const vd_heap *heap, size_t n) {
  for (size_t i = n / 2; i-- > 0;) sift_down(heap, i, n);
  for (size_t i = n; i-- > 1;) {
    heap->swap(heap->of, 0, i);
    sift_down(heap, 0, i);
  }
}
