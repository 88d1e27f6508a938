#include "math/trig.hpp"

#include <bit>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <mpfr.h>
#include <numbers>
#include <random>
#include <string>

#include <gtest/gtest.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "shapes/circle_table.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr double pi = std::numbers::pi;

// Arguments whose sine or cosine lies very close to the middle between two doubles, found by
// searching about 10^17 arguments: three per function and binade from 2^-26 to 2^11. The hardest
// are 2^-54 units in the last place away from the middle.
constexpr double hard_to_round[] = {
    0x1.713744912305ep-26, 0x1.71374490d9123p-26, 0x1.713744907f03fp-26, 0x1.94c583ada8eb4p-26,
    0x1.3988e1409cdf2p-26, 0x1.3988e1409cfd2p-26, 0x1.e3cf4765419b6p-25, 0x1.e3cf476541491p-25,
    0x1.e3cf47654138fp-25, 0x1.c48c6001f0e37p-25, 0x1.752e50db3ade2p-25, 0x1.0f876ccdf8797p-25,
    0x1.f93e9dad7a1ep-24,  0x1.b791fd288bf5bp-24, 0x1.b791fd288bf5bp-24, 0x1.8d1c0be7f20aep-24,
    0x1.a13a9cb996653p-24, 0x1.dcca0d0cbf40cp-24, 0x1.de24d9795b182p-23, 0x1.b3763ec73f54p-23,
    0x1.4360a7a7d4ca5p-23, 0x1.bad3c8a0ea6e4p-23, 0x1.747e8a225119p-23,  0x1.1b854e0f496a4p-23,
    0x1.f01825e509aa9p-22, 0x1.da63525174049p-22, 0x1.9ecc1cda598b5p-22, 0x1.46241d691d79dp-22,
    0x1.88686f79df7fap-22, 0x1.f91405afae013p-22, 0x1.c47fb71e1a10fp-21, 0x1.e98d0916cccf9p-21,
    0x1.86e04a802a748p-21, 0x1.d82b61cd8f235p-21, 0x1.6e634512b6333p-21, 0x1.634d7cf3985b5p-21,
    0x1.ecdc77f91a756p-20, 0x1.3dc1f5d2d07ap-20,  0x1.ed5dd62ac3da7p-20, 0x1.150e52ce7b42fp-20,
    0x1.064844339302ap-20, 0x1.71bef097ee36dp-20, 0x1.ec9871b361106p-19, 0x1.51fe212f02b1cp-19,
    0x1.af06d03d8401ap-19, 0x1.26851b567579fp-19, 0x1.cd22b3b9f835p-19,  0x1.259a0dabed36cp-19,
    0x1.b2f5e0cd66082p-18, 0x1.f6399ccf0431bp-18, 0x1.a6d70eefb8388p-18, 0x1.07b6816807de8p-18,
    0x1.e7cfdc0d438adp-18, 0x1.7d2b293ad7bbep-18, 0x1.ba2d809acd0a5p-17, 0x1.803af6f1aa7edp-17,
    0x1.3aba41b17b6edp-17, 0x1.744cd44809ff5p-17, 0x1.27dcb1c952737p-17, 0x1.156bdfe78d61cp-17,
    0x1.a3bd1baf5d8d9p-16, 0x1.f6952f4f564bcp-16, 0x1.50e02d5924a55p-16, 0x1.129d27053e897p-16,
    0x1.80391916bf389p-16, 0x1.242c3f47285ecp-16, 0x1.9eeefbae93e93p-15, 0x1.f6b4ec86b71bfp-15,
    0x1.415729ef84851p-15, 0x1.1b1b558595a86p-15, 0x1.7d76e15c6d38fp-15, 0x1.84536539b8dafp-15,
    0x1.8d41a9eb26026p-14, 0x1.c9e4fa000d696p-14, 0x1.224a93b789ab3p-14, 0x1.8a2b162e77d83p-14,
    0x1.2f085aece8cap-14,  0x1.c5870576c7bcap-14, 0x1.c2d37dccb1622p-13, 0x1.fd904b397fcdap-13,
    0x1.46ba2a7ed9d22p-13, 0x1.7fffcba8fc69fp-13, 0x1.1ea1a1b9fc3fcp-13, 0x1.0d505a04d40bap-13,
    0x1.bd47c90d1671fp-12, 0x1.529fef2037a56p-12, 0x1.60aa7ec9a7c7p-12,  0x1.b76a18d91a45dp-12,
    0x1.3e9fda145b29ap-12, 0x1.6d0f82ce128dp-12,  0x1.a7c938416cc02p-11, 0x1.5372a72519135p-11,
    0x1.a57484c7a9965p-11, 0x1.6b6d3257b126ap-11, 0x1.c23d8fb3f5487p-11, 0x1.7673d1a3cbe87p-11,
    0x1.eb3da7e667269p-10, 0x1.f285212031067p-10, 0x1.89fa242a43ecdp-10, 0x1.febbaf9b58c07p-10,
    0x1.d96a476e345a3p-10, 0x1.7c0f7a6b7c425p-10, 0x1.654506c0a70d3p-9,  0x1.741cafc4ab03fp-9,
    0x1.f689ab3e78121p-9,  0x1.7d4e71311094ap-9,  0x1.5858bb0ba372p-9,   0x1.580be69579ec6p-9,
    0x1.6ea1efc20d775p-8,  0x1.f82ffce64342ap-8,  0x1.c5f5c5c8d53f7p-8,  0x1.effe9bdf403cbp-8,
    0x1.5f5e4b110d52ep-8,  0x1.20910f132a14ap-8,  0x1.4268243767af1p-7,  0x1.3cb48fa5a7c67p-7,
    0x1.66066bb4d7419p-7,  0x1.34f7a171d049fp-7,  0x1.e932cc841dbf9p-7,  0x1.19d72e2d182a6p-7,
    0x1.742e01e7d77bep-6,  0x1.c1bf8f73666ep-6,   0x1.88fdb5de46b87p-6,  0x1.bc9ca99bf623ap-6,
    0x1.01cdbed8bae14p-6,  0x1.bbccd84f5d22dp-6,  0x1.ab1bbb32d9893p-5,  0x1.30fcf732db329p-5,
    0x1.6fffc2bcc749ap-5,  0x1.a638239eef95fp-5,  0x1.dd031eecebefcp-5,  0x1.f39e5eec2d65dp-5,
    0x1.04911b6f28b94p-4,  0x1.b1162ed772f86p-4,  0x1.2187a40415f0ap-4,  0x1.d7605458e70a5p-4,
    0x1.d7997937ab307p-4,  0x1.ed9ea94310854p-4,  0x1.b1afb72972657p-3,  0x1.ab68c345e181ep-3,
    0x1.4894935da7e44p-3,  0x1.6d4175b4c62bfp-3,  0x1.388bc7c45d259p-3,  0x1.8d0fd907b4cc4p-3,
    0x1.9a33239de934p-2,   0x1.54d41e53b0a4cp-2,  0x1.464407d0c3d81p-2,  0x1.ac56a5ed217a2p-2,
    0x1.aeced6139ff26p-2,  0x1.53affaf7aa216p-2,  0x1.fc74014a7b632p-1,  0x1.6db34781f9f24p-1,
    0x1.dfc7cdc2b2e3cp-1,  0x1.9867b8b0addadp-1,  0x1.f71ac31010d71p-1,  0x1.5470eb530135ep-1,
    0x1.d8202630d046ep+0,  0x1.d55ef19a62d46p+0,  0x1.e105d150da721p+0,  0x1.4223257e8106ep+0,
    0x1.87b4031ff4422p+0,  0x1.2aefeaae0d267p+0,  0x1.0b9e59ce94414p+1,  0x1.7d7132269bdbdp+1,
    0x1.555f79d107f23p+1,  0x1.986c305dd83dap+1,  0x1.219047b65674ap+1,  0x1.5855c5652a44fp+1,
    0x1.ff35a7f0b3cb1p+2,  0x1.a6914b2ebe841p+2,  0x1.e56daaf69c38bp+2,  0x1.fa4851ac6ae48p+2,
    0x1.04baa780d4d3dp+2,  0x1.3bf7ade4510a9p+2,  0x1.80622fd993442p+3,  0x1.7aac235d64de8p+3,
    0x1.246dea8025ef7p+3,  0x1.1bef5ebcb5305p+3,  0x1.9de96075c3f21p+3,  0x1.fdac7212c3d5p+3,
    0x1.ca83f52e2b3ap+4,   0x1.bcb0dd6985f96p+4,  0x1.20ff7c3a9fad8p+4,  0x1.8374aecc93bd2p+4,
    0x1.5c913636ddf09p+4,  0x1.174714020e08p+4,   0x1.ff08ddab674eap+5,  0x1.8ebcd063a564dp+5,
    0x1.7b65c3fd55f3ap+5,  0x1.1ab6d9709d679p+5,  0x1.70c84b0010cbdp+5,  0x1.75215287508dbp+5,
    0x1.a4a403cea051dp+6,  0x1.15960f8df8402p+6,  0x1.14e8055c3c445p+6,  0x1.c4d8f8ce55a81p+6,
    0x1.35d9ce8b0104cp+6,  0x1.04751b74faaacp+6,  0x1.d46e2dfe6975cp+7,  0x1.bc2ba8baebd23p+7,
    0x1.fc3508155b0a6p+7,  0x1.ce1f20b679c3fp+7,  0x1.5c25dc33abefbp+7,  0x1.bb4b3fe375281p+7,
    0x1.29eb9b8783d07p+8,  0x1.ad6fb3c952268p+8,  0x1.6ce33f4b78ff6p+8,  0x1.fc67403a388a7p+8,
    0x1.5a590cf1fd634p+8,  0x1.ab0ffb080dc76p+8,  0x1.883268954783dp+9,  0x1.c18dbd431784p+9,
    0x1.8842fe415008cp+9,  0x1.bbda8f9ec52c3p+9,  0x1.a747e8dc7d2e1p+9,  0x1.297ca78ef3053p+9,
    0x1.728db1b7f2627p+10, 0x1.92fe6da2d69f2p+10, 0x1.a020bbe13253dp+10, 0x1.f1365aa1769dfp+10,
    0x1.a6d5577c8d126p+10, 0x1.f53be5299935cp+10};

