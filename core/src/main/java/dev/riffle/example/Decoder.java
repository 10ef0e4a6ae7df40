package dev.riffle.example;

import dev.riffle.internal.ArrayView;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Creates values from the events of an {@link ExampleCursor}. Byte strings are slices of one immutable copy of the
 * message. The decoder makes the copy for the first byte string. {@link #ofPacked} returns a decoder for printers,
 * which leaves long lists packed.
 */
final class Decoder {

    private static final int EXPECTED = 16;

    /**
     * The largest number of values in a list that the decoder decodes immediately. A {@link PackedFeature} would take
     * as much memory.
     */
    private static final int MAX_DECODED = 8;

    private final byte[] array;
    private final int from;
    private final int size;
    private final int maxDecoded;
    private @Nullable Bytes message;

    private Decoder(byte[] array, int from, int size, @Nullable Bytes message) {
        this(array, from, size, message, Integer.MAX_VALUE);
    }

    private Decoder(byte[] array, int from, int size, @Nullable Bytes message, int maxDecoded) {
        this.array = array;
        this.from = from;
        this.size = size;
        this.message = message;
        this.maxDecoded = maxDecoded;
    }

    static Decoder ofArray(byte[] bytes) {
        return ofRange(bytes, 0, bytes.length);
    }

    static Decoder ofRange(byte[] bytes, int from, int size) {
        return new Decoder(bytes, from, size, null);
    }

    static Decoder ofBuffer(ByteBuffer bytes) {
        if (bytes.hasArray()) {
            return new Decoder(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining(), null);
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        return new Decoder(copy, 0, copy.length, Bytes.ofOwned(copy));
    }

    static Decoder ofBytes(Bytes bytes) {
        return ofBytes(bytes, Integer.MAX_VALUE);
    }

    /**
     * Returns a decoder that creates a {@link PackedFeature} for each long list. Only printers may use its messages.
     */
    static Decoder ofPacked(Bytes bytes) {
        return ofBytes(bytes, MAX_DECODED);
    }

    private static Decoder ofBytes(Bytes bytes, int maxDecoded) {
        ArrayView view = new ArrayView();
        try {
            bytes.writeTo(view);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return new Decoder(view.array(), view.offset(), bytes.size(), bytes, maxDecoded);
    }

    Example example(Dialect dialect) {
        ExampleCursor cursor = ExampleCursor.ofExamples(dialect).start(array, from, size);
        NameMapBuilder<Feature> features = new NameMapBuilder<>();
        while (cursor.next() != ExampleCursor.Event.END) {
            Key key = cursor.keyObject();
            features.put(key, feature(cursor.scanned(), key));
        }
        boolean present = dialect.wraps() ? cursor.sawFeatures() : !features.isEmpty();
        NameMap<Feature> found = present ? features.build() : null;
        if (features.isEmpty() && size > 0 && dialect.wraps() && hasFeatureLists()) {
            return new Example(found, true);
        }
        return present ? new Example(found) : Example.empty();
    }

    /** Returns whether the message is a SequenceExample with feature lists. */
    private boolean hasFeatureLists() {
        ExampleCursor cursor = ExampleCursor.ofSequenceExamples().start(array, from, size);
        try {
            while (cursor.next() != ExampleCursor.Event.END) {
                // only the feature lists matter
            }
        } catch (MalformedMessageException e) {
            return false;
        }
        return cursor.sawFeatureLists();
    }

    SequenceExample sequenceExample() {
        ExampleCursor cursor = ExampleCursor.ofSequenceExamples().start(array, from, size);
        NameMapBuilder<Feature> context = new NameMapBuilder<>();
        NameMapBuilder<FeatureList> lists = new NameMapBuilder<>();
        ExampleCursor.Event event = cursor.next();
        while (event != ExampleCursor.Event.END) {
            Key key = cursor.keyObject();
            if (event == ExampleCursor.Event.FEATURE) {
                context.put(key, feature(cursor.scanned(), key));
                event = cursor.next();
                continue;
            }
            Feature[] steps = new Feature[EXPECTED];
            int count = 0;
            while ((event = cursor.next()) == ExampleCursor.Event.STEP) {
                steps = count == steps.length ? Arrays.copyOf(steps, count * 2) : steps;
                steps[count++] = feature(cursor.scanned(), key);
            }
            lists.put(key, new FeatureList(Arrays.copyOf(steps, count)));
        }
        return new SequenceExample(
                cursor.sawFeatures() ? context.build() : null, cursor.sawFeatureLists() ? lists.build() : null);
    }

    /** Decodes and returns a standalone feature. */
    Feature feature(Dialect dialect) {
        WireScanner wire = new WireScanner();
        wire.reset(array, from, size);
        FeatureScanner scan = new FeatureScanner(dialect, wire);
        scan.array = array;
        try {
            scan.scanBody(from, from + size, 0);
        } catch (WireException e) {
            throw new MalformedMessageException("Feature", e);
        }
        return feature(scan, null);
    }

    private Feature feature(FeatureScanner scan, @Nullable Key key) {
        return scan.count > maxDecoded ? new PackedFeature(key, scan.copy(), this) : decoded(scan, key);
    }

    /** Decodes all values of a feature. */
    Feature decoded(FeatureScanner scan, @Nullable Key key) {
        return switch (scan.kind) {
            case NOT_SET -> key == null ? NoFeature.INSTANCE : NoFeature.INSTANCE.withKey(key);
            case BYTES -> bytesFeature(scan, key);
            case FLOAT -> {
                float[] values = new float[scan.count];
                scan.copyFloats(values, 0);
                yield new FloatFeature(key, values);
            }
            case INT64 -> {
                long[] values = new long[scan.count];
                scan.copyLongs(values, 0);
                yield new Int64Feature(key, values);
            }
            case DOUBLE -> {
                double[] values = new double[scan.count];
                scan.copyDoubles(values, 0);
                yield new DoubleFeature(key, values);
            }
            case INT32 -> {
                int[] values = new int[scan.count];
                scan.copyInts(values, 0);
                yield new Int32Feature(key, values);
            }
        };
    }

    private Feature bytesFeature(FeatureScanner scan, @Nullable Key key) {
        if (scan.count == 1) {
            return new BytesFeature(key, slice(scan.bytesFrom, scan.bytesTo));
        }
        int[] offsets = new int[scan.count];
        int[] sizes = new int[scan.count];
        scan.copyRanges(offsets, sizes, 0);
        Bytes[] values = new Bytes[scan.count];
        for (int i = 0; i < values.length; i++) {
            values[i] = slice(offsets[i], offsets[i] + sizes[i]);
        }
        return new BytesFeature(key, values);
    }

    private Bytes slice(int begin, int end) {
        Bytes copy = message;
        if (copy == null) {
            copy = Bytes.copyOf(array, from, size);
            message = copy;
        }
        return copy.slice(begin - from, end - from);
    }
}
