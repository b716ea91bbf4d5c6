#include "app/cli/kernels/xray_proposal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <istream>
#include <ostream>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

// Asks for one field; the proposal is the answer if nothing is typed.
Status ask_for(ProposedField& field, Context& context) {
  context.notes << fmt::format("{} [{}]  ({}): ", field.name, field.text, field.origin) << std::flush;
  std::string line;
  if (!std::getline(*context.answers, line)) return bad_input("the launch was not completed.");
  const std::string_view typed = trimmed(line);
  if (typed.empty()) return Nothing{};
  field.text = std::string(typed);
  field.origin = "typed";
  field.known = true;
  return Nothing{};
}

}  // namespace

ProposalQuestion questions_on(Context& context) {
  return [&context](LaunchProposal& proposal) -> Status {
    context.notes << fmt::format("How is {} launched? Enter takes what is proposed.\n", proposal.entry);
    if (!proposal.kernels.empty())
      context.notes << fmt::format("(other kernels, by --entry: {})\n", fmt::join(proposal.kernels, ", "));
    for (ProposedField* const field : {&proposal.grid, &proposal.block, &proposal.shared})
      if (!field->known) TCVIZ_TRY(ask_for(*field, context));
    const std::vector<ProposedField> before = proposal.arguments;
    for (ProposedField& argument : proposal.arguments)
      if (!argument.known) TCVIZ_TRY(ask_for(argument, context));
    if (proposal.arguments != before) proposal.others.clear();
    return Nothing{};
  };
}

std::string proposal_text(const ReadKernel& kernel, bool inserted) {
  if (!kernel.proposal) return {};
  std::string text = fmt::format("launch proposed: {}\n", kernel.proposal->call);
  for (const ProposedField* field : fields_of(*kernel.proposal))
    if (!field->text.empty())
      text += fmt::format("  {:<9} {:<8} {}: {}\n", field->known ? "known" : "proposed", field->name, field->text,
                          field->origin);
  if (!kernel.proposal->kernels.empty())
    text += fmt::format("  other kernels, by --entry: {}\n", fmt::join(kernel.proposal->kernels, ", "));
  text += "What follows holds for this launch.\n";
  if (!inserted) text += "Write it into the source with --insert.\n";
  return text;
}

Status insert_launch(const std::string& path, const ReadKernel& kernel, Context& context) {
  if (!kernel.proposal) return bad_input(fmt::format("{}: the launch is stated, and nothing is to be inserted.", path));
  TCVIZ_TRY(write_file(path, with_launch_comment(kernel.source, *kernel.proposal)));
  context.notes << fmt::format("The launch is written into {} as a comment.\n", path);
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
