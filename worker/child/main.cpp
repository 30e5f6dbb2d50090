// SPDX-License-Identifier: Apache-2.0
#include "worker/child/serve.hpp"

int main(int argc, char** argv) {
  return child::run_program(argc, argv);
}
