// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <string>

#include <gtest/gtest.h>

#include "../../bindings/godot/src/gdnative.hpp"

namespace portolan::godot {
namespace {

std::string told;
void tell(const Object*, const char* what) { told = what; }

int classes = 0;
void count_class(void*, const char*, const char*, CreateFunction, DestroyFunction) { ++classes; }
void ignore_method(void*, const char*, const char*, MethodAttributes, Method) {}
void ignore_tag(void*, const char*, const void*) {}

/// Tables as an engine gives them, of any version.
struct Engine {
  ScriptApi<13> more{};
  ScriptApi<6> script{};
  const Api* extensions[1] = {&script};
  CoreApi core{};

  Engine() {
    more.type = script.type = 1;
    core.major = script.major = more.major = more.minor = 1;
    script.next = &more;
    core.extension_count = 1;
    core.extensions = extensions;
    script.functions[0] = reinterpret_cast<Function>(count_class);
    script.functions[2] = reinterpret_cast<Function>(ignore_method);
    more.functions[7] = reinterpret_cast<Function>(ignore_tag);
  }
  /// How many classes the addon makes known to it.
  int load() {
    void* library = dlopen(PORTOLAN_GODOT_LIBRARY, RTLD_NOW);
    if (library == nullptr) return -1;
    InitOptions options{};
    options.core = &core;
    options.report_loading_error = tell;
    told.clear();
    classes = 0;
    reinterpret_cast<void (*)(InitOptions*)>(dlsym(library, "portolan_gdnative_init"))(&options);
    reinterpret_cast<void (*)(void*)>(dlsym(library, "portolan_nativescript_init"))(nullptr);
    reinterpret_cast<void (*)(void*)>(dlsym(library, "portolan_gdnative_terminate"))(nullptr);
    dlclose(library);
    return classes;
  }
};

TEST(GodotLoad, TakesTheTablesThatItKnows) {
  EXPECT_EQ(Engine().load(), 3);
  EXPECT_EQ(told, "");
}

TEST(GodotLoad, RefusesTablesOfOtherVersions) {
  Engine other_core, other_script, too_old;
  other_core.core.major = 4;
  other_script.script.major = other_script.more.major = 2;
  too_old.script.next = nullptr;
  for (Engine* engine : {&other_core, &other_script, &too_old}) {
    EXPECT_EQ(engine->load(), 0);
    EXPECT_NE(told.find("Godot 3.1"), std::string::npos);
  }
}

}  // namespace
}  // namespace portolan::godot
