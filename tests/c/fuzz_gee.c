/* Any small data set: the fit ends, and what it calls converged is finite, solves the
 * equation and has a sandwich. */
#include "gee/gee.h"
#include "gee/meat.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24, P = 3, Q = P + 1 };

typedef struct {
  double x[MOST * P], y[MOST], weight[MOST], offset[MOST];
  int order[MOST], end[MOST];
} sample;

/* Reads rows of 6 bytes: x, x, y, weight, offset, and whether a cluster ends. */
static int read_rows(const uint8_t *data, size_t size, sample *s, vd_gee_model *m) {
  int n = (int)(size / 6 < MOST ? size / 6 : MOST), clusters = 0;
  for (int i = 0; i < n; i++, data += 6) {
    s->x[i] = 1;
    s->x[i + n] = (data[0] - 128) / 16.0;
    s->x[i + 2 * n] = data[1] % 3 == 0 ? pow(10, data[1] % 13 - 6) : data[1] % 2;
    s->y[i] = data[2] % 4 == 3 ? data[2] / 255.0 : data[2] % 2;
    s->weight[i] = 1 + data[3] % 5;
    s->offset[i] = (data[4] - 128) / 64.0;
    s->order[i] = n - i;
    if (data[5] % 4 == 0 || i == n - 1) s->end[clusters++] = i + 1;
  }
  m->groups = (vd_clusters){n, clusters, s->order, s->end};
  return n;
}

static void check_sandwich(const vd_gee_model *m, vd_gee_fit *fit) {
  double meat[P * P], direction[P * P];
  double *work = calloc(vd_gee_meat_work(m->p), sizeof(double));
  double alpha = m->corstr == VD_EXCHANGEABLE && !isnan(fit->alpha) ? fit->alpha : 0;
  for (int correction = 0; correction <= VD_GEE_MODEL; correction++) {
    vd_gee_walk walk;
    vd_gee_sandwich out = {meat, direction, 0};
    vd_gee_walk_at(m, fit, alpha, true, &walk);
    vd_gee_meat(&walk, fit->factor, (vd_gee_vcov)correction, work, &out);
    if (out.directions < 0 || out.directions > m->p) abort();
    for (int j = 0; j < m->p * m->p; j++)
      if (!isfinite(meat[j])) abort();
  }
  free(work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 + 6 * P) return 0;
  sample s;
  vd_gee_model m = {.p = P, .x = s.x, .y = s.y, .scale = NAN, .tolerance = 1e-10};
  m.link = (vd_link)(data[0] % 3);
  m.corstr = (vd_corstr)(data[0] / 3 % 2);
  m.less_p = data[0] / 6 % 2;
  if (data[0] / 12 % 2) m.weight = s.weight;
  if (data[0] / 24 % 2) m.offset = s.offset;
  m.n = read_rows(data + 2, size - 2, &s, &m);

  size_t n = (size_t)m.n;
  double *memory = calloc(4 * n + vd_gee_qr_work(P), sizeof(double));
  double beta[P] = {m.link == VD_LOGIT ? 0 : m.link == VD_LOG ? -1 : 0.5}, step[P];
  double candidate[P], factor[Q * Q], carry[Q];
  vd_gee_fit fit = {.beta = beta, .step = step, .candidate = candidate, .factor = factor};
  fit.carry = carry;
  fit.eta = memory;
  fit.trial = memory + n;
  fit.root = memory + 2 * n;
  fit.residual = memory + 3 * n;
  fit.work = memory + 4 * n;
  vd_gee_status status = vd_gee_start(&m, &fit);
  while (status == VD_GEE_GOING && fit.iterations < 60) status = vd_gee_iterate(&m, &fit);
  if (status == VD_GEE_CONVERGED) {
    for (int j = 0; j < P; j++)
      if (!isfinite(beta[j])) abort();
    if (!(fit.size <= m.tolerance + fit.noise)) abort();
    check_sandwich(&m, &fit);
  }
  free(memory);
  return 0;
}
