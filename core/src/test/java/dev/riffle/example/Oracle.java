package dev.riffle.example;

import com.google.protobuf.ByteString;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.riffle.conformance.MapOrder;
import dev.riffle.io.Bytes;
import dev.riffle.oracle.oneflow.OFRecord;
import dev.riffle.oracle.tensorflow.BytesList;
import dev.riffle.oracle.tensorflow.FloatList;
import dev.riffle.oracle.tensorflow.Int64List;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads and writes messages with protobuf-java, and converts Riffle's values to its messages. */
public enum Oracle {
    EXAMPLE(
            dev.riffle.oracle.tensorflow.Example.getDefaultInstance(),
            MapOrder::sortedInWrapper,
            bytes -> Example.parse(bytes).toByteArray()),
    SEQUENCE_EXAMPLE(
            dev.riffle.oracle.tensorflow.SequenceExample.getDefaultInstance(),
            MapOrder::sortedInWrapper,
            bytes -> SequenceExample.parse(bytes).toByteArray()),
    OFRECORD(
            OFRecord.getDefaultInstance(),
            MapOrder::sorted,
            bytes -> Example.parse(bytes, Dialect.ONEFLOW).toByteArray(Dialect.ONEFLOW)),
    FEATURE(
            dev.riffle.oracle.tensorflow.Feature.getDefaultInstance(),
            UnaryOperator.identity(),
            bytes -> Feature.parse(bytes).toByteArray()),
    OFRECORD_FEATURE(
            dev.riffle.oracle.oneflow.Feature.getDefaultInstance(),
            UnaryOperator.identity(),
            bytes -> Feature.parse(bytes, Dialect.ONEFLOW).toByteArray(Dialect.ONEFLOW));

    private final Message prototype;
    private final Parser<? extends Message> parser;
    private final UnaryOperator<byte[]> sort;
    private final Function<byte[], byte[]> riffle;

    Oracle(Message prototype, UnaryOperator<byte[]> sort, Function<byte[], byte[]> riffle) {
        this.prototype = prototype;
        this.parser = DiscardUnknownFieldsParser.wrap(prototype.getParserForType());
        this.sort = sort;
        this.riffle = riffle;
    }

