/* Streams of random numbers of their own: one seed, drawn once from unif_rand() so that
 * set.seed() rules, has 2^64 streams, and a replicate takes the one of its number. What
 * it draws depends neither on who draws nor on what is drawn beside it. Blackman & Vigna
 * (2021): xoshiro256**, started by splitmix64. */
#ifndef VD_STREAM_H
#define VD_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t s[4];
} vd_stream;

/* 53 bits of unif_rand(), a whole number. */
double vd_stream_seed(void);

vd_stream vd_stream_make(double seed, double number);

static inline uint64_t vd_stream_bits(vd_stream *x) {
  uint64_t *s = x->s, five = s[1] * 5, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = s[3] << 45 | s[3] >> 19;
  return (five << 7 | five >> 57) * 9;
}

/* In (0, 1). */
static inline double vd_stream_unif(vd_stream *x) {
  return ((double)(vd_stream_bits(x) >> 12) + 0.5) * 0x1p-52;
}

/* Successes of n, a whole number up to 2^53. Fair coins are bits; otherwise inversion for
 * a mean below 10, else Hoermann's (1993) transformed rejection. */
double vd_stream_coins(vd_stream *x, double n);
double vd_stream_binomial(vd_stream *x, double n, double p);

#endif
