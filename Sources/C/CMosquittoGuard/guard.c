// libmosquitto 2.0 asserts where a broker sends an MQTT 5 property that it does not know (it logs "unsupported property
// type" without a client to log for), so that one malformed packet would end the process. Here such an assertion ends
// the call instead. No lock is held and only frames of the library lie between, as packets are parsed before their
// effects; what was parsed so far is lost to the heap, some 100 bytes.

#include "mosquitto_guard.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local sigjmp_buf way_out;
static _Thread_local int is_guarded;

int pushward_guarded_read(struct mosquitto *client, int (*read)(struct mosquitto *, int), int max_packets) {
    if (sigsetjmp(way_out, 0) != 0) {
        is_guarded = 0;
        return PUSHWARD_ASSERTION_FAILED;
    }
    is_guarded = 1;
    int code = read(client, max_packets);
    is_guarded = 0;
    return code;
}

/// Takes the place of the C library's function of this name for the whole program.
__attribute__((noreturn, visibility("default"))) void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) {
    if (is_guarded) siglongjmp(way_out, 1);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    abort();
}
