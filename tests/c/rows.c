#include "rows.h"

/* A linear congruential generator, so that the draw is the same everywhere. */
static unsigned next(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 16;
}

int rows_label(const rows *r, int i, int column) {
  return r->label[i + column * ROWS];
}

static void group(rows *r) {
  int at = 0;
  for (int g = 0; g < CLUSTERS; g++) {
    r->start[g] = at;
    r->multiplicity[g] = 1;
    for (int i = 0; i < ROWS; i++) {
      if (r->cluster[i] != g) continue;
      r->pattern[at] = i + 1;
      r->within[at++] = 1;
    }
  }
  r->start[CLUSTERS] = at;
}

void rows_draw(rows *r, unsigned seed) {
  unsigned state = seed;
  for (int i = 0; i < ROWS; i++) {
    int truth = 1 + (int)(next(&state) % CLASSES);
    r->label[i] = truth;
    for (int c = 1; c <= CLASSIFIERS; c++) {
      int wrong = next(&state) % 3 == 0;
      r->label[i + c * ROWS] = wrong ? 1 + (int)(next(&state) % CLASSES) : truth;
    }
    r->cluster[i] = i < CLUSTERS ? i : (int)(next(&state) % CLUSTERS);
    r->count[i] = 1;
  }
  group(r);
}

vd_set rows_independent(const rows *r) {
  return (vd_set){.n_classes = CLASSES,
                  .n_classifiers = CLASSIFIERS,
                  .n_patterns = ROWS,
                  .label = r->label,
                  .count = r->count,
                  .n_profiles = ROWS};
}

vd_set rows_clustered(const rows *r) {
  vd_set set = rows_independent(r);
  set.n_profiles = CLUSTERS;
  set.start = r->start;
  set.pattern = r->pattern;
  set.within = r->within;
  set.multiplicity = r->multiplicity;
  return set;
}

double rows_cross(const rows *r, int clustered, row_value f, const void *f_what,
                  row_value g, const void *g_what) {
  double total = 0;
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < ROWS; j++) {
      if (clustered ? r->cluster[i] == r->cluster[j] : i == j) {
        total += f(r, i, f_what) * g(r, j, g_what);
      }
    }
  }
  return total;
}
