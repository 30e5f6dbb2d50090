// SPDX-License-Identifier: Apache-2.0
//
// Bounds of a row's f32 score from its int8 form. Private to the room.
//
// Write q and x for query and row, q' and x' for scale·codes of each, and D for
// the exact integer dot of the codes, so that q'·x' = D·scale_q·scale_x.
//
// 1. In real numbers, by Cauchy and Schwarz (Steele, The Cauchy-Schwarz Master
//    Class, ch. 1):
//      q·x − q'·x' = q·(x − x') + (q − q')·x'
//      |q·x − q'·x'| ≤ |q| |x − x'| + |q − q'| |x'|
// 2. What is certified is not q·x but what a kernel makes of it in f32. With
//    fused or separate rounding, in any order of summation, each product passes
//    at most n = dims roundings of u = 2^-24, plus up to 2^-149 where a product
//    underflows (Higham, Accuracy and Stability, 3.1 and 2.8):
//      |fl(q·x) − q·x| ≤ g Σ|q_i x_i| + n 2^-149 ≤ g |q| |x| + n 2^-149,
//      g = n u / (1 − n u)
//    as long as nothing overflows, of which |q| |x| ≤ 2^126 makes sure: partial
//    sums stay within (1 + g) of it. Beyond, the bounds are infinite.
// 3. The bounds are computed in double, v = 2^-53. D < 2^53 and scale_q·scale_x
//    (24 bits each) are exact. a = D·(scale_q·scale_x) is rounded once, a ± e
//    once more: off by at most v|a| + v(|a| + e) with |a| ≤ (1+v)|q'||x'|. The
//    sum e has positive terms, each with a few roundings. All of it is less
//    than 2^-48 (|q'||x'| + e); so
//      e = [ |q| error_x + (error_q + g|q| + 2^-48 |q'|) norm_x + n 2^-149 ]
//          (1 + 2^-40)
//    with the stored error_x ≥ |x − x'| and norm_x ≥ |x|, |x'|, and norm_q
//    likewise for |q| and |q'|, is above all of it.
//
// Hence lower ≤ fl(q·x) ≤ upper, for every kernel of core/vectors. Rows or
// queries that are not finite have infinite norms: their bounds are infinite
// or not a number, and callers must keep a row unless upper < threshold.
#pragma once

#include "core/vectors/quantize.hpp"

#include <limits>

namespace query {

struct ScoreBound {
  double lower;
  double upper;
};

class Bound {
public:
  // REQUIRES: 0 < dims ≤ vectors::k_most_dims.
  // `query` is the code of the values whose dots are given, the int16 ones or
  // the coarse ones: the proof is the same.
  Bound(const vectors::RowCode& query, size_t dims);

  ScoreBound of(int64_t dot, float scale, float error, float norm) const {
    const double about =
        static_cast<double>(dot) * (m_scale * static_cast<double>(scale));
    const double spread =
        norm <= m_norm_limit
            ? m_per_error * error + m_per_norm * norm + m_underflow
            : std::numeric_limits<double>::infinity();
    return {about - spread, about + spread};
  }

private:
  double m_scale;
  double m_per_error;
  double m_per_norm;
  double m_underflow;
  double m_norm_limit;
};

} // namespace query
