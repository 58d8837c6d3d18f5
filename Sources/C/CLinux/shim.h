#pragma once
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

// What Swift's Glibc module leaves out.

/// An event counter that does not block and is not inherited, or -1.
static inline int pushward_make_event_counter(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/// Adds one to the counter, which makes it readable.
static inline void pushward_raise_event_counter(int descriptor) {
    uint64_t one = 1;
    ssize_t ignored = write(descriptor, &one, sizeof one);
    (void)ignored;
}

/// Sets the counter to zero.
static inline void pushward_clear_event_counter(int descriptor) {
    uint64_t count;
    ssize_t ignored = read(descriptor, &count, sizeof count);
    (void)ignored;
}

/// Names the calling thread; 15 bytes count.
static inline void pushward_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
