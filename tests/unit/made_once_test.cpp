// Values that several threads share: each is made once, and nobody waits for ever.
#include "common/made_once.hpp"

#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using Values = MadeOnce<std::string>;

Values::Sized made(const std::string& text, std::size_t size = 1) {
  return {std::make_shared<std::string>(text), size};
}

TEST(MadeOnce, EachValueIsMadeOnceByManyThreads) {
  Values values(1u << 20);
  std::atomic<int> calls = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        const std::string key = std::to_string(i);
        const auto value = values.get(key, [&] {
          ++calls;
          std::this_thread::yield();
          return made(key);
        });
        EXPECT_EQ(*value, key);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls, 100);
  EXPECT_EQ(values.counts().made, 100u);
  EXPECT_EQ(values.counts().reused, 700u);
}

TEST(MadeOnce, NullIsAValue) {
  Values values(1u << 20);
  int calls = 0;
  for (int i = 0; i < 3; ++i) {
    const auto value = values.get("none", [&] {
      ++calls;
      return Values::Sized();
    });
    EXPECT_EQ(value, nullptr);
  }
  EXPECT_EQ(calls, 1);
}

TEST(MadeOnce, AValueThatNeedsItselfIsNull) {
  Values values(1u << 20);
  const auto value = values.get("a", [&] {
    EXPECT_EQ(values.get("a", [] { return made("inner"); }), nullptr);
    return made("outer");
  });
  EXPECT_EQ(*value, "outer");
}

// Two threads make a value each, and each needs the other's: one of them must be told.
TEST(MadeOnce, ThreadsDoNotWaitForEachOther) {
  for (int round = 0; round < 20; ++round) {
    Values values(1u << 20);
    std::atomic<int> begun = 0;
    std::atomic<int> refused = 0;
    const auto work = [&](const std::string& own, const std::string& other) {
      values.get(own, [&] {
        ++begun;
        while (begun < 2) std::this_thread::yield();
        if (values.get(other, [] { return made("unused"); }) == nullptr) ++refused;
        return made(own);
      });
    };
    std::thread first(work, "a", "b");
    std::thread second(work, "b", "a");
    first.join();
    second.join();
    EXPECT_EQ(refused, 1);
  }
}

TEST(MadeOnce, ValuesAreForgottenWhenTheyBecomeTooLarge) {
  Values values(1000);
  int calls = 0;
  const auto get = [&](const std::string& key) {
    return values.get(key, [&] {
      ++calls;
      return made(key, 300);
    });
  };
  const auto kept = get("a");
  get("b");
  get("a");
  EXPECT_EQ(calls, 2);
  get("c");
  get("d");
  get("a");
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(*kept, "a");
}

TEST(MadeOnce, OthersGoOnWhenMemoryRunsOut) {
  Values values(1000);
  EXPECT_THROW(values.get("a", []() -> Values::Sized { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_EQ(values.get("a", [] { return made("a"); }), nullptr);
}

}  // namespace
}  // namespace rigy
