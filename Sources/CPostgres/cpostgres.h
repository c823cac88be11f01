#pragma once
#include <libpq-fe.h>
#include <openssl/sha.h>