// The same for the tangent, by searching 3·10^9 arguments; the hardest from 2^-26 to 2^-13, where
// tan(x) − x takes few different values, the others 2^-26 to 2^-34 units in the last place away.
// The closest of all is 2^-79 units away.
constexpr double hard_to_round_tangent[] = {
    0x1.250bfe1b082f5p-26, 0x1.a6a58d55e307bp-26, 0x1.f51a62037e954p-26, 0x1.ec9baf60b9f7cp-25,
    0x1.b2133770c88d3p-25, 0x1.fd51bf2069fe2p-25, 0x1.8385ec043c716p-24, 0x1.c4bd22db691e7p-24,
    0x1.976e211b4a5f5p-24, 0x1.7b80cb1eb8457p-23, 0x1.4986e22c11583p-23, 0x1.8e8d798a9e3e2p-23,
    0x1.dffffffffff1fp-22, 0x1.ae09a94d9e1cp-22,  0x1.bb6fc98869c8p-22,  0x1.e5ba19b2b2692p-21,
    0x1.2460a858713ebp-21, 0x1.483d470a326d1p-21, 0x1.3f83392f2be2p-20,  0x1.0798682ddcd37p-20,
    0x1.1fa11020259f1p-20, 0x1.0b6fe907132c6p-19, 0x1.0dd96808c2128p-19, 0x1.446ac5e4f724cp-19,
    0x1.cd5bfec83a218p-18, 0x1.ae6e09351f3cbp-18, 0x1.04cdf083fc9cfp-18, 0x1.6df014f4bcbecp-17,
    0x1.3414dd184dbf1p-17, 0x1.104617dc0c44p-17,  0x1.337f11d54c963p-16, 0x1.3ca3ab71a1949p-16,
    0x1.2e616ff37c4a5p-16, 0x1.cfcc777983f5dp-15, 0x1.03bf82c7df8aap-15, 0x1.5fcb71189d73bp-15,
    0x1.2d732268337eep-14, 0x1.e1373397cb059p-14, 0x1.8ab93ea630e92p-14, 0x1.3515fcd0eef83p-13,
    0x1.8286c0eb7027cp-13, 0x1.36ca80515d92cp-13, 0x1.d508fc886dea8p-12, 0x1.45ff80a5b4c34p-12,
    0x1.24d53c122f37fp-12, 0x1.22e36718c5d19p-11, 0x1.a534e4fed6c6ap-11, 0x1.a458f460628bp-11,
    0x1.d06fb8d3a1728p-10, 0x1.c46d5ec2efc0bp-10, 0x1.bcd0df102200fp-10, 0x1.054faca0af623p-9,
    0x1.f3f61c071ab4fp-9,  0x1.d36852f515fefp-9,  0x1.e61b428677a99p-8,  0x1.10de505ad57fep-8,
    0x1.5c4f12758b496p-8,  0x1.661732165a8a4p-7,  0x1.83552112cec0ap-7,  0x1.193af9d8aa813p-7,
    0x1.5a10e718a0218p-6,  0x1.d0adb2061fdacp-6,  0x1.37fa1b7d28fcdp-6,  0x1.2011b426bc099p-5,
    0x1.42a362c4a4232p-5,  0x1.59e5ead924be5p-5,  0x1.2f4dd08b6c843p-4,  0x1.79f7c754170a9p-4,
    0x1.5ccceca785f1fp-4,  0x1.6869c797f3e75p-3,  0x1.194144623e894p-3,  0x1.d0147406cc86ap-3,
    0x1.e72f126f803dcp-2,  0x1.06d9391233932p-2,  0x1.06d9391258fb5p-2,  0x1.619ce464eaee3p-1,
    0x1.44ad77bdaa8ddp-1,  0x1.599076c6a02a4p-1,  0x1.a8d64bfd5bfccp+0,  0x1.b23a866d4176p+0,
    0x1.79969dd5472fcp+0,  0x1.bed4e46872387p+1,  0x1.facc2b95e469bp+1,  0x1.2bce33ef31237p+1,
    0x1.de13f49b25234p+2,  0x1.39d481b62a3ebp+2,  0x1.1905de16b3afbp+2,  0x1.cd6772b30a1bdp+3,
    0x1.cd6772b2d1522p+3,  0x1.ae6e96677bed6p+3,  0x1.c149b25a7fabfp+4,  0x1.828d552d780c1p+4,
    0x1.cdf79374b347p+4,   0x1.df7284b06ddedp+5,  0x1.89f088b7db9ccp+5,  0x1.150eab3e4bb6fp+5,
    0x1.c2731b14fa7ep+6,   0x1.8941a1924db1fp+6,  0x1.550fd489628bbp+6,  0x1.65891669e61fcp+7,
    0x1.335012e907f53p+7,  0x1.d2f03979fd48ep+7,  0x1.6009cc14282fcp+8,  0x1.538aacc7869eep+8,
    0x1.ea820e0e5359dp+8,  0x1.2b27215b098d3p+9,  0x1.5cffe90cd7edfp+9,  0x1.a819535f42b7ep+9,
    0x1.b661bd860c621p+10, 0x1.4bd2e45fb8e6fp+10, 0x1.d06b66460a208p+10};

