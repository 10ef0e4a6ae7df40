package dev.riffle.spark;

import dev.riffle.RecordFormat;

/** Options for tests that need no session. */
final class Options {

    private Options() {}

    static RecordOptions of(RecordFormat format, RecordType type) {
        return of(format, type, "NONE", false, 0);
    }

    static RecordOptions flattening(RecordFormat format, RecordType type) {
        return of(format, type, "NONE", true, 0);
    }

    static RecordOptions of(
            RecordFormat format, RecordType type, String compression, boolean flattensStructs, long shardBytes) {
        return new RecordOptions(
                format,
                type,
                ReadMode.FAILFAST,
                "_corrupt_record",
                compression,
                true,
                flattensStructs,
                shardBytes,
                10,
                1000,
                RecordOptions.Strings.VALID);
    }
}
