#pragma once
#include <microhttpd.h>

// libmicrohttpd's variadic functions, one inline function for each use: Swift cannot call them.

/// What a daemon is started with; all callbacks get `context`.
struct cmicrohttpd_settings {
    int listening_socket;
    unsigned int threads;
    unsigned int connections;
    unsigned int connections_per_address;
    unsigned int idle_seconds;
    size_t connection_memory;
    void *context;
    MHD_AccessHandlerCallback handler;
    void *(*request_line)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

/// Starts a daemon: one epoll loop a thread, connections may be suspended. NULL where it cannot be started.
static inline struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_settings *settings) {
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_LISTEN_SOCKET, settings->listening_socket, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, settings->connections, NULL},
        {MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->connections_per_address, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)settings->connection_memory, NULL},
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)settings->request_line, settings->context},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)settings->completed, settings->context},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)settings->connection, settings->context},
        {settings->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, settings->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, settings->handler,
                            settings->context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/// Hears that libmicrohttpd refuses a request by itself with a status; it sends nothing and closes the connection then.
typedef void (*cmicrohttpd_refusal)(struct MHD_Connection *connection, unsigned int status);

/// Sets who hears of refusals, for all daemons of the process; to be called before the first is started.
void cmicrohttpd_hear_refusals(cmicrohttpd_refusal heard);

/// Queues an answer: what `MHD_queue_response` does, whose name stands for refusals here.
enum MHD_Result cmicrohttpd_queue(struct MHD_Connection *connection, unsigned int status,
                                  struct MHD_Response *response);

/// The connection's socket.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// The address of the client, valid as long as the connection.
static inline const struct sockaddr *cmicrohttpd_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/// What the notification of the connection's start has stored with it.
static inline void *cmicrohttpd_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// Bytes from the request line to the empty line behind the headers; 0 while they are incomplete.
static inline size_t cmicrohttpd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// The status of the answer that is being sent or was sent last; 0 where there is none.
static inline unsigned int cmicrohttpd_status(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
    return info == NULL ? 0 : info->http_status;
}
