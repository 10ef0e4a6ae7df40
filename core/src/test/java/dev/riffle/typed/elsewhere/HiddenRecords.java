package dev.riffle.typed.elsewhere;

import dev.riffle.io.Bytes;
import dev.riffle.typed.RecordCodec;
import java.lang.invoke.MethodHandles;

/** A package with a record that no other package can access. */
public final class HiddenRecords {

    private static final RecordCodec<Hidden> CODEC =
            RecordCodec.builder(MethodHandles.lookup(), Hidden.class).build();

    private HiddenRecords() {}

    record Hidden(String name, int size) {}

    /** Returns a record. */
    public static Record record(String name, int size) {
        return new Hidden(name, size);
    }

    /** Returns the codec of the record. */
    public static RecordCodec<? extends Record> codec() {
        return CODEC;
    }

    /** Returns the message of a record. */
    public static Bytes encoded(String name, int size) {
        return CODEC.encode(new Hidden(name, size));
    }
}
