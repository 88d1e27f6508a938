// One call as JavaScript requests it: built up by calls, so that no struct of the C interface has
// to be laid out outside C. The texts and bytes must stay valid until the call is done. Operations
// are the functions of the C interface themselves, on what rigy_wasm_analyze returns.
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "questions/ask.hpp"
#include "rigy/rigy.h"

namespace {

struct Request {
  const char* entry;
  std::vector<rigy_file> files = {};
  std::vector<rigy_param> analysis = {};  // options by name
  std::vector<rigy_param> choices = {};   // those of the operation
  std::string answer = {};
};

}  // namespace

extern "C" {

Request* rigy_wasm_request_new(const char* entry) { return new Request{entry}; }

void rigy_wasm_request_free(Request* request) { delete request; }

void rigy_wasm_add_file(Request* request, const char* path, const void* data, std::size_t size) {
  request->files.push_back(RIGY_FILE_INIT(path, data, size));
}

// An option of the operation, or of the analysis before it.
void rigy_wasm_add_choice(Request* request, int of_analysis, const char* name, const char* value) {
  (of_analysis != 0 ? request->analysis : request->choices).push_back(RIGY_PARAM_INIT(name, value));
}

const rigy_param* rigy_wasm_choices(const Request* request) { return request->choices.data(); }

std::size_t rigy_wasm_choice_count(const Request* request) { return request->choices.size(); }

// Null if the request is invalid or memory ran out.
rigy_analysis* rigy_wasm_analyze(const Request* request) {
  return rigy_analyze(request->entry, request->files.data(), request->files.size(),
                      request->analysis.data(), request->analysis.size());
}

// Why the request is invalid; null if it is not.
const char* rigy_wasm_error(const Request* request) {
  return rigy_argument_error(request->entry, request->files.data(), request->files.size(), nullptr);
}

// Answers a question about the files, JSON with JSON (questions/ask.hpp). The answer is valid as
// long as the request.
const char* rigy_wasm_ask(Request* request, const char* question) {
  std::map<std::string, std::string> texts;
  for (const rigy_file& file : request->files) {
    texts.emplace(file.path, std::string(static_cast<const char*>(file.data), file.data_size));
  }
  request->answer = rigy::interfaces::ask(std::move(texts), question);
  return request->answer.c_str();
}

}  // extern "C"