// The doubles closest to a multiple of pi/2, from the continued fractions of 2^e * 2/pi for every
// exponent e, closest first.
constexpr double hard_to_reduce[] = {
    0x1.6ac5b262ca1ffp+849,  0x1.6c6cbc45dc8dep+5,    0x1.6ac5b262ca1ffp+850,
    0x1.6c6cbc45dc8dep+6,    0x1.b951f1572eba5p+23,   0x1.504cac51f1eafp+131,
    0x1.6ac5b262ca1ffp+851,  0x1.e009c53148be1p+991,  0x1.6c6cbc45dc8dep+7,
    0x1.4c96c11134d36p+577,  0x1.cfe482285f8edp+860,  0x1.db41f3cb71d7bp+680,
    0x1.e7e44a78ac18cp+197,  0x1.b951f1572eba5p+24,   0x1.c45cd11154dfdp+295,
    0x1.504cac51f1eafp+132,  0x1.83009e2e9e2ebp+614,  0x1.b2196364d750bp+253,
    0x1.6ac5b262ca1ffp+852,  0x1.e009c53148be1p+992,  0x1.69eab0985179bp+246,
    0x1.6c6cbc45dc8dep+8,    0x1.4c96c11134d36p+578,  0x1.782b7a20df6d4p+67,
    0x1.66bd5424e5655p+90,   0x1.4117573397d42p+939,  0x1.cfe482285f8edp+861,
    0x1.61a3db8c8d129p+1021, 0x1.db41f3cb71d7bp+681,  0x1.8b28676cdcc5bp+555,
    0x1.e7e44a78ac18cp+198,  0x1.b951f1572eba5p+25,   0x1.c45cd11154dfdp+296,
    0x1.504cac51f1eafp+133,  0x1.83009e2e9e2ebp+615,  0x1.b2196364d750bp+254,
    0x1.f2e22199cf3d1p+578,  0x1.6ac5b262ca1ffp+853,  0x1.5ad5a62cb1cc9p+143,
    0x1.dfa8d18f2b3eep+689,  0x1.e009c53148be1p+993,  0x1.0539b48d14c55p+182,
    0x1.b88cbb4e32576p+487,  0x1.e3ca9b6c655cbp+408,  0x1.6e8d778c94d66p+794,
    0x1.69eab0985179bp+247,  0x1.e1987122b7e06p+951,  0x1.6c6cbc45dc8dep+9,
    0x1.4c96c11134d36p+579,  0x1.6deb37da81129p+199,  0x1.782b7a20df6d4p+68,
    0x1.66bd5424e5655p+91,   0x1.fce36f3ebfe43p+928,  0x1.d5c8d09f26ebfp+759,
    0x1.33322fd48b212p+223,  0x1.99caa5236feeap+76,   0x1.44599ae031379p+314,
    0x1.e0664dbedfec5p+81,   0x1.4117573397d42p+940,  0x1.0809c95f020f7p+276,
    0x1.cfe482285f8edp+862,  0x1.61a3db8c8d129p+1022, 0x1.db41f3cb71d7bp+682,
    0x1.8b28676cdcc5bp+556,  0x1.b951f1572eba5p+26,   0x1.c45cd11154dfdp+297,
    0x1.504cac51f1eafp+134,  0x1.0332fe835389ap+908,  0x1.83009e2e9e2ebp+616,
    0x1.b2196364d750bp+255,  0x1.f2e22199cf3d1p+579,  0x1.6ac5b262ca1ffp+854,
    0x1.065c829d68730p+39,   0x1.a5de46db774e4p+872,  0x1.41c5fceb2921dp+661,
    0x1.1a209b98a791fp+69,   0x1.8c50c5644903fp+725,  0x1.5ad5a62cb1cc9p+144,
    0x1.a2bede54c5185p+242,  0x1.f19e5d71b26bap+85,   0x1.dfa8d18f2b3eep+690,
    0x1.e009c53148be1p+994,  0x1.163dcd0e3814dp+966,  0x1.6dd6b29edc33ap+421,
    0x1.0539b48d14c55p+183,  0x1.01b5d89b91aeap+707,  0x1.b88cbb4e32576p+488,
    0x1.e3ca9b6c655cbp+409,  0x1.6e8d778c94d66p+795,  0x1.518acd4fe45e6p+591,
    0x1.1e58e52ea1a07p+209,  0x1.682ff8e5429ddp+163,  0x1.741b6813300bap+218,
    0x1.b930d680374c2p+150,  0x1.e109a7163f279p+962,  0x1.af4f27e7a4e8dp+669,
    0x1.e1a302cd63be3p+940,  0x1.6879fdf2468b3p+970,  0x1.7512069b7430dp+47,
    0x1.69eab0985179bp+248};

