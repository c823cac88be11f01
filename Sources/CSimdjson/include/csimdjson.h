#pragma once
#include <stddef.h>
#include <stdint.h>

// The one call of simdjson that JSONReading needs, with C linkage: no exception leaves it.
// The DOM parser is used, not on-demand: it picks its kernel when the program runs, so that one
// binary is fast on every processor and needs no -march.

#ifdef __cplusplus
extern "C" {
#endif

/// A parser and the document it holds; one thread at a time.
typedef struct csimdjson_parser csimdjson_parser;

/// What parse() found: simdjson's tape (format: doc/tape.md of simdjson) and its unescaped strings.
/// Both belong to the parser and are valid until its next parse or its end.
typedef struct csimdjson_document {
    const uint64_t *tape;
    const uint8_t *strings;
} csimdjson_document;

/// A parser that holds documents of up to the given size without growing; NULL without memory.
csimdjson_parser *csimdjson_create(size_t capacity);

/// Frees the parser; NULL is fine.
void csimdjson_destroy(csimdjson_parser *parser);

/// Parses one document; the bytes are copied, so they need no padding.
/// 0, or simdjson's error code (simdjson/error.h); the document is filled in only on 0.
int csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t length, csimdjson_document *document);

/// simdjson's error code for a number out of range.
int csimdjson_number_error(void);

/// The kernel that was picked for this processor, as a constant text.
const char *csimdjson_kernel(void);

#ifdef __cplusplus
}
#endif
