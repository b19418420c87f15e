// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace portolan::detail {

/// Takes back what was done since a moment. Who changes something hands over, before, what puts the old value
/// back; once between two moments is enough, and what never changes costs nothing. What is put back stays
/// where it is: nobody who looks at it notices.
///
/// Threads that change things at the same time may hand over; all else is for one thread, while nobody
/// changes anything. Not to outlive what it was told of.
class Journal {
 public:
  /// A moment to which `undo_to` can go back. They are numbered, ascending.
  std::uint64_t mark() {
    begin_interval();
    spans_.push_back({++last_moment_, {}, 0});
    return last_moment_;
  }
  [[nodiscard]] bool knows(std::uint64_t moment) const {
    return !spans_.empty() && spans_.front().moment <= moment && moment <= spans_.back().moment;
  }
  /// Puts back all that was handed over since, last first. The moment stays known, later ones do not.
  void undo_to(std::uint64_t moment) {
    undoing_ = true;
    for (bool there = false; !there;) {
      Span& span = spans_.back();
      for (; !span.steps.empty(); span.steps.pop_back()) span.steps.back()->undo();
      there = span.moment <= moment;
      there ? void(span.bytes = 0) : spans_.pop_back();
    }
    last_moment_ = spans_.back().moment;
    undoing_ = false;
    begin_interval();
  }
  /// Nobody goes back to moments before this one.
  void forget_before(std::uint64_t moment) {
    while (!spans_.empty() && spans_.front().moment < moment) spans_.pop_front();
  }

  /// Something is about to change that `undo` puts back: each time that it does.
  template <class Undo>
  void add(Undo undo, std::size_t bytes = 0) {
    const std::lock_guard lock(adding_);
    push([&] { return std::move(undo); }, bytes);
  }
  /// The same, once in each interval between moments: `kept` remembers the last one, and begins as 0.
  /// make() gives what puts it back.
  template <class Make>
  void once(std::uint32_t& kept, std::size_t bytes, const Make& make) {
    if (std::atomic_ref(kept).load(std::memory_order_acquire) == interval_) return;
    const std::lock_guard lock(adding_);
    if (undoing_ || std::atomic_ref(kept).load(std::memory_order_relaxed) == interval_) return;
    push(make, bytes);
    std::atomic_ref(kept).store(interval_, std::memory_order_release);
  }
  /// Once as well: copies of these.
  template <class... T>
  void copy(std::uint32_t& kept, T&... values) {
    once(kept, (bytes_of(values) + ...), [&] {
      return [copies = std::tuple<T...>(values...), places = std::tuple<T*...>(&values...)]() mutable {
        put_back(copies, places, std::index_sequence_for<T...>());
      };
    });
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = 0;
    for (const Span& span : spans_) bytes += span.bytes + span.steps.capacity() * sizeof(span.steps[0]);
    return bytes;
  }

 private:
  struct Step {
    virtual ~Step() = default;
    virtual void undo() = 0;
  };
  template <class Undo>
  struct StepOf final : Step {
    explicit StepOf(Undo&& u) : run(std::move(u)) {}
    void undo() override { run(); }
    Undo run;
  };
  struct Span {
    std::uint64_t moment = 0;
    std::vector<std::unique_ptr<Step>> steps;  // since then
    std::size_t bytes = 0;
  };

  template <class Make>
  void push(const Make& make, std::size_t bytes) {
    if (undoing_ || spans_.empty()) return;
    using Undo = decltype(make());
    spans_.back().steps.push_back(std::make_unique<StepOf<Undo>>(make()));
    spans_.back().bytes += bytes + sizeof(StepOf<Undo>);
  }
  void begin_interval() {
    if (++interval_ == 0) ++interval_;
  }
  template <class T>
  [[nodiscard]] static std::size_t bytes_of(const T&) {
    return 0;  // counted with the step
  }
  template <class T>
  [[nodiscard]] static std::size_t bytes_of(const std::vector<T>& list) {
    return list.size() * sizeof(T);
  }
  template <class Copies, class Places, std::size_t... I>
  static void put_back(Copies& copies, const Places& places, std::index_sequence<I...>) {
    ((*std::get<I>(places) = std::move(std::get<I>(copies))), ...);
  }

  std::deque<Span> spans_;  // by moment
  std::uint64_t last_moment_ = 0;
  std::uint32_t interval_ = 0;  // since the last moment, or since it was gone back to
  bool undoing_ = false;
  std::mutex adding_;
};

}  // namespace portolan::detail
