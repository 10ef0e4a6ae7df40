package dev.riffle.benchmarks.spark;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.FloatList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import scala.Tuple2;

/**
 * Converts a record to a row for the baseline: protobuf-java parses the message, and this class extracts the columns.
 *
 * @param columns the columns of the row
 */
record ParsedRow(List<SparkColumn> columns) implements Function<Tuple2<BytesWritable, NullWritable>, Row> {

    @Override
    public Row call(Tuple2<BytesWritable, NullWritable> pair) throws InvalidProtocolBufferException {
        BytesWritable payload = pair._1();
        Map<String, Feature> features = Example.parser()
                .parseFrom(payload.getBytes(), 0, payload.getLength())
                .getFeatures()
                .getFeatureMap();
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            SparkColumn column = columns.get(i);
            Feature feature = features.get(column.name());
            if (feature != null) {
                values[i] = value(feature, column.kind());
            }
        }
        return RowFactory.create(values);
    }

    private static Object value(Feature feature, SparkColumn.Kind kind) {
        return switch (kind) {
            case LONG -> feature.getInt64List().getValue(0);
            case FLOAT -> feature.getFloatList().getValue(0);
            case BYTES -> feature.getBytesList().getValue(0).toByteArray();
            case FLOATS -> floats(feature.getFloatList());
        };
    }

    private static float[] floats(FloatList list) {
        float[] floats = new float[list.getValueCount()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = list.getValue(i);
        }
        return floats;
    }
}
