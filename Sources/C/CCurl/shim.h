#pragma once
#include <curl/curl.h>

// The library's setters and getters take a variable number of arguments, which Swift cannot pass.

static inline CURLcode pushward_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pushward_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pushward_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pushward_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*pushward_curl_transfer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode pushward_curl_set_callback(CURL *handle, CURLoption option, pushward_curl_transfer value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode pushward_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

/// The status of the last response, or 0 where none came.
static inline long pushward_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// How many bytes of requests were handed to the network.
static inline long pushward_curl_request_size(CURL *handle) {
    long size = 0;
    curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &size);
    return size;
}

/// The result of a finished transfer.
static inline CURLcode pushward_curl_result(const CURLMsg *message) {
    return message->data.result;
}
