// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "formats/byte_source.hpp"
#include "raster_source.hpp"

// What a build without libpng or GDAL says instead of reading.
namespace portolan::detail {

bool is_png(std::string_view head) { return head.substr(0, 8) == "\x89PNG\r\n\x1a\n"; }

bool is_tiff(std::string_view head) {
  return head.substr(0, 4) == std::string_view("II*\0", 4) ||
         head.substr(0, 4) == std::string_view("MM\0*", 4);
}

#ifndef PORTOLAN_HAS_PNG
Result<RasterPtr> open_png(const std::filesystem::path& file, ImageView, const MapReadOptions&) {
  return Error{file.string(), 0, 0, "",
               "this build reads no PNG; configure it with -DPORTOLAN_PNG=ON, or save the image as PGM"};
}
#endif

#ifndef PORTOLAN_HAS_GDAL
Result<RasterPtr> open_geotiff(const std::filesystem::path& file, const MapReadOptions&) {
  return Error{file.string(), 0, 0, "",
               "this build reads no GeoTIFF; configure it with -DPORTOLAN_GDAL=ON, or convert the file: "
               "gdal_translate -of "
               "PNG -ot UInt16"};
}
#endif

Result<RasterPtr> open_image(const std::filesystem::path& file, ImageView view,
                             const MapReadOptions& options) {
  const Result<std::string> head = head_of(file);
  if (!head) return head.error();
  if (is_png(*head)) return open_png(file, view, options);
  if (is_pgm(*head)) return open_pgm(file, view, options);
  return Error{file.string(), 0, 0, "", "no image that is known; expected a PNG, or a grey map (PGM)"};
}

}  // namespace portolan::detail
