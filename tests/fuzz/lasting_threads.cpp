// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// libosmium starts three threads for each file that it reads. Under AddressSanitizer, starting and ending
// them takes much of the time of an input: what they run is run here by threads that last. In place of three
// functions of the C++ library of GCC, which link from this program before they link from there.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

#ifdef __GLIBCXX__

namespace {

class LastingThread {
 public:
  void run(std::thread::_State_ptr work) {
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return work_ == nullptr; });
  }
  [[noreturn]] void work_for_ever() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return work_ != nullptr; });
      lock.unlock();
      work_->_M_run();
      lock.lock();
      work_.reset();
      changed_.notify_all();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread::_State_ptr work_;
};

/// Never taken down: its threads wait when the program ends.
struct LastingThreads {
  std::mutex mutex;
  std::vector<std::unique_ptr<LastingThread>> all;
  std::vector<std::size_t> idle;

  std::size_t take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) {
      all.push_back(std::make_unique<LastingThread>());
      pthread_t started{};
      const auto begin = [](void* one) -> void* { static_cast<LastingThread*>(one)->work_for_ever(); };
      if (pthread_create(&started, nullptr, begin, all.back().get()) != 0) std::terminate();
      return all.size() - 1;
    }
    const std::size_t found = idle.back();
    idle.pop_back();
    return found;
  }
  LastingThread& at(std::size_t place) {
    const std::lock_guard lock(mutex);
    return *all[place];
  }
  void give_back(std::size_t place) {
    const std::lock_guard lock(mutex);
    idle.push_back(place);
  }
};

LastingThreads& threads() {
  static LastingThreads* const made = new LastingThreads;
  return *made;
}

}  // namespace

void std::thread::_M_start_thread(_State_ptr work, void (*)()) {
  const std::size_t place = threads().take();
  _M_id = id(place + 1);
  threads().at(place).run(std::move(work));
}

void std::thread::join() {
  const std::size_t place = _M_id._M_thread - 1;
  threads().at(place).wait();
  threads().give_back(place);
  _M_id = id();
}

/// As libFuzzer does with one: the thread is not used again.
void std::thread::detach() { _M_id = id(); }

#endif
