// Values that are made when they are first asked for, and then used by all threads.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "hashing/text_hash.hpp"
#include "platform/threads.hpp"

namespace rigy::base {

// Makes each value once, on the first thread that asks for it; the others wait. A null value is a
// value too. When the values together become too large, all are forgotten, so that memory stays
// bounded whatever their number.
template <class Value>
class MadeOnce {
 public:
  using Pointer = std::shared_ptr<const Value>;
  struct Sized {
    Pointer value;
    std::size_t size = 0;  // in bytes, roughly
  };
  struct Counts {
    std::size_t made = 0;
    std::size_t reused = 0;
  };

  explicit MadeOnce(std::size_t max_size) : max_size_(max_size) {}

  // Calls make(), which returns a Sized, if the value is not known. Null also if waiting for it
  // would never end, because making it needs a value that needs it.
  template <class Make>
  Pointer get(const std::string& key, const Make& make);
  // Forgets everything and returns what was made. Nobody may use it meanwhile.
  [[nodiscard]] TextMap<std::string, Sized> take_made();
  // How often a value other than null was made, and found.
  [[nodiscard]] Counts counts() const;

 private:
  struct Entry {
    platform::ThreadId maker{};
    bool is_made = false;
    Pointer value = nullptr;
    std::size_t size = 0;
  };

  // The entry of that key, and whether this thread has to make it.
  std::pair<std::shared_ptr<Entry>, bool> entry_of(const std::string& key);
  Pointer wait_for(const Entry& entry);
  // Whether this thread makes the entry, or something that its maker waits for.
  [[nodiscard]] bool waits_for_us(const Entry* entry) const;
  void finish(Entry& entry, Sized made);

  std::size_t max_size_;
  mutable platform::Monitor monitor_;
  TextMap<std::string, std::shared_ptr<Entry>> entries_;
  std::map<platform::ThreadId, const Entry*> waiting_;  // what each waiting thread waits for
  std::size_t size_ = 0;                                // of the values that are made
  Counts counts_;
};

template <class Value>
auto MadeOnce<Value>::entry_of(const std::string& key) -> std::pair<std::shared_ptr<Entry>, bool> {
  const platform::Monitor::Held held(monitor_);
  if (const auto known = entries_.find(key); known != entries_.end()) return {known->second, false};
  auto entry = std::make_shared<Entry>(Entry{platform::this_thread()});
  entries_.emplace(key, entry);
  return {std::move(entry), true};
}

template <class Value>
bool MadeOnce<Value>::waits_for_us(const Entry* entry) const {
  for (;;) {
    if (entry->maker == platform::this_thread()) return true;
    const auto next = waiting_.find(entry->maker);
    if (next == waiting_.end()) return false;
    entry = next->second;
  }
}

template <class Value>
auto MadeOnce<Value>::wait_for(const Entry& entry) -> Pointer {
  platform::Monitor::Held held(monitor_);
  if (!entry.is_made) {
    if (waits_for_us(&entry)) return nullptr;
    waiting_[platform::this_thread()] = &entry;
    held.wait_until([&entry] { return entry.is_made; });
    waiting_.erase(platform::this_thread());
  }
  if (entry.value != nullptr) ++counts_.reused;
  return entry.value;
}

template <class Value>
void MadeOnce<Value>::finish(Entry& entry, Sized made) {
  const platform::Monitor::Held held(monitor_);
  // What is still in use lives on with its users.
  if (size_ + made.size > max_size_) {
    std::erase_if(entries_, [](const auto& one) { return one.second->is_made; });
    size_ = 0;
  }
  size_ += made.size;
  if (made.value != nullptr) ++counts_.made;
  entry.value = std::move(made.value);
  entry.size = made.size;
  entry.is_made = true;
  monitor_.tell_waiting();
}

template <class Value>
template <class Make>
auto MadeOnce<Value>::get(const std::string& key, const Make& make) -> Pointer {
  const auto [entry, is_new] = entry_of(key);
  if (!is_new) return wait_for(*entry);
  // Finishes the entry even if memory runs out: nobody may wait for ever.
  struct Finisher {
    MadeOnce& all;
    Entry& entry;
    Sized made = {};
    ~Finisher() { all.finish(entry, std::move(made)); }
  };
  Finisher finisher{*this, *entry};
  Sized made = make();
  made.size += key.size() + sizeof(Entry);
  finisher.made = made;
  return made.value;
}

template <class Value>
auto MadeOnce<Value>::take_made() -> TextMap<std::string, Sized> {
  TextMap<std::string, Sized> all;
  const platform::Monitor::Held held(monitor_);
  for (auto& [key, entry] : entries_) {
    if (entry->value != nullptr) all.emplace(key, Sized{entry->value, entry->size});
  }
  entries_.clear();
  size_ = 0;
  return all;
}

template <class Value>
auto MadeOnce<Value>::counts() const -> Counts {
  const platform::Monitor::Held held(monitor_);
  return counts_;
}

}  // namespace rigy::base
