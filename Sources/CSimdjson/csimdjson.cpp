#include "csimdjson.h"

#include <new>
#include <simdjson.h>

struct csimdjson_parser {
    simdjson::dom::parser parser;
};

extern "C" csimdjson_parser *csimdjson_create(size_t capacity) {
    try {
        auto made = new (std::nothrow) csimdjson_parser;
        if (made != nullptr && capacity > 0) {
            // A failure here shows again, as an error code, at the first parse.
            (void)made->parser.allocate(capacity);
        }
        return made;
    } catch (...) {
        return nullptr;
    }
}

extern "C" void csimdjson_destroy(csimdjson_parser *parser) { delete parser; }

extern "C" int csimdjson_parse(csimdjson_parser *parser, const uint8_t *bytes, size_t length,
                               csimdjson_document *document) {
    try {
        const auto error = parser->parser.parse(bytes, length, true).error();
        if (error == simdjson::SUCCESS) {
            document->tape = parser->parser.doc.tape.get();
            document->strings = parser->parser.doc.string_buf.get();
        }
        return int(error);
    } catch (...) {
        return int(simdjson::UNEXPECTED_ERROR);
    }
}

extern "C" int csimdjson_number_error(void) { return int(simdjson::NUMBER_ERROR); }

extern "C" const char *csimdjson_kernel(void) {
    try {
        static const std::string name = simdjson::get_active_implementation()->name();
        return name.c_str();
    } catch (...) {
        return "";
    }
}
