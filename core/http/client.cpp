// SPDX-License-Identifier: Apache-2.0
#include "core/http/client.hpp"

#include <curl/curl.h>
#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <mutex>
#include <string_view>

namespace http {
namespace {

using base::Errc;

// The functions used of libcurl.
struct Curl {
  decltype(&curl_global_init) global_init = nullptr;
  decltype(&curl_easy_init) easy_init = nullptr;
  decltype(&curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&curl_easy_reset) easy_reset = nullptr;
  CURLcode (*easy_setopt)(CURL*, CURLoption, ...) = nullptr;
  CURLcode (*easy_getinfo)(CURL*, CURLINFO, ...) = nullptr;
  decltype(&curl_easy_perform) easy_perform = nullptr;
  decltype(&curl_easy_strerror) easy_strerror = nullptr;
  decltype(&curl_slist_append) slist_append = nullptr;
  decltype(&curl_slist_free_all) slist_free_all = nullptr;
  bool ready = false;
};

template <typename F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

Curl load_curl() {
  Curl curl;
  void* library = dlopen("libcurl.so.4", RTLD_NOW);
  if (library == nullptr) {
    library = dlopen("libcurl-gnutls.so.4", RTLD_NOW);
  }
  curl.ready = library != nullptr &&
               find(library, "curl_global_init", curl.global_init) &&
               find(library, "curl_easy_init", curl.easy_init) &&
               find(library, "curl_easy_cleanup", curl.easy_cleanup) &&
               find(library, "curl_easy_reset", curl.easy_reset) &&
               find(library, "curl_easy_setopt", curl.easy_setopt) &&
               find(library, "curl_easy_getinfo", curl.easy_getinfo) &&
               find(library, "curl_easy_perform", curl.easy_perform) &&
               find(library, "curl_easy_strerror", curl.easy_strerror) &&
               find(library, "curl_slist_append", curl.slist_append) &&
               find(library, "curl_slist_free_all", curl.slist_free_all) &&
               curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return curl;
}

const Curl& curl() {
  static const Curl loaded = load_curl();
  return loaded;
}

struct CloseHandle {
  void operator()(CURL* handle) const { curl().easy_cleanup(handle); }
};
using Handle = std::unique_ptr<CURL, CloseHandle>;

struct FreeList {
  void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};
using List = std::unique_ptr<curl_slist, FreeList>;

// What the callbacks write to while a request runs.
struct Transfer {
  Response response;
  CURL* handle = nullptr;
  const BodySink* sink = nullptr;              // null: none
  const std::function<bool()>* asks = nullptr; // null: nothing stops it
  size_t taken = 0;
  size_t limit = 0;
  bool too_long = false;
  bool stopped = false;
};

bool is_success(CURL* handle) {
  long status = 0;
  (void)curl().easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status >= 200 && status < 300;
}

size_t take_body(char* data, size_t size, size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const size_t bytes = size * count;
  if (bytes > transfer.limit - transfer.taken) {
    transfer.too_long = true;
    return 0;
  }
  transfer.taken += bytes;
  if (transfer.sink != nullptr && is_success(transfer.handle)) {
    transfer.stopped = !(*transfer.sink)({data, bytes});
    return transfer.stopped ? 0 : bytes;
  }
  transfer.response.body.append(data, bytes);
  return bytes;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

size_t take_header(char* data, size_t size, size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::string_view line(data, size * count);
  const auto colon = line.find(':');
  if (colon != std::string_view::npos &&
      same_letters(line.substr(0, colon), "retry-after")) {
    auto value = line.substr(colon + 1);
    const auto first = value.find_first_not_of(" \t");
    const auto last = value.find_last_not_of(" \t\r\n");
    transfer.response.retry_after =
        first == std::string_view::npos
            ? ""
            : std::string(value.substr(first, last - first + 1));
  }
  return line.size();
}

int ask_whether_stopped(void* user, curl_off_t, curl_off_t, curl_off_t,
                        curl_off_t) {
  auto& transfer = *static_cast<Transfer*>(user);
  transfer.stopped = transfer.stopped || (*transfer.asks)();
  return transfer.stopped ? 1 : 0;
}

base::Result<List> header_list(const Request& request) {
  List list;
  for (const auto& [name, value] : request.headers) {
    const auto line = name + ": " + value;
    if (std::any_of(line.begin(), line.end(), [](char c) {
          return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        })) {
      return base::fail(Errc::invalid, "the value of the header " + name +
                                           " holds a control character");
    }
    curl_slist* longer = curl().slist_append(list.get(), line.c_str());
    if (longer == nullptr) {
      return base::fail(Errc::limit, "no memory for headers");
    }
    (void)list.release();
    list.reset(longer);
  }
  return list;
}

Errc code_of(CURLcode code) {
  switch (code) {
  case CURLE_URL_MALFORMAT:
  case CURLE_UNSUPPORTED_PROTOCOL:
    return Errc::invalid;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_ISSUER_ERROR:
    return Errc::io;
  case CURLE_OUT_OF_MEMORY:
    return Errc::limit;
  case CURLE_BAD_CONTENT_ENCODING:
    return Errc::corrupt;
  default:
    return Errc::unavailable;
  }
}

class CurlClient final : public Client {
public:
  base::Result<Response> send(const Request& request) override;

private:
  Handle take();
  void give_back(Handle handle);

  std::mutex m_mutex; // guards m_idle
  std::vector<Handle> m_idle;
};

Handle CurlClient::take() {
  const std::lock_guard lock(m_mutex);
  if (m_idle.empty()) {
    return Handle(curl().easy_init());
  }
  auto handle = std::move(m_idle.back());
  m_idle.pop_back();
  return handle;
}

void CurlClient::give_back(Handle handle) {
  curl().easy_reset(handle.get()); // keeps its connections
  const std::lock_guard lock(m_mutex);
  m_idle.push_back(std::move(handle));
}

// Every option that may be refused is one whose refusal must not be ignored.
bool prepare(CURL* handle, const Request& request, curl_slist* headers,
             Transfer& transfer) {
  const auto set = [handle](CURLoption option, auto value) {
    return curl().easy_setopt(handle, option, value) == CURLE_OK;
  };
  bool ok =
      set(CURLOPT_URL, request.url.c_str()) &&
      set(CURLOPT_PROTOCOLS_STR, "http,https") &&
      set(CURLOPT_FOLLOWLOCATION, 0L) && set(CURLOPT_NOSIGNAL, 1L) &&
      set(CURLOPT_HTTPHEADER, headers) && set(CURLOPT_USERAGENT, "keybed") &&
      set(CURLOPT_CONNECTTIMEOUT_MS,
          static_cast<long>(request.connect_timeout.count())) &&
      set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count())) &&
      set(CURLOPT_LOW_SPEED_TIME,
          static_cast<long>(request.idle_timeout.count())) &&
      set(CURLOPT_LOW_SPEED_LIMIT,
          request.idle_timeout.count() > 0 ? 1L : 0L) &&
      set(CURLOPT_WRITEFUNCTION, take_body) &&
      set(CURLOPT_WRITEDATA, static_cast<void*>(&transfer)) &&
      set(CURLOPT_HEADERFUNCTION, take_header) &&
      set(CURLOPT_HEADERDATA, static_cast<void*>(&transfer)) &&
      set(CURLOPT_ACCEPT_ENCODING, "identity");
  if (transfer.asks != nullptr) {
    ok = ok && set(CURLOPT_NOPROGRESS, 0L) &&
         set(CURLOPT_XFERINFOFUNCTION, ask_whether_stopped) &&
         set(CURLOPT_XFERINFODATA, static_cast<void*>(&transfer));
  }
  if (request.method == "POST") {
    ok = ok && set(CURLOPT_POST, 1L) &&
         set(CURLOPT_POSTFIELDSIZE_LARGE,
             static_cast<curl_off_t>(request.body.size())) &&
         set(CURLOPT_POSTFIELDS, request.body.data());
  }
  return ok;
}

base::Result<Response> CurlClient::send(const Request& request) {
  if (request.method != "POST" && request.method != "GET") {
    return base::fail(Errc::invalid, "no such method: " + request.method);
  }
  TRY_ASSIGN(const auto headers, header_list(request));
  auto handle = take();
  Transfer transfer;
  transfer.limit = request.max_response;
  transfer.handle = handle.get();
  transfer.sink = request.on_body ? &request.on_body : nullptr;
  transfer.asks = request.stopped ? &request.stopped : nullptr;
  if (!handle || !prepare(handle.get(), request, headers.get(), transfer)) {
    return base::fail(Errc::invalid,
                      "a request to " + request.url + " cannot be made");
  }
  const auto code = curl().easy_perform(handle.get());
  long status = 0;
  (void)curl().easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  give_back(std::move(handle));
  if (transfer.too_long) {
    return base::fail(Errc::limit, request.url + " answers with more than " +
                                       std::to_string(request.max_response) +
                                       " bytes");
  }
  if (transfer.stopped) {
    return base::fail(Errc::cancelled, request.url + ": stopped on our side");
  }
  if (code != CURLE_OK) {
    return base::fail(code_of(code),
                      request.url + ": " + curl().easy_strerror(code));
  }
  transfer.response.status = static_cast<int>(status);
  return std::move(transfer.response);
}

} // namespace

base::Result<std::unique_ptr<Client>> make_client() {
  if (!curl().ready) {
    return base::fail(Errc::unsupported,
                      "libcurl is not installed; install the package libcurl4");
  }
  return std::unique_ptr<Client>(std::make_unique<CurlClient>());
}

bool is_open_to_others(std::string_view url) {
  constexpr std::string_view k_scheme = "http://";
  if (url.size() < k_scheme.size() ||
      !same_letters(url.substr(0, k_scheme.size()), k_scheme)) {
    return false;
  }
  auto host = url.substr(k_scheme.size());
  host = host.substr(0, host.find_first_of("/?#"));
  if (const auto at = host.rfind('@'); at != std::string_view::npos) {
    host.remove_prefix(at + 1);
  }
  if (host.starts_with('[')) {
    return host.substr(0, host.find(']') + 1) != "[::1]";
  }
  host = host.substr(0, host.find(':'));
  return host != "localhost" && host != "127.0.0.1";
}

} // namespace http
