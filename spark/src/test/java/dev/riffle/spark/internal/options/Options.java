package dev.riffle.spark.internal.options;

import dev.riffle.RecordFormat;

/** Creates options for tests without a session. */
public final class Options {

    private Options() {}

    public static RecordOptions of(RecordFormat format, RecordType type) {
        return of(format, type, "NONE", false, 0);
    }

    public static RecordOptions flattening(RecordFormat format, RecordType type) {
        return of(format, type, "NONE", true, 0);
    }

    public static RecordOptions of(
            RecordFormat format, RecordType type, String compression, boolean flattensStructs, long shardBytes) {
        return new RecordOptions(
                format,
                type,
                "payload",
                ReadMode.FAILFAST,
                "_corrupt_record",
                compression,
                true,
                false,
                flattensStructs,
                shardBytes,
                10,
                1000,
                RecordOptions.Strings.VALID,
                false,
                SchemaSource.AUTO,
                true);
    }
}
