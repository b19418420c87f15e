# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""A bare Debian in a folder (debootstrap), and commands in it. For scripts that need root anyway."""
import os
import subprocess


def output_of(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def sources():
    """(site, release, component) of the archives of Debian that apt has here; the first is the plain release."""
    fields = "$(SITE) $(RELEASE) $(COMPONENT)"
    lines = output_of("apt-get", "indextargets", "--format", fields, "Created-By: Packages", "Origin: Debian").split("\n")
    found = list(dict.fromkeys(tuple(line.split()) for line in lines if line))
    return sorted(found, key=lambda source: "-" in source[1])


def make(root, *packages):
    """Does nothing where one was made before."""
    if os.path.exists(f"{root}/etc/apt/apt.conf.d/90as-outside"):
        return
    archives = sources()
    site, release, _ = archives[0]
    proxy = output_of("apt-config", "dump", "--format", '%f "%v";%n', "Acquire::http", "Acquire::https")
    subprocess.run(["debootstrap", "--variant=minbase", "--include=" + ",".join(packages), release, root, site], check=True,
                   stdout=subprocess.DEVNULL)
    with open(f"{root}/etc/apt/sources.list", "w", encoding="utf-8") as file:
        file.writelines(f"deb {' '.join(archive)}\n" for archive in archives)
    with open(f"{root}/etc/apt/apt.conf.d/90as-outside", "w", encoding="utf-8") as file:
        file.write(proxy)


def inside(root, *command):
    """The command that runs a command there, with /proc and nothing else of the outside."""
    mounted = 'mount -t proc proc "$1/proc" && shift && exec "$@"'
    return ["unshare", "--mount", "--pid", "--fork", "sh", "-c", mounted, "sh", root, "chroot", root, *command]
