/* Any columns of any codes, doubles or keys, weighted or not: the counts are those of
 * brute force, by direct addressing and by hashing, and profiles are built from them. */
#include "counting.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 6, MOST_ROWS = 300, MOST_CLASSES = 64 };

/* The input, byte by byte; 0 when it has ended. */
typedef struct {
  const uint8_t *at, *end;
} input;

static uint8_t next(input *in) {
  return in->at < in->end ? *in->at++ : 0;
}

static int32_t next_int(input *in) {
  uint32_t x = 0;
  for (int i = 0; i < 4; i++) x = x << 8 | next(in);
  int32_t out;
  memcpy(&out, &x, sizeof out);
  return out;
}

typedef struct {
  int code[MOST_ROWS], map[MOST_ROWS + 258];
  double real[MOST_ROWS];
  const void *address[MOST_ROWS];
} column;

static double next_double(input *in) {
  const double odd[] = {0.0 / 1, -0.0, 1e308 * 10, -1e308 * 10, 0.5, 1e15};
  const uint8_t x = next(in);
  return x < 6 ? odd[x] : x == 6 ? (odd[2] + odd[3]) : x - 40;
}

/* Codes are mostly small, sometimes anything. */
static void read_column(input *in, column *c, ptrdiff_t n) {
  static const char labels[256];
  for (ptrdiff_t i = 0; i < n; i++) {
    const uint8_t x = next(in);
    c->code[i] = x == 255 ? next_int(in) : x;
    c->real[i] = next_double(in);
    c->address[i] = labels + x;
  }
}

static vd_column make_column(input *in, column *c, ptrdiff_t n, int n_classes) {
  const vd_column_type type = (vd_column_type)(next(in) % 5);
  vd_column col = counting_codes(c->code, 0, 1 + next(in));
  col.type = type;
  col.base = type <= VD_COLUMN_WHOLE ? next(in) - 50 : 0;
  if (type == VD_COLUMN_WHOLE || type == VD_COLUMN_KEY_DOUBLE) col.data = c->real;
  if (type == VD_COLUMN_KEY_POINTER) col.data = c->address;
  if (type >= VD_COLUMN_KEY_INT) counting_dictionary(&col, n);
  for (uint32_t s = 0; s < col.n_slots; s++)
    c->map[s] = s == 0 ? 0 : (int)((s * 7 + type) % (uint32_t)(n_classes + 1));
  return col;
}

static void build_profiles(const counting *in, const counted *out, const vd_column *id) {
  const size_t n_ids = id->n_slots, n_marks = (size_t)out->n + 1;
  vd_fingerprint *mark = calloc(n_marks, sizeof *mark),
                 *print = calloc(n_ids, sizeof *print);
  uint32_t *table = calloc(1024, sizeof *table), *like = calloc(n_ids, sizeof *like);
  vd_profile_marks(out->n, mark);
  const vd_members rows = {id, NULL, out->of_row, in->weights, mark};
  if (vd_profile_mark(&rows, 0, in->n_rows, print) < 0) {
    vd_profiles p = {.n =
                         (ptrdiff_t)vd_profile_fold(print, n_ids, table, 10, like, NULL)};
    p.record = calloc((size_t)p.n * VD_PROFILE_SIZE + 1, sizeof *p.record);
    p.start = calloc((size_t)p.n + 2, sizeof *p.start);
    const size_t size = (size_t)vd_profile_collect(print, n_ids, like, NULL, &p);
    p.pattern = calloc(size + 1, sizeof *p.pattern);
    if (vd_count_weighted(&in->weights)) p.count = calloc(size + 1, sizeof *p.count);
    vd_profile_gather(&rows, 0, in->n_rows, like, &p);
    const size_t runs = (size_t)vd_profile_sort(&p);
    double *start = calloc((size_t)p.n + 1, sizeof *start);
    int *pattern = calloc(runs + 1, sizeof *pattern);
    double *count = calloc(runs + 1, sizeof *count);
    vd_profile_runs(&p, start, pattern, count);
    free(start);
    free(pattern);
    free(count);
    free(p.record);
    free(p.start);
    free(p.pattern);
    free(p.count);
  }
  free(mark);
  free(print);
  free(table);
  free(like);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static column columns[MOST_COLUMNS];
  static double weight[MOST_ROWS];
  const int *map[MOST_COLUMNS];
  vd_column col[MOST_COLUMNS];
  input bytes = {data, data + size};
  counting in = {.n_col = 1 + next(&bytes) % MOST_COLUMNS,
                 .n_rows = 1 + next(&bytes) * MOST_ROWS / 256,
                 .n_classes = 1 + next(&bytes) % MOST_CLASSES,
                 .first_bits = 3 + next(&bytes) % 4,
                 .col = col,
                 .map = map};
  in.n_levels = next(&bytes) % (in.n_classes + 1);
  const bool weighted = next(&bytes) % 2;
  for (int j = 0; j < in.n_col; j++) {
    read_column(&bytes, &columns[j], in.n_rows);
    col[j] = make_column(&bytes, &columns[j], in.n_rows, in.n_classes);
    map[j] = columns[j].map;
  }
  for (ptrdiff_t i = 0; i < in.n_rows; i++) weight[i] = next(&bytes) / 4.0;
  if (weighted) in.weights.real = weight;

  counted slow = counting_naive(&in);
  for (int way = 0; way < 4; way++) {
    in.tracked = way % 2;
    in.no_direct = way / 2;
    counted fast = counting_run(&in);
    if (!counting_same(&fast, &slow, &in)) abort();
    if (in.tracked) build_profiles(&in, &fast, &col[0]);
    counting_free(&fast);
  }
  counting_free(&slow);
  for (int j = 0; j < in.n_col; j++)
    if (col[j].type >= VD_COLUMN_KEY_INT) counting_drop_dictionary(&col[j]);
  return 0;
}
