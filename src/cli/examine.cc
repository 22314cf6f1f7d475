// The frame around an examination.
#include "cli/examine.h"

#include <optional>
#include <utility>

#include "cli/checks_view.h"
#include "cli/display.h"
#include "cli/interrupt.h"
#include "cli/palette.h"
#include "cli/waiting.h"

namespace acode::cli {

std::variant<std::vector<agent::Check>, ExitCode> examine_provider(
    const ProviderWords& words, bool json, Streams& streams,
    const std::function<ExitCode(agent::Examination& examination)>& examine) {
  auto chosen = choose_provider(words, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&chosen)) return *failed;
  auto& provider = std::get<ChosenProvider>(chosen);
  const Interrupt interrupt;
  agent::SystemClock clock;
  const Palette& palette = palette_for(streams.colour);
  if (!json) streams.out.write(printable(provider.settings.name) + ": " + printable(provider.settings.base_url) + "\n");
  streams.out.flush();
  std::optional<Waiting> waiting(std::in_place, provider.settings.name, streams);
  const auto show = [&](const agent::Check& check) {
    if (json) return;
    waiting.reset();
    streams.out.write(render_check(check, palette));
    streams.out.flush();
    waiting.emplace(provider.settings.name, streams);
  };
  agent::Examination examination(provider.settings, *provider.transport, clock, interrupt.token(), show);
  const ExitCode stopped = examine(examination);
  waiting.reset();
  if (stopped != ExitCode::kGood) return stopped;
  if (json) streams.out.write(checks_row(provider.settings.name, examination.checks()));
  return examination.checks();
}

}  // namespace acode::cli
