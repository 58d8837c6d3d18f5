#pragma once
#include <jansson.h>

/// The error's code: its function and its enum share a name, which Swift cannot tell apart.
static inline int pushward_json_error_code(const json_error_t *error) {
    return (int)json_error_code(error);
}

/// The error's message, as long as `error` lives.
static inline const char *pushward_json_error_text(const json_error_t *error) {
    return error->text;
}
