// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <portolan/view/png_canvas.hpp>

#include "options.hpp"
#include "terminal.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// Everything that the command line can ask for.
class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", "portolan " PORTOLAN_VERSION);
    app_.require_subcommand(1);
    app_.allow_windows_style_options(false);  // '/maps' is a folder
    app_.footer(
        "Results go to stdout, progress and messages to stderr.\n"
        "Exit codes: 0 done; 1 no path, or an expectation that does not hold; 2 bad usage; 3 bad input.\n\n"
        "Examples:\n"
        "  portolan run scenarios/default.yaml --out out\n"
        "  portolan plan --map den312d.map --from 60,12 --to 63,76 --png plan.png\n"
        "  portolan compare --map den312d.map --scen den312d.map.scen\n"
        "'portolan VERB --help' tells about one verb.");
    add_run();
    add_plan();
    add_render();
    add_compare();
    add_info();
    add_check();
    add_generate();
    add_bake();
  }

  int execute(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return finished(app_.exit(error));
      const auto chosen = app_.get_subcommands();
      say(chosen.empty() ? no_verb(argc, argv) : error.what());
      say("'portolan " + (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help' tells more");
      return static_cast<int>(Exit::bad_usage);
    }
    if (const std::string wrong = check_environment(); !wrong.empty()) {
      say(wrong);
      return static_cast<int>(Exit::bad_usage);
    }
    return finished(static_cast<int>(call_()));
  }

 private:
  // The code, unless what was printed did not get through.
  static int finished(int code) {
    std::cout.flush();
    if (std::cout) return code;
    say("cannot write the result to stdout");
    return static_cast<int>(Exit::bad_input);
  }

  // CLI11 only says that a subcommand is required, whatever stands in its place.
  [[nodiscard]] std::string no_verb(int argc, const char* const* argv) const {
    std::string verbs;
    for (const CLI::App* known : app_.get_subcommands({})) {
      verbs += (verbs.empty() ? "" : ", ") + known->get_name();
    }
    const std::string found =
        argc > 1 && argv[1][0] != '-' ? "unknown verb '" + std::string(argv[1]) + "'" : "no verb";
    return found + "; expected one of " + verbs;
  }

  template <class Options>
  CLI::App& verb(const std::string& name, const std::string& help, const std::string& examples,
                 Options& options, Exit (*function)(const Options&)) {
    CLI::App* added = app_.add_subcommand(name, help);
    added->footer("Examples:\n" + examples);
    added->callback(
        [this, &options, function] { call_ = [&options, function] { return function(options); }; });
    return *added;
  }

  void add_run() {
    CLI::App& v = verb("run", "Run a scenario: agents, moving obstacles, plans and fields",
                       "  portolan run scenarios/default.yaml\n"
                       "  portolan run scenarios/frozen_sea.yaml --set map.file=TheFrozenSea.map --out out\n"
                       "  portolan run scenarios/default.yaml --set seed=7 --json",
                       run_, &run);
    add_scenario(v, run_.scenario, run_.overrides, run_.confined);
    v.add_option("-o,--out", run_.out,
                 "Folder for report.json, final.png and replay.html; made when it is missing")
        ->type_name("DIR")
        ->check(check_file_name);
    v.add_option("--frames", run_.frames,
                 "Also a picture every N ticks: frame-00000.png and so on; needs --out")
        ->type_name("N")
        ->needs("--out")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
    v.add_flag("--watch", run_.watch, "Show the run in the terminal, at most four times as fast as it is");
    v.add_option("--trace", run_.trace, "File that tells what each tick took; Perfetto opens it")
        ->type_name("FILE")
        ->check(check_file_name);
    v.add_option("--tracks", run_.tracks, "CSV file that tells where every agent was after each tick")
        ->type_name("FILE")
        ->check(check_file_name);
    v.add_flag_callback(
         "--no-replay", [this] { run_.replay = false; }, "No replay.html, with --out")
        ->needs("--out");
    add_json(v, run_.json);
  }
  void add_plan() {
    CLI::App& v = verb(
        "plan", "Find one way across a map",
        "  portolan plan --map den312d.map --from 60,12 --to 63,76\n"
        "  portolan plan --map den312d.map --from 60,12 --to 63,76 --quality exact --json\n"
        "  portolan plan --map lakes.map.xz --cost water=1 --cost ground=impassable --from 9,9 --to 700,80 "
        "--png plan.png",
        plan_, &plan);
    add_map(v, plan_.map);
    add_clearance(v, plan_.map.profile);
    add_cell(v, "--from", plan_.from, "Start cell")->required();
    add_cell(v, "--to", plan_.to, "Goal cell")->required();
    add_quality(v, plan_);
    v.add_option("--png", plan_.png, "Draw map, corridor, field and path into this file")
        ->type_name("FILE")
        ->check(check_file_name);
    v.add_option("--distances", plan_.distances, "Write the field's distances as a NumPy array")
        ->type_name("FILE.npy")
        ->check(check_file_name);
    v.add_option("--directions", plan_.directions, "Write the field's directions as a NumPy array")
        ->type_name("FILE.npy")
        ->check(check_file_name);
    add_json(v, plan_.json);
  }
  void add_render() {
    CLI::App& v =
        verb("render", "Draw a map: portals, a plan, or which cells paths use",
             "  portolan render --map den312d.map -o portals.png\n"
             "  portolan render --map den312d.map --from 60,12 --to 63,76 --area 30,0,50,81 -o plan.svg\n"
             "  portolan render --map den312d.map --use 2000 --zoom 8 -o use.png",
             render_, &render);
    add_map(v, render_.map);
    add_clearance(v, render_.map.profile);
    v.add_option("-o,--out", render_.out, "Picture to write: SVG when it ends in .svg, else PNG")
        ->type_name("FILE")
        ->check(check_file_name)
        ->required();
    add_value(v, "--area", render_.area, parse_area,
              "no area; write x,y,width,height or x,y,width,height,layer",
              "Cells that are shown (the first layer)", "X,Y,W,H");
    v.add_option("--zoom", render_.zoom, "Pixels to a cell (what fits a screen)")
        ->type_name("N")
        ->check(CLI::Range(1, PngCanvas::max_cell_pixels));
    v.add_option(
         "--show", render_.show,
         "What is drawn, separated by commas: terrain, sectors, portals, corridor, field, directions, path "
         "(what suits)")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->check(check_shown);
    CLI::Option* from = add_cell(v, "--from", render_.from, "Start cell of a plan");
    CLI::Option* to = add_cell(v, "--to", render_.to, "Goal cell of a plan");
    from->needs(to);
    to->needs(from);
    v.add_option("--use", render_.use, "Count over which cells the paths of so many random queries lead")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
    v.add_option("--seed", render_.seed, "Of the random queries")
        ->type_name("K")
        ->check(check_seed)
        ->capture_default_str();
    add_quality(v, render_);
  }
  void add_compare() {
    CLI::App& v = verb("compare", "Measure the hierarchy against flat fields, and check every answer",
                       "  portolan compare --map den312d.map --scen den312d.map.scen\n"
                       "  portolan compare --map my.map --queries 500 --seed 7\n"
                       "  portolan compare --map my.map --quality bounded --epsilon 0.02 --json",
                       compare_, &compare);
    add_map(v, compare_.map);
    v.add_option("--scen", compare_.scen,
                 "Queries with their optimal lengths (.map.scen); otherwise random ones")
        ->type_name("FILE")
        ->check(check_file_name);
    v.add_option("-n,--queries", compare_.queries,
                 "How many queries: spread evenly over the file, or drawn (all of the file, 200 drawn)")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
    v.add_option("--baseline-queries", compare_.baseline_queries,
                 "How many of them the slow baselines answer (as many as take about ten seconds)")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000}));
    v.add_option(
         "--edits", compare_.edits,
         "Block and open so many random cells before the queries, and compare with a hierarchy rebuilt")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000}));
    v.add_option("--seed", compare_.seed, "Of the random queries and edits")
        ->type_name("K")
        ->check(check_seed)
        ->capture_default_str();
    add_quality(v, compare_);
    v.add_option("--html", compare_.html, "Also a page of charts: time and quality against path length")
        ->type_name("FILE")
        ->check(check_file_name);
    add_json(v, compare_.json);
  }
  void add_info() {
    CLI::App& v = verb("info", "Tell what a map holds, and what its hierarchy takes",
                       "  portolan info den312d.map\n"
                       "  portolan info lakes.map.xz --cost water=1 --json",
                       info_, &info);
    v.add_option("MAP", info_.map.file, map_help)->type_name("FILE")->required();
    add_hierarchy(v, info_.map);
    add_json(v, info_.json);
  }
  void add_bake() {
    CLI::App& v = verb("bake", "Save a world with its hierarchies, in a file that opens at once",
                       "  portolan bake lakes.map.xz -o lakes.portolan\n"
                       "  portolan bake scenarios/two_floors.yaml -o floors.portolan\n"
                       "  portolan plan --map lakes.portolan --from 9,9 --to 700,80",
                       bake_, &bake);
    v.add_option("SOURCE", bake_.map.file, "Map file, or a scenario (.yaml): its map, links and profiles")
        ->type_name("FILE")
        ->required();
    add_hierarchy(v, bake_.map);
    v.add_option("--set", bake_.overrides, "Change a key of the scenario; may be given again")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    v.add_option("-o,--out", bake_.out, "File to write")
        ->type_name("FILE")
        ->check(check_file_name)
        ->required();
    add_json(v, bake_.json);
    v.parse_complete_callback([this, &v] {
      for (const char* const option :
           {"--cost", "--sector-size", "--portal-width", "--class", "--cell-size", "--steepest"}) {
        if (v.count(option) > 0) bake_.of_maps = option;
      }
    });
  }
  void add_check() {
    CLI::App& v = verb("check", "Check a scenario without running it",
                       "  portolan check scenarios/default.yaml\n"
                       "  portolan check my.yaml --set groups.0.count=500 --json",
                       check_, &check);
    add_scenario(v, check_.scenario, check_.overrides, check_.confined);
    add_json(v, check_.json);
  }
  void add_generate() {
    CLI::App& v = verb("generate", "Make a map from a seed",
                       "  portolan generate islands --width 2048 --height 2048 --seed 7 -o islands.map\n"
                       "  portolan generate caves -o caves.map.xz",
                       generate_, &generate);
    GenerateOptions& map = generate_.map;
    add_choice(v, "KIND", map.kind, map_kind_names, "islands, city, caves, maze, rooms or boxes")->required();
    v.add_option("--width", map.width, "Cells from left to right, 4 to 16384")
        ->type_name("N")
        ->capture_default_str();
    v.add_option("--height", map.height, "Cells from top to bottom, 4 to 16384")
        ->type_name("N")
        ->capture_default_str();
    v.add_option("--seed", map.seed, "Equal seeds make equal maps")
        ->type_name("K")
        ->check(check_seed)
        ->capture_default_str();
    v.add_option("--scale", map.scale, "Size of its features in cells; 0: the kind's own")
        ->type_name("N")
        ->capture_default_str();
    v.add_option("--fill", map.fill, "Percent of the map that is blocked, roughly; 0: the kind's own")
        ->type_name("N")
        ->capture_default_str();
    v.add_option("-o,--out", generate_.out, "Map file to write; compressed when it ends in .xz")
        ->type_name("FILE")
        ->check(check_file_name)
        ->required();
    add_json(v, generate_.json);
  }

  CLI::App app_{"Portolan finds ways across very large game maps.", "portolan"};
  RunOptions run_;
  PlanOptions plan_;
  RenderOptions render_;
  CompareOptions compare_;
  InfoOptions info_;
  CheckOptions check_;
  BakeOptions bake_;
  GenerateVerbOptions generate_;
  std::function<Exit()> call_;
};

}  // namespace
}  // namespace portolan::tool

int main(int argc, char** argv) {
  try {
    return portolan::tool::CommandLine().execute(argc, argv);
  } catch (const std::bad_alloc&) {
    portolan::tool::say("not enough memory for this map, or for its picture");
  } catch (const std::exception& error) {
    portolan::tool::say(std::string("failed: ") + error.what());
  }
  return static_cast<int>(portolan::tool::Exit::bad_input);
}
