#include "scores/battle.h"

#include <math.h>
#include <string.h>

#include "math/tolerance.h"

/* -- who can be compared with whom -------------------------------------------------- */

size_t vd_battle_graph_work(int n_models) {
  return (size_t)n_models * (size_t)n_models + 2 * (size_t)n_models;
}

enum { FORWARD = 1, BACKWARD = 2 };

/* Marks what can be reached from the first that is in; returns whether all are. */
static int reaches_all(int C, const unsigned char *beat, const unsigned char *in, int way,
                       unsigned char *seen) {
  int from = 0, grew = 1;
  memset(seen, 0, (size_t)C);
  while (from < C && !in[from]) from++;
  if (from < C) seen[from] = 1;
  while (grew) {
    grew = 0;
    for (int i = 0; i < C; i++) {
      /* 2: its neighbours were seen */
      if (seen[i] != 1) continue;
      seen[i] = 2;
      for (int j = 0; j < C; j++) {
        int edge = (way & FORWARD && beat[(size_t)i * (size_t)C + (size_t)j]) ||
                   (way & BACKWARD && beat[(size_t)j * (size_t)C + (size_t)i]);
        if (!edge || !in[j] || seen[j]) continue;
        seen[j] = 1;
        grew = 1;
      }
    }
  }
  for (int i = 0; i < C; i++) {
    if (in[i] && !seen[i]) return 0;
  }
  return 1;
}

static void mark(int C, const unsigned char *in, vd_status status, vd_status *out) {
  for (int i = 0; i < C; i++) {
    if (in[i]) out[i] = status;
  }
}

/* Takes those out that beat none of the others that are in, or lost to none. Returns how
 * many are left, or -1 if nobody was taken out. */
static int strip(int C, const unsigned char *beat, unsigned char *in, vd_status *status) {
  int left = 0, taken = 0;
  for (int i = 0; i < C; i++) {
    int won = 0, lost = 0;
    if (!in[i]) continue;
    for (int j = 0; j < C; j++) {
      won |= in[j] && beat[(size_t)i * (size_t)C + (size_t)j];
      lost |= in[j] && beat[(size_t)j * (size_t)C + (size_t)i];
    }
    if (won == lost) continue;
    status[i] = won ? VD_STATUS_NEVER_LOST : VD_STATUS_NEVER_WON;
    taken++;
  }
  for (int i = 0; i < C; i++) {
    if (status[i] != VD_STATUS_OK) in[i] = 0;
    left += in[i];
  }
  return taken ? left : -1;
}

void vd_battle_graph(const vd_battles *x, vd_status *status, unsigned char *work) {
  int C = x->n_models;
  unsigned char *beat = work, *in = work + (size_t)C * (size_t)C, *seen = in + C;
  memset(work, 0, vd_battle_graph_work(C));
  for (ptrdiff_t i = 0; i < x->n; i++) {
    size_t a = (size_t)x->first[i], b = (size_t)x->second[i];
    if (x->count[i] <= 0) continue;
    in[a] = in[b] = 1;
    if (x->score[i] > 0) beat[a * (size_t)C + b] = 1;
    if (x->score[i] < 1) beat[b * (size_t)C + a] = 1;
  }
  for (int i = 0; i < C; i++) status[i] = in[i] ? VD_STATUS_OK : VD_STATUS_NO_ROWS;
  if (!reaches_all(C, beat, in, FORWARD | BACKWARD, seen)) {
    mark(C, in, VD_STATUS_NOT_LINKED, status);
    return;
  }
  int left = C;
  while (left > 1) left = strip(C, beat, in, status);
  if (!reaches_all(C, beat, in, FORWARD, seen) ||
      !reaches_all(C, beat, in, BACKWARD, seen)) {
    mark(C, in, VD_STATUS_ONE_WAY, status);
  }
}

/* -- who is linked by one unit alone ------------------------------------------------- */

static int is_used(const vd_battles *x, const vd_status *status, ptrdiff_t i) {
  return x->count[i] > 0 && status[x->first[i]] == VD_STATUS_OK &&
         status[x->second[i]] == VD_STATUS_OK;
}

size_t vd_battle_links_work(int n_models) {
  return (size_t)n_models * ((size_t)n_models + 4);
}

enum { NO_UNIT = 0, SEVERAL_UNITS = -1 };

