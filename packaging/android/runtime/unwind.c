/* The unwinder functions that Rust's standard library imports, for builds
   without an NDK. The program is built with panic=abort, so nothing is ever
   unwound; only backtraces are requested, and they are empty. */

#include <stddef.h>

#define NEVER(name)                                                            \
    void name(void) { __builtin_trap(); }

enum { END_OF_STACK = 5 };

int _Unwind_Backtrace(void *visit, void *argument) {
    (void)visit;
    (void)argument;
    return END_OF_STACK;
}

size_t _Unwind_GetIP(void *context) {
    (void)context;
    return 0;
}

NEVER(_Unwind_DeleteException)
NEVER(_Unwind_FindEnclosingFunction)
NEVER(_Unwind_GetCFA)
NEVER(_Unwind_GetDataRelBase)
NEVER(_Unwind_GetIPInfo)
NEVER(_Unwind_GetLanguageSpecificData)
NEVER(_Unwind_GetRegionStart)
NEVER(_Unwind_GetTextRelBase)
NEVER(_Unwind_RaiseException)
NEVER(_Unwind_Resume)
NEVER(_Unwind_SetGR)
NEVER(_Unwind_SetIP)
