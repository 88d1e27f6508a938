// {fmt} compiled in one place: Debian's package has no static library, and including the
// implementation in every file would make each one take six times as long to compile.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API void buffer<char>::append(const char*, const char*);
template FMT_API void vformat_to(buffer<char>&, string_view,
                                 basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);
#if FMT_VERSION / 10000 == 9
template appender write_escaped_string<char, appender>(appender, basic_string_view<char>);
template counting_iterator write_escaped_string<char, counting_iterator>(counting_iterator,
                                                                         basic_string_view<char>);
#endif

}  // namespace detail
FMT_END_NAMESPACE