/* The unit that links each two models. */
static void find_links(const vd_battles *x, const vd_status *status, int *link) {
  int C = x->n_models;
  for (ptrdiff_t i = 0; i < x->n; i++) {
    int a = x->first[i], b = x->second[i], unit = x->unit[i] ? x->unit[i] : SEVERAL_UNITS;
    int *both[] = {link + (ptrdiff_t)a * C + b, link + (ptrdiff_t)b * C + a};
    if (!is_used(x, status, i)) continue;
    for (int k = 0; k < 2; k++) {
      *both[k] = *both[k] == NO_UNIT || *both[k] == unit ? unit : SEVERAL_UNITS;
    }
  }
}

/* The parts into which the models fall without a unit: each gets the first of its part,
 * and in `via` what linked it to those before; `queue` is room. */
static void find_parts(int C, const vd_status *status, const int *link, int without,
                       int *part, int *via, int *queue) {
  for (int i = 0; i < C; i++) part[i] = -1;
  for (int start = 0; start < C; start++) {
    int n = 0;
    if (part[start] >= 0 || status[start] != VD_STATUS_OK) continue;
    part[start] = start;
    if (via) via[start] = NO_UNIT;
    queue[n++] = start;
    for (int at = 0; at < n; at++) {
      const int *own = link + (ptrdiff_t)queue[at] * C;
      for (int j = 0; j < C; j++) {
        if (own[j] == NO_UNIT || own[j] == without || part[j] >= 0) continue;
        part[j] = start;
        if (via) via[j] = own[j];
        queue[n++] = j;
      }
    }
  }
}

/* Models of one group in both are in one group: that of its first. */
static void split_groups(int C, const int *part, int *group, int *old) {
  memcpy(old, group, sizeof(int) * (size_t)C);
  for (int i = 0; i < C; i++) {
    group[i] = 0;
    while (old[group[i]] != old[i] || part[group[i]] != part[i]) group[i]++;
  }
}

/* The one group that is larger than each other; -1: none is. */
static int largest_group(int C, const vd_status *status, const int *group, int *size) {
  int largest = -1, most = 0;
  memset(size, 0, sizeof(int) * (size_t)C);
  for (int i = 0; i < C; i++) {
    if (status[i] == VD_STATUS_OK) size[group[i]]++;
  }
  for (int i = 0; i < C; i++) {
    if (size[i] == most) largest = -1;
    if (size[i] <= most) continue;
    most = size[i];
    largest = i;
  }
  return largest;
}

void vd_battle_links(const vd_battles *x, vd_status *status, int *work) {
  int C = x->n_models, parted = 0;
  int *link = work, *group = link + (ptrdiff_t)C * C, *via = group + C, *part = via + C;
  int *room = part + C;
  memset(work, 0, sizeof(int) * vd_battle_links_work(C));
  find_links(x, status, link);
  find_parts(C, status, link, NO_UNIT, group, via, room);
  for (int i = 0; i < C; i++) {
    if (status[i] != VD_STATUS_OK || via[i] <= NO_UNIT) continue;
    find_parts(C, status, link, via[i], part, NULL, room);
    split_groups(C, part, group, room);
    parted = 1;
  }
  int kept = largest_group(C, status, group, room);
  for (int i = 0; i < C; i++) {
    if (status[i] != VD_STATUS_OK) continue;
    if (parted && group[i] != kept) status[i] = VD_STATUS_ONE_LINK;
    if (!parted && kept >= 0 && room[kept] == 1) status[i] = VD_STATUS_ALONE;
  }
}

/* -- which battles bear on the same differences ------------------------------------- */

size_t vd_battle_blocks_work(int n_models) {
  return (size_t)n_models * ((size_t)n_models + 5);
}

/* Walks from a model to one that it met and that was not seen yet, and else back. `order`
 * gets the models as they are seen, `depth` how far from the first, from 1, `parent` from
 * which (the first: -1), `next` is room. Returns how many are seen. */
static int walk(int C, const int *met, int from, int *order, int *depth, int *parent,
                int *next) {
  int seen = 1, at = from;
  order[0] = from;
  depth[from] = 1;
  parent[from] = -1;
  while (at >= 0) {
    int j = next[at]++;
    if (j >= C) {
      at = parent[at];
    } else if (met[(ptrdiff_t)at * C + j] && !depth[j]) {
      parent[j] = at;
      depth[j] = depth[at] + 1;
      order[seen++] = j;
      at = j;
    }
  }
  return seen;
}

