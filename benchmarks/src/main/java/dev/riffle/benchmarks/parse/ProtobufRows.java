package dev.riffle.benchmarks.parse;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.oracle.tensorflow.BytesList;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.oracle.tensorflow.FloatList;
import dev.riffle.oracle.tensorflow.Int64List;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Creates the Examples of rows in protobuf's types, or serialized by protobuf. */
final class ProtobufRows {

    private ProtobufRows() {}

    static Example example(Row row) {
        Features.Builder features = Features.newBuilder();
        for (int i = 0; i < Row.COUNTERS.length; i++) {
            features.putFeature(Row.COUNTERS[i], int64(row.counters()[i]));
        }
        for (int i = 0; i < Row.RATIOS.length; i++) {
            features.putFeature(Row.RATIOS[i], floats(row.ratios()[i]));
        }
        for (int i = 0; i < Row.CATEGORIES.length; i++) {
            features.putFeature(Row.CATEGORIES[i], bytes(row.categories()[i]));
        }
        features.putFeature(Row.EMBEDDING, floats(row.embedding()));
        features.putFeature(Row.LABEL, int64(row.label()));
        return Example.newBuilder().setFeatures(features).build();
    }

    /** Returns the bytes of the row's Example, with its features in a random order. */
    static byte[] shuffled(Row row, Random random) {
        List<Map.Entry<String, Feature>> entries =
                new ArrayList<>(example(row).getFeatures().getFeatureMap().entrySet());
        Collections.shuffle(entries, random);
        ByteString features = ByteString.EMPTY;
        for (Map.Entry<String, Feature> entry : entries) {
            // Protobuf does not define the order of a map's entries. So each message has one entry, and the code joins
            // their bytes.
            features = features.concat(Features.newBuilder()
                    .putFeature(entry.getKey(), entry.getValue())
                    .build()
                    .toByteString());
        }
        return UnknownFieldSet.newBuilder()
                .addField(
                        Example.FEATURES_FIELD_NUMBER,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(features)
                                .build())
                .build()
                .toByteArray();
    }

    private static Feature int64(long value) {
        return Feature.newBuilder()
                .setInt64List(Int64List.newBuilder().addValue(value))
                .build();
    }

    private static Feature floats(float... values) {
        FloatList.Builder list = FloatList.newBuilder();
        for (float value : values) {
            list.addValue(value);
        }
        return Feature.newBuilder().setFloatList(list).build();
    }

    private static Feature bytes(byte[] value) {
        return Feature.newBuilder()
                .setBytesList(BytesList.newBuilder().addValue(ByteString.copyFrom(value)))
                .build();
    }
}
