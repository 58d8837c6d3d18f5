#pragma once
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <sys/socket.h>

/// Makes closing the socket discard what was not sent yet.
static inline void pushward_discard_on_close(int socket) {
    struct linger linger = {1, 0};
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}
