# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""conan create cmake/packages/conan   builds the sources around it (Conan 2)"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy

MODULES = ["core", "hierarchy", "dynamic", "crowd", "simulation", "config", "view"]


class PortolanRecipe(ConanFile):
    name = "portolan"
    version = "0.1.0"
    license = "MIT"
    description = "Hierarchical navigation on very large game maps"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "files": [True, False]}
    default_options = {"shared": False, "files": True}  # files: the modules config and view

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..", "..")
        for folder in MODULES + ["cmake"]:
            copy(self, "*", os.path.join(root, folder), os.path.join(self.export_sources_folder, folder))
        for file in ("CMakeLists.txt", "LICENSE"):
            copy(self, file, root, self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74]", transitive_headers=True, options={"header_only": True})
        self.requires("highway/[>=1.0.3]")
        if self.options.files:
            for package in ("yaml-cpp/[>=0.7]", "xz_utils/[>=5.4]", "zlib/[>=1.2.13]", "libpng/[>=1.6.39]",
                            "nlohmann_json/[>=3.11]", "xxhash/[>=0.8]"):
                self.requires(package)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        modules = MODULES if self.options.files else MODULES[:5]
        toolchain.cache_variables["PORTOLAN_MODULES"] = ";".join(modules)
        for part in ("APPS", "BENCHMARKS", "BINDINGS", "EXAMPLES", "TESTS"):
            toolchain.cache_variables[f"PORTOLAN_{part}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The package's own CMake files, which know the modules and what each needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "portolan")]
