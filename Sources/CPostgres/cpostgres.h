#pragma once
#include <libpq-fe.h>
#include <openssl/sha.h>
#include <spawn.h>

/* Of glibc since 2.29 and 2.34; its headers show them, and the flag, to _GNU_SOURCE only, and so not
   to Swift. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
static const short cpostgres_spawn_setsid = 0x80; /* POSIX_SPAWN_SETSID */
