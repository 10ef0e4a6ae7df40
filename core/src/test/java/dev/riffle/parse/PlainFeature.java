package dev.riffle.parse;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.example.Oracle;
import dev.riffle.io.Bytes;
import dev.riffle.oracle.oneflow.OFRecord;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.oracle.tensorflow.SequenceExample;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds a feature of a message parsed by protobuf-java, as a list of boxed values.
 *
 * @param dtype null if no kind is set
 */
record PlainFeature(@Nullable DType dtype, List<Object> values) {

    /** Holds the features of a message. An Example has only a context; a SequenceExample also has feature lists. */
    record Message(Map<String, PlainFeature> context, Map<String, List<PlainFeature>> lists) {}

    /** Parses an Example; returns null if protobuf rejects the payload. */
    static @Nullable Message ofExample(byte[] payload) {
        byte[] wire = Oracle.EXAMPLE.rewrittenStrictly(payload);
        try {
            return wire == null ? null : new Message(of(Example.parseFrom(wire).getFeatures()), Map.of());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("protobuf cannot read its own output", e);
        }
    }

    /** Parses a SequenceExample; returns null if protobuf rejects the payload. */
    static @Nullable Message ofSequenceExample(byte[] payload) {
        byte[] wire = Oracle.SEQUENCE_EXAMPLE.rewrittenStrictly(payload);
        try {
            if (wire == null) {
                return null;
            }
            SequenceExample message = SequenceExample.parseFrom(wire);
            Map<String, List<PlainFeature>> lists = new LinkedHashMap<>();
            message.getFeatureLists()
                    .getFeatureListMap()
                    .forEach((key, list) -> lists.put(
                            key,
                            list.getFeatureList().stream().map(PlainFeature::of).toList()));
            return new Message(of(message.getContext()), lists);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("protobuf cannot read its own output", e);
        }
    }

    /** Parses an OFRecord; returns null if protobuf rejects the payload. */
    static @Nullable Message ofOfRecord(byte[] payload) {
        byte[] wire = Oracle.OFRECORD.rewrittenStrictly(payload);
        try {
            if (wire == null) {
                return null;
            }
            Map<String, PlainFeature> features = new LinkedHashMap<>();
            OFRecord.parseFrom(wire).getFeatureMap().forEach((key, feature) -> features.put(key, of(feature)));
            return new Message(features, Map.of());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("protobuf cannot read its own output", e);
        }
    }

    private static Map<String, PlainFeature> of(Features features) {
        Map<String, PlainFeature> map = new LinkedHashMap<>();
        features.getFeatureMap().forEach((key, feature) -> map.put(key, of(feature)));
        return map;
    }

    private static PlainFeature of(Feature feature) {
        return switch (feature.getKindCase()) {
            case BYTES_LIST ->
                new PlainFeature(DType.STRING, bytes(feature.getBytesList().getValueList()));
            case FLOAT_LIST ->
                new PlainFeature(
                        DType.FLOAT32, new ArrayList<>(feature.getFloatList().getValueList()));
            case INT64_LIST ->
                new PlainFeature(
                        DType.INT64, new ArrayList<>(feature.getInt64List().getValueList()));
            case KIND_NOT_SET -> new PlainFeature(null, List.of());
        };
    }

    private static PlainFeature of(dev.riffle.oracle.oneflow.Feature feature) {
        return switch (feature.getKindCase()) {
            case BYTES_LIST ->
                new PlainFeature(DType.STRING, bytes(feature.getBytesList().getValueList()));
            case FLOAT_LIST ->
                new PlainFeature(
                        DType.FLOAT32, new ArrayList<>(feature.getFloatList().getValueList()));
            case DOUBLE_LIST ->
                new PlainFeature(
                        DType.FLOAT64, new ArrayList<>(feature.getDoubleList().getValueList()));
            case INT32_LIST ->
                new PlainFeature(
                        DType.INT32, new ArrayList<>(feature.getInt32List().getValueList()));
            case INT64_LIST ->
                new PlainFeature(
                        DType.INT64, new ArrayList<>(feature.getInt64List().getValueList()));
            case KIND_NOT_SET -> new PlainFeature(null, List.of());
        };
    }

    private static List<Object> bytes(List<ByteString> values) {
        return values.stream()
                .map(value -> (Object) Bytes.ofOwned(value.toByteArray()))
                .toList();
    }
}
