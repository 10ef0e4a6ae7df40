package dev.riffle;

import java.util.List;

/** The formats of core, without those of containers. */
public final class BuiltInFormats {

    private BuiltInFormats() {}

    public static List<RecordFormat> all() {
        return List.of(RecordFormat.TFRECORD, RecordFormat.OFRECORD);
    }
}