// The reference: MPFR rounds correctly.
class Reference {
 public:
  Reference() { mpfr_inits2(53, argument_, sin_, cos_, tan_, nullptr); }
  ~Reference() { mpfr_clears(argument_, sin_, cos_, tan_, nullptr); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  SinCos sin_cos(double radians) {
    mpfr_set_d(argument_, radians, MPFR_RNDN);
    mpfr_sin_cos(sin_, cos_, argument_, MPFR_RNDN);
    return {mpfr_get_d(sin_, MPFR_RNDN), mpfr_get_d(cos_, MPFR_RNDN)};
  }

  // Subnormal arguments are their own tangents, so nothing is rounded twice.
  double tan(double radians) {
    mpfr_set_d(argument_, radians, MPFR_RNDN);
    mpfr_tan(tan_, argument_, MPFR_RNDN);
    return mpfr_get_d(tan_, MPFR_RNDN);
  }

 private:
  mpfr_t argument_;
  mpfr_t sin_;
  mpfr_t cos_;
  mpfr_t tan_;
};

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(const SinCos& a, const SinCos& b) {
  return same_bits(a.sin, b.sin) && same_bits(a.cos, b.cos);
}

std::string hex(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

std::string hex(const SinCos& value) { return "sin " + hex(value.sin) + " cos " + hex(value.cos); }

class Trig : public testing::Test {
 protected:
  // Also checks the opposite argument, by symmetry.
  void check(double radians) {
    const SinCos expected = reference_.sin_cos(radians);
    const SinCos actual = sin_cos(radians);
    const SinCos opposite = sin_cos(-radians);
    const bool right = same_bits(actual, expected);
    const bool mirrored = same_bits(opposite, {-expected.sin, expected.cos});
    if (!right || !mirrored) {
      ADD_FAILURE() << "argument " << hex(radians) << "\n  actual   " << hex(actual)
                    << "\n  opposite " << hex(opposite) << "\n  expected " << hex(expected);
    }
    check_single(radians, expected);
    check_single(-radians, {-expected.sin, expected.cos});
    check_tangent(radians);
  }

  void check_single(double radians, const SinCos& expected) {
    if (same_bits({rigy::sin(radians), rigy::cos(radians)}, expected)) return;
    ADD_FAILURE() << "argument " << hex(radians) << ": sin or cos alone differ";
  }

  void check_tangent(double radians) {
    const double expected = reference_.tan(radians);
    const double actual = rigy::tan(radians);
    const double opposite = rigy::tan(-radians);
    if (same_bits(actual, expected) && same_bits(opposite, -expected)) return;
    ADD_FAILURE() << "argument " << hex(radians) << "\n  tan      " << hex(actual)
                  << "\n  opposite " << hex(opposite) << "\n  expected " << hex(expected);
  }

  void check_around(double radians, int steps) {
    check(radians);
    double below = radians;
    double above = radians;
    for (int i = 0; i < steps; ++i) {
      below = std::nextafter(below, 0.0);
      above = std::nextafter(above, DBL_MAX);
      check(below);
      check(above);
    }
  }

  // Uniform in [0, 1).
  double random_fraction() { return std::ldexp(static_cast<double>(random_() >> 11), -53); }

  Reference reference_;
  std::mt19937_64 random_{20240229};
};

TEST_F(Trig, EveryExponent) {
  for (std::uint64_t exponent = 0; exponent < 0x7ff; ++exponent) {
    for (int i = 0; i < 120; ++i) {
      check(std::bit_cast<double>((exponent << 52) | (random_() >> 12)));
    }
  }
}

// Where rounding is neither trivial nor ruled by the reduction.
TEST_F(Trig, ExponentsNearOne) {
  for (std::uint64_t exponent = 1023 - 28; exponent < 1023 + 12; ++exponent) {
    for (int i = 0; i < 5000; ++i) {
      check(std::bit_cast<double>((exponent << 52) | (random_() >> 12)));
    }
  }
}

TEST_F(Trig, UniformUpToTen) {
  for (int i = 0; i < 300000; ++i) check(10.0 * random_fraction());
}

TEST_F(Trig, FractionsOfPi) {
  for (int denominator = 1; denominator <= 360; ++denominator) {
    for (int numerator = 0; numerator <= 2 * denominator; ++numerator) {
      check((pi * numerator) / denominator);
    }
  }
}

TEST_F(Trig, Degrees) {
  for (int tenths = 0; tenths <= 36000; ++tenths) {
    const double degrees = tenths / 10.0;
    check(degrees * pi / 180.0);
    check(degrees * (pi / 180.0));
  }
  for (int i = 0; i < 100000; ++i) check(360.0 * random_fraction() * pi / 180.0);
}

TEST_F(Trig, MultiplesOfHalfPi) {
  for (int k = 1; k <= 20000; ++k) check(k * (pi / 2));
  mpfr_t multiple;
  mpfr_init2(multiple, 2200);
  for (int i = 0; i < 20000; ++i) {
    mpfr_const_pi(multiple, MPFR_RNDN);
    mpfr_mul_ui(multiple, multiple, static_cast<unsigned long>(1 + (random_() >> 33)), MPFR_RNDN);
    mpfr_mul_2si(multiple, multiple, i % 990 - 1, MPFR_RNDN);
    check_around(mpfr_get_d(multiple, MPFR_RNDN), 0);
  }
  mpfr_clear(multiple);
}

TEST_F(Trig, HardToRound) {
  for (const double radians : hard_to_round) check_around(radians, 2);
  for (const double radians : hard_to_round_tangent) check_around(radians, 2);
  check(0x1.e0000000001c2p-20);  // hard for directed rounding
}

TEST_F(Trig, HardToReduce) {
  for (const double radians : hard_to_reduce) check_around(radians, 2);
  check(5.319372648326541e255);
}

TEST_F(Trig, PowersOfTwo) {
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    check_around(std::ldexp(1.0, exponent), 2);
}

TEST_F(Trig, Thresholds) {
  for (const double radians : {0x1p-26, 0x1p-27, 0x1.6a09e667f3bcdp-27, DBL_MIN}) {
    check_around(radians, 50);
  }
  for (std::uint64_t bits = 0; bits < 50; ++bits) {
    check(std::bit_cast<double>(bits));
    check(std::bit_cast<double>(std::bit_cast<std::uint64_t>(DBL_MAX) - bits));
  }
}

TEST_F(Trig, ZeroKeepsItsSign) {
  EXPECT_TRUE(same_bits(sin_cos(0.0), {0.0, 1.0}));
  EXPECT_TRUE(same_bits(sin_cos(-0.0), {-0.0, 1.0}));
  EXPECT_TRUE(same_bits({rigy::sin(-0.0), rigy::cos(-0.0)}, {-0.0, 1.0}));
  EXPECT_TRUE(same_bits(rigy::tan(0.0), 0.0));
  EXPECT_TRUE(same_bits(rigy::tan(-0.0), -0.0));
}

TEST_F(Trig, NotFinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double radians : {infinity, -infinity, nan}) {
    EXPECT_TRUE(std::isnan(sin_cos(radians).sin));
    EXPECT_TRUE(std::isnan(sin_cos(radians).cos));
    EXPECT_TRUE(std::isnan(rigy::sin(radians)));
    EXPECT_TRUE(std::isnan(rigy::cos(radians)));
    EXPECT_TRUE(std::isnan(rigy::tan(radians)));
  }
}

TEST_F(Trig, RoundingModeHasNoEffect) {
  for (const double radians : hard_to_round) {
    const SinCos expected = sin_cos(radians);
    const double expected_tangent = rigy::tan(radians);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      std::fesetround(mode);
      const SinCos actual = sin_cos(radians);
      const double tangent = rigy::tan(radians);
      std::fesetround(FE_TONEAREST);
      EXPECT_TRUE(same_bits(actual, expected)) << hex(radians);
      EXPECT_TRUE(same_bits(tangent, expected_tangent)) << hex(radians);
    }
  }
}

