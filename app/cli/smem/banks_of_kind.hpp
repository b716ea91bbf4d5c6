// The access of ldmatrix for a fragment from an image: which elements, and their addresses.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"
#include "gpu/smem/ldmatrix_of.hpp"

namespace tcviz::inline app_cli {

struct KindAccess {
  LdmatrixAccess load;
  LaneAddresses addresses{};
  std::string about;  // "ldm4 of row lane % 16, k lane / 16 * 8 of smem.128b.k.b16"
};
// `id`: of the image; empty: smem.128b.k of the kind's width. The device's layout of the kind counts.
Result<KindAccess> access_of_kind(const std::string& kind, const std::string& id, const ImageOptions& image,
                                  const std::string& device, Context& context);

}  // namespace tcviz::inline app_cli
