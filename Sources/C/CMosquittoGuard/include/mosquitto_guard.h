#pragma once

/// Stands for a failed assertion inside the library, where one of its own error codes is expected.
#define PUSHWARD_ASSERTION_FAILED (-1000)

struct mosquitto;

/// Calls mosquitto_loop_read, or gives PUSHWARD_ASSERTION_FAILED where the library would have ended the process.
///
/// After that the client can only be destroyed.
int pushward_guarded_read(struct mosquitto *client, int (*read)(struct mosquitto *, int), int max_packets);