#if defined(__SSE2__)
TEST_F(Trig, FlushToZeroHasNoEffect) {
  constexpr unsigned flush_and_denormals_are_zero = 0x8040;
  for (const double radians : {0x1p-1074, -0x1p-1030, DBL_MIN, 0x1p-27, pi, 1e300}) {
    const SinCos expected = sin_cos(radians);
    const unsigned saved = _mm_getcsr();
    _mm_setcsr(saved | flush_and_denormals_are_zero);
    const SinCos actual = sin_cos(radians);
    _mm_setcsr(saved);
    EXPECT_TRUE(same_bits(actual, expected)) << hex(radians);
  }
}
#endif

TEST(CircleTable, OtherAnglesAreColumns) {
  const auto column = [](int seg) { return ((2 * pi) * seg) / 32; };
  for (int lat = 0; lat <= 16; ++lat) EXPECT_TRUE(same_bits((pi * lat) / 16, column(lat))) << lat;
  for (int ring = 0; ring <= 8; ++ring) {
    EXPECT_TRUE(same_bits(((pi / 2) * ring) / 8, column(ring))) << ring;
    EXPECT_TRUE(same_bits((pi / 2) + ((pi / 2) * ring) / 8, column(8 + ring))) << ring;
  }
  EXPECT_EQ(&latitudes[16], &columns[16]);
  EXPECT_EQ(&top_rings[8], &columns[8]);
  EXPECT_EQ(&bottom_rings[3], &columns[11]);
}

TEST(CircleTable, CorrectlyRoundedButForOneSine) {
  Reference reference;
  for (std::size_t seg = 0; seg < columns.size(); ++seg) {
    const double angle = ((2 * pi) * static_cast<double>(seg)) / 32;
    SinCos expected = reference.sin_cos(angle);
    if (angle == 2.1598449493429825) {
      EXPECT_TRUE(same_bits(expected.sin, 0x1.a9b66290ea1a5p-1));
      expected.sin = 0x1.a9b66290ea1a4p-1;
    }
    const SinCos actual = {columns[seg].sin, columns[seg].cos};
    EXPECT_TRUE(same_bits(actual, expected)) << "column " << seg << ": " << hex(actual);
  }
}

}  // namespace
}  // namespace rigy
