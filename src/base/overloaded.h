// Several functions as one, for std::visit.
//
//   std::visit(base::Overloaded{[](int number) { … }, [](const std::string& text) { … }}, variant);
#pragma once

namespace acode::base {

template <class... Types>
struct Overloaded : Types... {
  using Types::operator()...;
};
template <class... Types>
Overloaded(Types...) -> Overloaded<Types...>;

}  // namespace acode::base
