// SPDX-License-Identifier: Apache-2.0
#include "cli/command.hpp"

int main(int argc, char** argv) {
  return cli::run_program(argc, argv);
}
