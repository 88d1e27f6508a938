// For precompiled headers: what {fmt} 9 instantiates in every source that formats into a container
// is compiled once, in fmt.cpp. Nothing needs this header; without it compilers do the same work
// many times.
#pragma once

#include <fmt/format.h>

#if FMT_VERSION / 10000 == 9
FMT_BEGIN_NAMESPACE
namespace detail {

extern template FMT_API void vformat_to(buffer<char>&, string_view,
                                        basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);
extern template appender write_escaped_string<char, appender>(appender, basic_string_view<char>);
extern template counting_iterator write_escaped_string<char, counting_iterator>(
    counting_iterator, basic_string_view<char>);

}  // namespace detail
FMT_END_NAMESPACE
#endif
