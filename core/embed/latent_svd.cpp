// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_svd.hpp"

#include "core/base/stop.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace embed {
namespace {

using Dense =
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Square = Eigen::MatrixXd;

constexpr uint32_t k_more = 41; // columns beyond those that are wanted
constexpr int k_passes = 2;    // through the matrix and back, after the first
constexpr Eigen::Index k_block = 4096;
// Of the largest eigenvalue of a Gram matrix of floats: below is noise.
constexpr double k_noise = 1e-6;

base::Result<void> go_on() {
  return base::stops_asked() == 0
             ? base::Result<void>()
             : base::fail(base::Errc::cancelled, "stopped");
}

// Vigna's SplitMix64: every number follows from its place.
uint64_t mixed(uint64_t x) {
  x = (x + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Evenly between -1 and 1. Signs alone would cancel out in small archives.
Dense random_numbers(Eigen::Index rows, Eigen::Index columns) {
  Dense out(rows, columns);
  for (Eigen::Index i = 0; i < out.size(); ++i) {
    const uint64_t bits = mixed(static_cast<uint64_t>(i)) >> 40;
    out.data()[i] = static_cast<float>(bits) / float{1 << 23} - 1;
  }
  return out;
}

// matrix × right
Dense times(const SparseRows& matrix, const Dense& right) {
  Dense out =
      Dense::Zero(static_cast<Eigen::Index>(matrix.rows()), right.cols());
  for (size_t row = 0; row < matrix.rows(); ++row) {
    auto sum = out.row(static_cast<Eigen::Index>(row));
    for (size_t i = matrix.begins[row]; i < matrix.begins[row + 1]; ++i) {
      sum += matrix.values[i] * right.row(matrix.columns[i]);
    }
  }
  return out;
}

// matrixᵀ × right
Dense transposed_times(const SparseRows& matrix, const Dense& right) {
  Dense out = Dense::Zero(matrix.width, right.cols());
  for (size_t row = 0; row < matrix.rows(); ++row) {
    const auto factor = right.row(static_cast<Eigen::Index>(row));
    for (size_t i = matrix.begins[row]; i < matrix.begins[row + 1]; ++i) {
      out.row(matrix.columns[i]) += matrix.values[i] * factor;
    }
  }
  return out;
}

// matrix = Q × diag(values) × axesᵀ, of the part that is no noise.
struct Axes {
  Square axes;
  Eigen::VectorXd values; // descending
};

Axes axes_of(const Dense& matrix) {
  Square gram = Square::Zero(matrix.cols(), matrix.cols());
  for (Eigen::Index at = 0; at < matrix.rows(); at += k_block) {
    const auto block =
        matrix.middleRows(at, std::min(k_block, matrix.rows() - at));
    gram += Eigen::MatrixXf(block.transpose() * block).cast<double>();
  }
  if (gram.size() == 0) {
    return {};
  }
  const Eigen::SelfAdjointEigenSolver<Square> solver(gram);
  const Eigen::VectorXd ascending = solver.eigenvalues();
  const double largest = ascending.maxCoeff();
  Eigen::Index count = 0;
  while (count < ascending.size() && largest > 0 &&
         ascending[ascending.size() - 1 - count] > k_noise * largest) {
    ++count;
  }
  return {solver.eigenvectors().rowwise().reverse().leftCols(count),
          ascending.reverse().head(count).cwiseSqrt()};
}

// An orthonormal basis of what its columns span.
void orthonormalise(Dense& matrix) {
  const Axes found = axes_of(matrix);
  const Eigen::MatrixXf turn =
      (found.axes * found.values.cwiseInverse().asDiagonal()).cast<float>();
  matrix = Dense(matrix * turn);
}

} // namespace

base::Result<RightVectors> right_vectors(const SparseRows& matrix,
                                         uint32_t most) {
  const auto rows = static_cast<Eigen::Index>(matrix.rows());
  const Eigen::Index columns = std::min<Eigen::Index>(
      most + k_more, std::min<Eigen::Index>(rows, matrix.width));
  Dense left = times(matrix, random_numbers(matrix.width, columns));
  Dense right;
  for (int pass = 0; pass <= k_passes; ++pass) {
    TRY(go_on());
    orthonormalise(left);
    TRY(go_on());
    right = transposed_times(matrix, left);
    if (pass < k_passes) {
      orthonormalise(right);
      TRY(go_on());
      left = times(matrix, right);
    }
  }
  // right = V × diag(values) × …
  const Axes found = axes_of(right);
  const auto count = std::min<Eigen::Index>(most, found.values.size());
  const Eigen::MatrixXf turn =
      (found.axes * found.values.cwiseInverse().asDiagonal())
          .leftCols(count)
          .cast<float>();
  const Dense vectors = right * turn;
  RightVectors out;
  for (Eigen::Index i = 0; i < count; ++i) {
    out.singular.push_back(static_cast<float>(found.values[i]));
  }
  out.vectors.assign(vectors.data(), vectors.data() + vectors.size());
  return out;
}

} // namespace embed
