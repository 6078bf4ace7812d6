#include "count/key.h"

#include <string.h>

int vd_key_width(uint32_t n) {
  int width = 1;
  while (width < 32 && (UINT32_C(1) << width) < n) width++;
  return width;
}

void vd_key_layout(vd_layout *layout) {
  int word = 0, used = 0;
  for (int j = 0; j < layout->n_col; j++) {
    if (used + layout->width[j] > 64) {
      word++;
      used = 0;
    }
    layout->word[j] = word;
    used += layout->width[j];
  }
  layout->n_words = word + 1;
  for (int j = layout->n_col - 1; j >= 0; j--) {
    const int right = j + 1 < layout->n_col && layout->word[j + 1] == layout->word[j];
    layout->shift[j] = right ? layout->shift[j + 1] + layout->width[j + 1] : 0;
  }
}

int vd_key_bits(const vd_layout *layout) {
  return layout->shift[0] + layout->width[0];
}

void vd_key_pack(const vd_layout *layout, const vd_column *col, ptrdiff_t lo, ptrdiff_t n,
                 uint64_t *key) {
  uint32_t slot[VD_CHUNK];
  memset(key, 0, sizeof *key * VD_CHUNK * (size_t)layout->n_words);
  for (int j = 0; j < layout->n_col; j++) {
    uint64_t *word = key + (size_t)layout->word[j] * VD_CHUNK;
    const int shift = layout->shift[j];
    vd_column_slots(&col[j], lo, n, slot);
    for (ptrdiff_t i = 0; i < n; i++) word[i] |= (uint64_t)slot[i] << shift;
  }
}
