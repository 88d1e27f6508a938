// For builds without cpp-httplib.
#include "live/live_server.hpp"

namespace rigy::interfaces {

LiveServer::LiveServer(LiveProject& /*project*/, const std::string& /*site*/, int /*port*/) {}
LiveServer::~LiveServer() = default;

bool has_live_server() { return false; }

}  // namespace rigy::interfaces