void vd_battle_blocks(const vd_battles *x, const vd_status *status, int *block,
                      int *work) {
  int C = x->n_models, from = 0, n_blocks = 0;
  int *met = work, *order = met + (ptrdiff_t)C * C, *depth = order + C,
      *parent = depth + C;
  int *low = parent + C, *own = low + C;
  memset(work, 0, sizeof(int) * vd_battle_blocks_work(C));
  for (ptrdiff_t i = 0; i < x->n; i++) {
    int a = x->first[i], b = x->second[i];
    if (!is_used(x, status, i)) continue;
    met[(ptrdiff_t)a * C + b] = met[(ptrdiff_t)b * C + a] = 1;
    from = a;
  }
  int seen = walk(C, met, from, order, depth, parent, low);
  /* The least depth that a model and those after it met, but for its parent. */
  for (int k = seen - 1; k >= 0; k--) {
    int i = order[k];
    low[i] = depth[i];
    for (int j = 0; j < C; j++) {
      if (!met[(ptrdiff_t)i * C + j] || j == parent[i]) continue;
      int reach = parent[j] == i ? low[j] : depth[j];
      if (reach < low[i]) low[i] = reach;
    }
  }
  /* A model is in the block of its parent if another way leads round that. */
  for (int k = 1; k < seen; k++) {
    int i = order[k], round = low[i] < depth[parent[i]];
    own[i] = round ? own[parent[i]] : ++n_blocks;
  }
  for (ptrdiff_t i = 0; i < x->n; i++) {
    int later = depth[x->first[i]] > depth[x->second[i]] ? x->first[i] : x->second[i];
    block[i] = !is_used(x, status, i) ? 0 : x->ordered ? 1 : own[later];
  }
}

/* -- the fit ------------------------------------------------------------------------- */

/* The first n columns of a matrix with `ld` rows: lower triangle of its Cholesky factor.
 * Down the columns, as they lie in memory. Returns 0 where it is not positive definite.
 */
static int cholesky(int n, double *a, int ld, void (*pause)(void)) {
  for (int j = 0; j < n; j++) {
    double *column = a + (ptrdiff_t)j * ld, diagonal = column[j];
    if (pause) pause();
    for (int k = 0; k < j; k++) {
      const double *before = a + (ptrdiff_t)k * ld;
      double factor = before[j];
      for (int i = j; i < n; i++) column[i] -= before[i] * factor;
    }
    if (!(column[j] > 1e-10 * diagonal)) return 0;
    column[j] = sqrt(column[j]);
    for (int i = j + 1; i < n; i++) column[i] /= column[j];
  }
  return 1;
}

static void solve(int n, const double *factor, int ld, double *x) {
  for (int k = 0; k < n; k++) {
    const double *column = factor + (ptrdiff_t)k * ld;
    if (x[k] == 0) continue;
    x[k] /= column[k];
    for (int i = k + 1; i < n; i++) x[i] -= column[i] * x[k];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= factor[k + (ptrdiff_t)i * ld] * x[k];
    x[i] /= factor[i + (ptrdiff_t)i * ld];
  }
}

/* How likely the first is to win and to lose, each by itself: 1 - p says nothing of what
 * is left where p is near 1. */
typedef struct {
  double win, lose;
} chance;

static chance first_wins(const vd_battles *x, ptrdiff_t i, const double *ability) {
  double gap = ability[x->first[i]] - ability[x->second[i]] + ability[x->n_models];
  return (chance){1 / (1 + exp(-gap)), 1 / (1 + exp(gap))};
}

/* The score less what was to be expected. */
static double residual(const vd_battles *x, ptrdiff_t i, chance p) {
  return x->score[i] * p.lose - (1 - x->score[i]) * p.win;
}

/* Gradient and information of the log-likelihood in places 0, ..., n - 1 of finite models
 * (-1: of none), the place after them that of g. What is returned, over n, was added to
 * the information of all abilities, which keeps their sum at 0. */
static double derivatives(const vd_battles *x, const vd_status *status, const int *place,
                          int n, const double *ability, double *gradient,
                          double *information) {
  int ld = x->n_models + 1;
  memset(gradient, 0, sizeof(double) * (size_t)ld);
  memset(information, 0, sizeof(double) * (size_t)ld * (size_t)ld);
  for (ptrdiff_t i = 0; i < x->n; i++) {
    if (!is_used(x, status, i)) continue;
    int a = place[x->first[i]], b = place[x->second[i]];
    chance p = first_wins(x, i, ability);
    double w = x->count[i] * p.win * p.lose, s = x->count[i] * residual(x, i, p);
    gradient[a] += s;
    gradient[b] -= s;
    information[a + (ptrdiff_t)a * ld] += w;
    information[b + (ptrdiff_t)b * ld] += w;
    information[a + (ptrdiff_t)b * ld] -= w;
    information[b + (ptrdiff_t)a * ld] -= w;
    if (!x->ordered) continue;
    gradient[n] += s;
    information[n + (ptrdiff_t)n * ld] += w;
    information[n + (ptrdiff_t)a * ld] += w;
    information[n + (ptrdiff_t)b * ld] -= w;
  }
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, information[i + (ptrdiff_t)i * ld]);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) information[i + (ptrdiff_t)j * ld] += size / n;
  }
  return size;
}

