// The folder into which app/setup.sh put what it fetched for the build that this program comes from. A program that is
// handed on to other machines is linked with another answer: none.
#pragma once

#include <string>

namespace tcviz::inline gpu_device {

std::string setup_folder();
// Returns the command that fetches missing libraries, as a sentence names it: `app/run --with-compilers`, or for a
// program without such a folder `pip install 'tcviz[EXTRA]'`.
std::string fetch_command(const std::string& extra, const std::string& folder = setup_folder());

}  // namespace tcviz::inline gpu_device
