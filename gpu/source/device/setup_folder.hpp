// The folder into which app/setup.sh downloaded libraries for the build of this program. A program that is made for
// other machines is linked with a version of setup_folder() that returns none.
#pragma once

#include <string>

namespace tcviz::inline gpu_device {

// Returns the folder; empty: none.
std::string setup_folder();
// Returns the command that downloads missing libraries, for use in a sentence: `app/run --with-compilers`, or `pip
// install 'tcviz[EXTRA]'` if `folder` is empty.
std::string fetch_command(const std::string& extra, const std::string& folder = setup_folder());

}  // namespace tcviz::inline gpu_device