size_t vd_battle_work(int n_models) {
  size_t ld = (size_t)n_models + 1;
  return ld * ld + 2 * ld;
}

/* The inverse of the information with `size` J / n added to it is its own with
 * J / (size n) added, since J and the information annihilate one another. */
static void invert(const vd_battles *x, const int *place, int k, int n, double size,
                   const double *factor, double *column, double *inverse,
                   void (*pause)(void)) {
  int ld = x->n_models + 1;
  memset(inverse, 0, sizeof(double) * (size_t)ld * (size_t)ld);
  for (int c = 0; c < ld; c++) {
    int at = c < x->n_models ? place[c] : x->ordered ? n : -1;
    if (at < 0) continue;
    if (pause) pause();
    memset(column, 0, sizeof(double) * (size_t)ld);
    column[at] = 1;
    solve(k, factor, ld, column);
    for (int d = 0; d < ld; d++) {
      int row = d < x->n_models ? place[d] : x->ordered ? n : -1;
      if (row < 0) continue;
      int both = c < x->n_models && d < x->n_models;
      inverse[d + (ptrdiff_t)c * ld] = column[row] - (both ? 1 / size / n : 0);
    }
  }
}

static double step_size(int k, const double *step) {
  double most = 0;
  for (int i = 0; i < k; i++) most = fmax(most, fabs(step[i]));
  return most;
}

/* What is 0 but for the rounding of all abilities is 0, as of who is in the middle. */
static void settle(int n, double *ability) {
  double size = 1;
  for (int i = 0; i < n; i++) size += fabs(ability[i]);
  for (int i = 0; i < n; i++) ability[i] = vd_snap(ability[i], size);
}

vd_status vd_battle_fit(const vd_battles *x, const vd_status *status, double *ability,
                        double *inverse, double *work, int *place, void (*pause)(void)) {
  int C = x->n_models, ld = C + 1, n = 0;
  double *information = work, *step = work + (ptrdiff_t)ld * ld, *column = step + ld;
  for (int i = 0; i < C; i++) place[i] = status[i] == VD_STATUS_OK ? n++ : -1;
  memset(ability, 0, sizeof(double) * (size_t)ld);
  memset(inverse, 0, sizeof(double) * (size_t)ld * (size_t)ld);
  if (n < 2) return VD_STATUS_OK;
  int k = n + (x->ordered != 0);
  /* Without the order the graph has told that all are finite. */
  vd_status endless = x->ordered ? VD_STATUS_INFINITE_ORDER : VD_STATUS_INFINITE;
  for (int iteration = 0; iteration < 1000; iteration++) {
    double size = derivatives(x, status, place, n, ability, step, information);
    if (!cholesky(k, information, ld, pause)) return endless;
    solve(k, information, ld, step);
    double most = step_size(k, step), shrink = most > 1 ? 1 / most : 1;
    for (int i = 0; i < C; i++) {
      if (place[i] >= 0) ability[i] += shrink * step[place[i]];
    }
    if (x->ordered) ability[C] += shrink * step[n];
    double reach = step_size(ld, ability);
    if (reach > 700) return endless;
    if (most < 1e-10 * (1 + reach)) {
      invert(x, place, k, n, size, information, column, inverse, pause);
      settle(ld, ability);
      return VD_STATUS_OK;
    }
  }
  return endless;
}

void vd_battle_influence(const vd_battles *x, const vd_status *status,
                         const double *ability, const double *inverse, const int *group,
                         ptrdiff_t n_groups, ptrdiff_t lo, ptrdiff_t hi, double *value) {
  int C = x->n_models, ld = C + 1;
  for (ptrdiff_t i = lo; i < hi; i++) {
    if (!is_used(x, status, i)) continue;
    ptrdiff_t at = group ? group[i] : i;
    double times = group ? x->count[i] : 1;
    double s = times * residual(x, i, first_wins(x, i, ability));
    const double *a = inverse + (ptrdiff_t)x->first[i] * ld;
    const double *b = inverse + (ptrdiff_t)x->second[i] * ld;
    const double *g = inverse + (ptrdiff_t)C * ld;
    for (int c = 0; c < ld; c++) value[at + c * n_groups] += s * (a[c] - b[c] + g[c]);
  }
}
