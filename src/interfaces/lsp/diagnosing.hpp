// Analyzes documents in the background, each time they change, and tells the editor what it found.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "lsp/disk_workspace.hpp"

namespace rigy::interfaces {

class Diagnosing {
 public:
  using Send = std::function<void(std::string_view message)>;

  // `send` is called from another thread.
  Diagnosing(DiskWorkspace& workspace, Send send);
  Diagnosing(const Diagnosing&) = delete;
  Diagnosing& operator=(const Diagnosing&) = delete;
  ~Diagnosing();

  // The document changed: it and those that import it are analyzed again.
  void changed(const std::string& uri);
  // It is closed: nothing is said about it any more.
  void closed(const std::string& uri);
  // Waits until nothing is left to analyze.
  void wait();

 private:
  void work();
  void diagnose_if_possible(const std::string& uri);
  void diagnose(const std::string& uri);
  // Sends what is known about the files that the document told about, now or before.
  void publish(const std::string& uri, const AnalyzedText* analyzed);
  void send_file(const std::string& file, std::int64_t version);

  DiskWorkspace& workspace_;
  Send send_;
  std::mutex mutex_;
  std::condition_variable condition_;
  std::set<std::string> waiting_;
  bool is_working_ = false;
  bool ends_ = false;
  // Diagnostics as JSON: by file, then by the document whose analysis found them.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> found_;
  // Imports, between the analyses of the thread.
  std::shared_ptr<SharedAssets> shared_ = make_shared_assets();
  std::thread thread_;
};

}  // namespace rigy::interfaces
