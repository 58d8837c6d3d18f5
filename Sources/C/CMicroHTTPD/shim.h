#pragma once
#include <microhttpd.h>
#include <sys/socket.h>

// The library's functions that take a variable number of arguments, which Swift cannot pass.

typedef struct {
    /// A bound, listening socket; the library takes it over.
    int listen_socket;
    size_t connection_memory;
    unsigned int connection_limit;
    unsigned int per_ip_limit;
    unsigned int idle_seconds;
} pushward_http_settings;

typedef size_t (*pushward_http_unescape)(void *context, struct MHD_Connection *connection, char *text);

/// Starts a daemon with one thread of its own that lets connections be suspended; NULL where it cannot.
static inline struct MHD_Daemon *pushward_http_start(
    const pushward_http_settings *settings, MHD_AccessHandlerCallback handler, void *context,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected,
    pushward_http_unescape unescape) {
    return MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, handler, context,
        MHD_OPTION_LISTEN_SOCKET, settings->listen_socket,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->per_ip_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connected, context,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
        MHD_OPTION_END);
}

/// The peer's address, as long as the connection lives, or NULL.
static inline const struct sockaddr *pushward_http_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// The connection's socket, or -1.
static inline int pushward_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

// Enumerations that Swift imports differently from one version of the library to the next.

static inline int pushward_http_is_start(enum MHD_ConnectionNotificationCode code) {
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/// Calls the iterator for each header field, or only counts them.
static inline int pushward_http_headers(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context) {
    return MHD_get_connection_values(connection, MHD_HEADER_KIND, iterator, context);
}

/// Calls the iterator for each item of the query.
static inline int pushward_http_query(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context) {
    return MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, iterator, context);
}

/// Makes a response with a copy of the bytes, or NULL.
static inline struct MHD_Response *pushward_http_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