    /**
     * Reads the bytes with protobuf-java, and returns the message in wire format with sorted entries. Returns null if
     * protobuf-java rejects the bytes.
     *
     * <p>Reads the bytes first as a dynamic message, because the generated classes have an error that C++ and Python do
     * not have. After lists of one kind, another and the first kind again, the generated classes restore the first
     * list. Then reads the result with the generated classes, because a dynamic message keeps several entries with one
     * key.
     */
    byte @Nullable [] rewritten(byte[] wire) {
        try {
            byte[] oneKind = DynamicMessage.parseFrom(prototype.getDescriptorForType(), wire)
                    .toByteArray();
            return sort.apply(parser.parseFrom(oneKind).toByteArray());
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    /** Like {@link #rewritten}, but also returns null for bytes that only protobuf-java accepts. */
    public byte @Nullable [] rewrittenStrictly(byte[] wire) {
        try {
            byte[] unused = riffle.apply(wire);
            return rewritten(wire);
        } catch (MalformedMessageException e) {
            return isStricterThanJava(e) ? null : rewritten(wire);
        }
    }

    /**
     * Returns the difference between the results of Riffle and protobuf-java for these bytes; null if the results
     * agree.
     */
    @Nullable
    String disagreement(byte[] wire) {
        byte[] expected = rewritten(wire);
        byte[] found;
        try {
            found = riffle.apply(wire);
        } catch (MalformedMessageException e) {
            return expected == null || isStricterThanJava(e) ? null : "rejected " + hex(wire) + ": " + e.getMessage();
        }
        if (expected == null) {
            return "accepted " + hex(wire) + " as " + hex(found);
        }
        return java.util.Arrays.equals(expected, found)
                ? null
                : "read " + hex(wire) + " as\n" + hex(found) + ", expected\n" + hex(expected);
    }

    /**
     * Returns whether only protobuf-java accepts the bytes, while C++, Python and Riffle reject them. protobuf-java
     * drops the high bits of tags and lengths beyond 32 bits, and ignores the continuation bit of a tenth varint byte.
     * It reads the last packed integer beyond the end of its chunk, and accepts invalid UTF-8 in proto2.
     */
    private boolean isStricterThanJava(MalformedMessageException e) {
        return e.reason().startsWith("tag of more than")
                || e.reason().startsWith("length of more than")
                || e.reason().endsWith("more than ten bytes")
                || e.reason().startsWith("packed integers end inside")
                || (this == OFRECORD && e.reason().contains("UTF-8"));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    // ---------------------------------------------------------------- values

    static dev.riffle.oracle.tensorflow.Example of(Example example) {
        dev.riffle.oracle.tensorflow.Example.Builder builder = dev.riffle.oracle.tensorflow.Example.newBuilder();
        if (example.hasFeatures()) {
            builder.setFeatures(features(example));
        }
        return builder.build();
    }

    static dev.riffle.oracle.tensorflow.SequenceExample of(SequenceExample example) {
        dev.riffle.oracle.tensorflow.SequenceExample.Builder builder =
                dev.riffle.oracle.tensorflow.SequenceExample.newBuilder();
        if (example.context().hasFeatures()) {
            builder.setContext(features(example.context()));
        }
        if (example.hasFeatureLists()) {
            dev.riffle.oracle.tensorflow.FeatureLists.Builder lists =
                    dev.riffle.oracle.tensorflow.FeatureLists.newBuilder();
            example.featureLists().forEach((name, steps) -> {
                dev.riffle.oracle.tensorflow.FeatureList.Builder list =
                        dev.riffle.oracle.tensorflow.FeatureList.newBuilder();
                steps.forEach(step -> list.addFeature(feature(step)));
                lists.putFeatureList(name, list.build());
            });
            builder.setFeatureLists(lists);
        }
        return builder.build();
    }

    private static dev.riffle.oracle.tensorflow.Features features(Example example) {
        dev.riffle.oracle.tensorflow.Features.Builder features = dev.riffle.oracle.tensorflow.Features.newBuilder();
        example.features().forEach((name, feature) -> features.putFeature(name, feature(feature)));
        return features.build();
    }

    static dev.riffle.oracle.tensorflow.Feature feature(Feature feature) {
        dev.riffle.oracle.tensorflow.Feature.Builder builder = dev.riffle.oracle.tensorflow.Feature.newBuilder();
        switch (feature.kind()) {
            case BYTES -> {
                BytesList.Builder list = BytesList.newBuilder();
                feature.bytes().forEach(value -> list.addValue(ByteString.copyFrom(value.toByteArray())));
                builder.setBytesList(list);
            }
            case FLOAT -> {
                FloatList.Builder list = FloatList.newBuilder();
                for (float value : feature.floats()) {
                    list.addValue(value);
                }
                builder.setFloatList(list);
            }
            case INT64 -> {
                Int64List.Builder list = Int64List.newBuilder();
                for (long value : feature.longs()) {
                    list.addValue(value);
                }
                builder.setInt64List(list);
            }
            case NOT_SET -> {}
            case DOUBLE, INT32 -> throw new IllegalArgumentException("TensorFlow has no such kind: " + feature.kind());
        }
        return builder.build();
    }

    static OFRecord ofRecord(Example example) {
        OFRecord.Builder record = OFRecord.newBuilder();
        example.features().forEach((name, feature) -> record.putFeature(name, ofRecordFeature(feature)));
        return record.build();
    }

    static dev.riffle.oracle.oneflow.Feature ofRecordFeature(Feature feature) {
        dev.riffle.oracle.oneflow.Feature.Builder builder = dev.riffle.oracle.oneflow.Feature.newBuilder();
        switch (feature.kind()) {
            case BYTES -> {
                builder.getBytesListBuilder();
                for (Bytes value : feature.bytes()) {
                    builder.getBytesListBuilder().addValue(ByteString.copyFrom(value.toByteArray()));
                }
            }
            case FLOAT -> {
                builder.getFloatListBuilder();
                for (float value : feature.floats()) {
                    builder.getFloatListBuilder().addValue(value);
                }
            }
            case DOUBLE -> {
                builder.getDoubleListBuilder();
                for (double value : feature.doubles()) {
                    builder.getDoubleListBuilder().addValue(value);
                }
            }
            case INT32 -> {
                builder.getInt32ListBuilder();
                for (int value : feature.ints()) {
                    builder.getInt32ListBuilder().addValue(value);
                }
            }
            case INT64 -> {
                builder.getInt64ListBuilder();
                for (long value : feature.longs()) {
                    builder.getInt64ListBuilder().addValue(value);
                }
            }
            case NOT_SET -> {}
        }
        return builder.build();
    }
}
