// SPDX-License-Identifier: Apache-2.0
//
// A retrieval collection in BEIR layout and how well a ranking answers it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace bench {

struct Collection {
  std::vector<std::string> ids, texts;         // documents
  std::vector<std::string> query_ids, queries; // those with judgements
  std::map<std::string, std::map<std::string, double>> judged;
};

// Ends the program, with what is wrong on stderr, if a file cannot be read.
Collection load(const std::string& folder);

// As trec_eval: the gain is the grade, divided by log2(rank + 1). `hits` are
// documents, best first.
double ndcg(const Collection& c, const std::string& query,
            const std::vector<size_t>& hits);

// The ten highest scores, best first; of equal ones the first.
std::vector<size_t> best_ten(const std::vector<float>& scores);

// Of this process.
double cpu_seconds();

} // namespace bench
