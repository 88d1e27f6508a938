// In place of render_command.cpp in a program without the renderer.
#include "cli/document_products.hpp"

namespace rigy::interfaces::cli {

Product draw_document(const DocumentInput&, Picture&) {
  throw UsageError("this program was built without the renderer (RIGY_RENDER)");
}

}  // namespace rigy::interfaces::cli
