package dev.riffle.typed;

import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.ArrayView;
import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The features of a record class, and the messages of its records. Immutable, except for an expected size. */
final class MappedRecord {

    private static final int LEAST_EXPECTED_SIZE = 64;
    private static final int MOST_EXPECTED_SIZE = 1 << 16;

    private final RecordShape shape;
    private final MappedFeature[] features;
    private final FeatureKeys context;
    private final FeatureKeys lists;

    /** The size of the larger ones of the latest messages: a guess, so threads may overwrite it. */
    private int expectedSize = LEAST_EXPECTED_SIZE;

    private MappedRecord(RecordShape shape, List<MappedFeature> features) {
        this.shape = shape;
        this.features = features.toArray(new MappedFeature[0]);
        this.context = keys(features, false);
        this.lists = keys(features, true);
    }

    static MappedRecord of(ShapeBuilder builder) {
        RecordShape shape = builder.build();
        return new MappedRecord(shape, builder.features());
    }

    private static FeatureKeys keys(List<MappedFeature> features, boolean ofLists) {
        List<MappedFeature> present = new ArrayList<>();
        for (MappedFeature feature : features) {
            if (feature.isFeatureList() == ofLists) {
                present.add(feature);
            }
        }
        return FeatureKeys.of(present);
    }

    /** Returns whether records become SequenceExamples. */
    boolean isSequence() {
        return lists.size() > 0;
    }

    // ---------------------------------------------------------------- encoding

    Bytes encode(Object record) {
        @Nullable Object[] values = new @Nullable Object[features.length];
        shape.takeApart(record, values);
        MessageOutput out = new MessageOutput(expectedSize);
        write(lists, values, out, WireScanner.FIELD_2);
        write(context, values, out, WireScanner.FIELD_1);
        expect(out.mark());
        return out.toBytes();
    }

    /** Adapts the expected size to the size of a message. A few large messages must not make all others slow. */
    private void expect(int messageSize) {
        // the output reserves the largest size of a varint for each
        int size = messageSize + Varints.MAX_SIZE;
        int expected = expectedSize;
        if (size > expected) {
            expectedSize = Math.min(size, MOST_EXPECTED_SIZE);
        } else if (size < expected / 4) {
            expectedSize = Math.max(expected / 2, LEAST_EXPECTED_SIZE);
        }
    }

    /** Writes a map of features or feature lists as a field, or nothing if the map has no entries. */
    private void write(FeatureKeys keys, @Nullable Object[] values, MessageOutput out, int tag) {
        int mark = out.mark();
        for (int i = keys.size() - 1; i >= 0; i--) {
            MappedFeature feature = keys.feature(i);
            feature.write(values[feature.slot()], keys.field(i), out);
        }
        if (out.mark() > mark) {
            out.close(mark, tag);
        }
    }

    // ---------------------------------------------------------------- decoding

    Object decode(byte[] array, int offset, int size, @Nullable Bytes message) {
        FoundValues found = new FoundValues(array, offset, message, features.length);
        return shape.create(found.scan(context, lists, size) ? found : unusual(ByteBuffer.wrap(array, offset, size)));
    }

    /** Finds the values of a message in an unusual encoding, which the values of a message replace by the usual one. */
    private FoundValues unusual(ByteBuffer message) {
        Bytes usual = isSequence() ? SequenceExample.parse(message).toBytes() : usualExample(message);
        ArrayView view = FoundValues.view(usual);
        FoundValues found = new FoundValues(view.array(), view.offset(), usual, features.length);
        if (!found.scan(context, lists, usual.size())) {
            throw new IllegalStateException("an encoder must write the usual encoding");
        }
        return found;
    }

    private Bytes usualExample(ByteBuffer message) {
        Example example = Example.parse(message);
        if (example.names().isEmpty()
                && PayloadKind.EXAMPLE.misread(message).equals(Optional.of(PayloadKind.SEQUENCE_EXAMPLE))) {
            throw new ValueMismatch(
                            "an Example", "a SequenceExample; use a record with a list of lists, or SequenceExample")
                    .at(shape.codecType(), "", "");
        }
        return example.toBytes();
    }

    // ---------------------------------------------------------------- specs

    FeatureSpecs contextSpecs() {
        return CodecSpecs.of(features, false);
    }

    FeatureSpecs listSpecs() {
        return CodecSpecs.of(features, true);
    }
}
