#define _GNU_SOURCE
#include "cmicrohttpd.h"
#include <dlfcn.h>

// What libmicrohttpd cannot parse it refuses before any callback of ours, with a page of HTML, and it offers no way
// to phrase that. It does queue the page through its public function, and a program's own function of that name is
// found first, as the dynamic linker searches the program before its libraries. So here each call of
// `MHD_queue_response` is one of libmicrohttpd's own: it is told to the server, which answers on the socket, and the
// page is declined, whereupon libmicrohttpd closes the connection. Our own answers go to the real function by
// `cmicrohttpd_queue`. Where a library binds its calls inside, pages stay as they are; a test says so.

static cmicrohttpd_refusal heard_by;

void cmicrohttpd_hear_refusals(cmicrohttpd_refusal heard) { __atomic_store_n(&heard_by, heard, __ATOMIC_RELEASE); }

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status,
                                   struct MHD_Response *response) {
    (void)response;
    cmicrohttpd_refusal heard = __atomic_load_n(&heard_by, __ATOMIC_ACQUIRE);
    if (heard != NULL) heard(connection, status);
    return MHD_NO;
}

typedef enum MHD_Result (*queue_function)(struct MHD_Connection *, unsigned int, struct MHD_Response *);

enum MHD_Result cmicrohttpd_queue(struct MHD_Connection *connection, unsigned int status,
                                  struct MHD_Response *response) {
    static queue_function real;
    queue_function queue = __atomic_load_n(&real, __ATOMIC_ACQUIRE);
    if (queue == NULL) {
        // Threads that come here together find the same function.
        queue = (queue_function)dlsym(RTLD_NEXT, "MHD_queue_response");
        if (queue == NULL) return MHD_NO;
        __atomic_store_n(&real, queue, __ATOMIC_RELEASE);
    }
    return queue(connection, status, response);
}
