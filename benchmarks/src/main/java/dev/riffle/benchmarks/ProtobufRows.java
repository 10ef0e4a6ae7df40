package dev.riffle.benchmarks;

import com.google.protobuf.ByteString;
import dev.riffle.oracle.tensorflow.BytesList;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.oracle.tensorflow.FloatList;
import dev.riffle.oracle.tensorflow.Int64List;

/** The Examples that rows are, in protobuf's types. */
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
