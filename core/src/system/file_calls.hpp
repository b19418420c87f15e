// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

/// What a writer of whole files asks of the system, once for POSIX and once for Windows. What fails says why
/// in `errno`; handles are those of `open`, and negative where there is none.
namespace portolan::detail::file_calls {

/// A file that was not there, to read and to write; EEXIST where there is one.
[[nodiscard]] int open_new(const std::filesystem::path& file);
/// A file without a name, which ends with its last handle; -1 where the system has none.
[[nodiscard]] int open_unnamed(const std::filesystem::path& folder);
[[nodiscard]] int open_to_write(const std::filesystem::path& file);
/// False where something that was written is lost.
[[nodiscard]] bool close(int file);

/// All bytes, however the system cuts them; false where it refuses.
[[nodiscard]] bool write_all(int file, const char* data, std::size_t size);
/// How many came, 0 at the end; negative where the system refuses.
[[nodiscard]] std::ptrdiff_t read(int file, char* data, std::size_t size);
[[nodiscard]] bool seek_start(int file);
[[nodiscard]] bool seek_end(int file);

/// Gives the file the permissions of one that is there.
void copy_permissions(const std::filesystem::path& from, int file);
/// Gives a file without a name one, which nobody has.
[[nodiscard]] bool link(int file, const std::filesystem::path& name);
/// Takes the other name in one step, also where something has it.
[[nodiscard]] bool rename(const std::filesystem::path& from, const std::filesystem::path& to);
void remove(const std::filesystem::path& file);

[[nodiscard]] int process_number();
/// Whether it is sure that there is no such process.
[[nodiscard]] bool process_is_gone(int number);

}  // namespace portolan::detail::file_calls
