#pragma once
#include <sqlite3.h>

/// Binds text that the library copies: SQLITE_TRANSIENT is a cast that Swift cannot import.
static inline int pushward_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int count) {
    return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

/// Binds bytes that the library copies; an empty value stays a value and does not become NULL.
static inline int pushward_sqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, int count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, place, 0)
                      : sqlite3_bind_blob(statement, place, bytes, count, SQLITE_TRANSIENT);
}
