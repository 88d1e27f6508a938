#include "cli/options.hpp"

#include <algorithm>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigy::interfaces::cli {
namespace {

// Makes one of these words the only values of an option.
CLI::Option* only(CLI::Option* option, const std::vector<std::string>& words) {
  const std::string names = fmt::format("{}", fmt::join(words, "|"));
  return option
      ->check([words, names](const std::string& text) {
        const bool is_known = std::find(words.begin(), words.end(), text) != words.end();
        return is_known ? std::string() : fmt::format("'{}' is not {}", text, names);
      })
      ->type_name(names);
}

}  // namespace

AddedOption& AddedOption::required() {
  option_->required();
  return *this;
}

AddedOption& AddedOption::excludes(const AddedOption& other) {
  option_->excludes(other.option_);
  return *this;
}

AddedOption& AddedOption::check(std::function<std::string(const std::string& value)> fault) {
  option_->check(std::move(fault));
  return *this;
}

void Options::footer(const std::string& text) { command_.footer(text); }

AddedOption Options::text(const std::string& names, std::string& value, const std::string& shown,
                          const std::string& description) {
  CLI::Option* const option = command_.add_option(names, value, description)->type_name(shown);
  return AddedOption(option).check([](const std::string& given) {
    return given.empty() ? std::string("the value is empty") : std::string();
  });
}

AddedOption Options::flag(const std::string& names, bool& value, const std::string& description) {
  return AddedOption(command_.add_flag(names, value, description));
}

AddedOption Options::list(const std::string& names, std::vector<std::string>& values,
                          const std::string& shown, const std::string& description) {
  return AddedOption(command_.add_option(names, values, description)
                         ->delimiter(',')
                         ->allow_extra_args(false)
                         ->type_name(shown));
}

AddedOption Options::repeated(const std::string& names, std::vector<std::string>& values,
                              const std::string& shown, const std::string& description) {
  return AddedOption(
      command_.add_option(names, values, description)->allow_extra_args(false)->type_name(shown));
}

AddedOption Options::words(const std::string& name, std::vector<std::string>& values,
                           const std::string& description) {
  return AddedOption(command_.add_option(name, values, description)->required()->type_name(""));
}

AddedOption Options::one_word(const std::string& name, std::vector<std::string>& values,
                              const std::string& description) {
  return AddedOption(
      command_.add_option(name, values, description)->required()->expected(1)->type_name(""));
}

AddedOption Options::number(const std::string& names, double& value, const std::string& shown,
                            const std::string& description) {
  return AddedOption(command_.add_option(names, value, description)->type_name(shown));
}

AddedOption Options::add_count(const std::string& names,
                               const std::function<void(std::uint64_t)>& take, std::uint64_t min,
                               std::uint64_t max, const std::string& description) {
  return AddedOption(
      command_
          .add_option_function<std::uint64_t>(
              names, [take](const std::uint64_t& value) { take(value); }, description)
          ->check(CLI::Range(min, max).description(""))
          ->type_name("N"));
}

AddedOption Options::word(const std::string& names, std::string& value,
                          const std::vector<std::string>& choices, const std::string& description) {
  return add_word(
      names, [&value](const std::string& text) { value = text; }, choices, description);
}

AddedOption Options::repeated_word(const std::string& names, std::vector<std::string>& values,
                                   const std::vector<std::string>& choices,
                                   const std::string& description) {
  return AddedOption(
      only(command_.add_option(names, values, description)->allow_extra_args(false), choices));
}

AddedOption Options::add_word(const std::string& names,
                              const std::function<void(const std::string&)>& take,
                              const std::vector<std::string>& choices,
                              const std::string& description) {
  return AddedOption(
      only(command_.add_option_function<std::string>(names, take, description), choices));
}

const std::string& Options::command_name() const { return command_.get_name(); }

std::vector<std::string> Options::long_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(command_).get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::optional<bool> Options::takes_value(const std::string& name) const {
  const CLI::Option* const option = std::as_const(command_).get_option_no_throw(name);
  if (option == nullptr) return std::nullopt;
  return option->get_items_expected_min() > 0;
}

std::vector<OptionDescription> Options::descriptions() const {
  std::vector<OptionDescription> all;
  for (const CLI::Option* option : std::as_const(command_).get_options()) {
    OptionDescription& one = all.emplace_back();
    if (!option->get_lnames().empty()) one.long_name = "--" + option->get_lnames().front();
    if (!option->get_snames().empty()) one.short_name = "-" + option->get_snames().front();
    one.takes_value = option->get_items_expected_min() > 0;
    one.description = option->get_description();
    // As `only` shows them.
    const std::string shown = option->get_type_name();
    if (shown.find('|') == std::string::npos) continue;
    for (std::size_t begin = 0; begin < shown.size();) {
      const std::size_t end = std::min(shown.find('|', begin), shown.size());
      one.words.push_back(shown.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return all;
}

std::string Options::given_except(std::initializer_list<std::string_view> names) const {
  std::string text;
  for (const CLI::Option* option : std::as_const(command_).get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::find(names.begin(), names.end(), name) != names.end()) {
      continue;
    }
    text += name;
    for (const std::string& value : option->results()) text.append(1, '\0').append(value);
    text += '\n';
  }
  return text;
}

}  // namespace rigy::interfaces::cli
