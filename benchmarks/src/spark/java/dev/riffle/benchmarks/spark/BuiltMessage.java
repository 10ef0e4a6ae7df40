package dev.riffle.benchmarks.spark;

import com.google.protobuf.ByteString;
import dev.riffle.oracle.tensorflow.BytesList;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.oracle.tensorflow.FloatList;
import dev.riffle.oracle.tensorflow.Int64List;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.spark.api.java.function.PairFunction;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * Converts a row to a record for the baseline. The library protobuf-java builds the message from the columns.
 *
 * @param columns the columns of the row, in order
 */
record BuiltMessage(List<SparkColumn> columns) implements PairFunction<Row, BytesWritable, NullWritable> {

    @Override
    public Tuple2<BytesWritable, NullWritable> call(Row row) {
        Features.Builder features = Features.newBuilder();
        for (int i = 0; i < columns.size(); i++) {
            if (!row.isNullAt(i)) {
                features.putFeature(columns.get(i).name(), feature(row, i));
            }
        }
        byte[] message = Example.newBuilder().setFeatures(features).build().toByteArray();
        return new Tuple2<>(new BytesWritable(message), NullWritable.get());
    }

    private Feature feature(Row row, int i) {
        Feature.Builder feature = Feature.newBuilder();
        switch (columns.get(i).kind()) {
            case LONG -> feature.setInt64List(Int64List.newBuilder().addValue(row.getLong(i)));
            case FLOAT -> feature.setFloatList(FloatList.newBuilder().addValue(row.getFloat(i)));
            case BYTES ->
                feature.setBytesList(BytesList.newBuilder().addValue(ByteString.copyFrom(row.<byte[]>getAs(i))));
            case FLOATS -> feature.setFloatList(FloatList.newBuilder().addAllValue(row.<Float>getList(i)));
        }
        return feature.build();
    }
}
