package dev.riffle.spark.internal.read;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.VectorLike;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Draws a schema of random columns and rows for it. The builders make the expected messages from the rows. */
final class RandomTable {

    private static final List<String> NAMES = List.of(
            "",
            "a",
            "aa",
            "ab",
            "b",
            "B",
            "größe",
            "\ud83d\ude80",
            "\uffee",
            "a.b",
            "label",
            "n".repeat(200),
            "image/encoded");

    /** The forms of a column. */
    private enum Shape {
        SCALAR,
        LIST,
        LISTS,
        DENSE,
        SPARSE,
        STRUCT
    }

    private record Column(String name, Shape shape, SampleType of) {}

    private final Random random;

    private final RecordOptions options;

    private final List<Column> columns = new ArrayList<>();

    RandomTable(Random random, RecordOptions options) {
        this.random = random;
        this.options = options;
        Set<String> names = new LinkedHashSet<>();
        for (int i = random.nextInt(9); i >= 0; i--) {
            names.add(NAMES.get(random.nextInt(NAMES.size())));
        }
        for (String name : names) {
            Shape shape;
            do {
                shape = Shape.values()[random.nextInt(Shape.values().length)];
            } while (shape == Shape.LISTS && options.recordType() != RecordType.SEQUENCE_EXAMPLE
                    || shape == Shape.STRUCT && (name.equals("a") || !options.flattensStructs()));
            columns.add(new Column(name, shape, SampleType.values()[random.nextInt(SampleType.values().length)]));
        }
    }

    StructType schema() {
        StructType schema = new StructType();
        for (Column column : columns) {
            schema = switch (column.shape) {
                case SCALAR -> schema.add(column.name, column.of.type());
                case LIST -> schema.add(column.name, DataTypes.createArrayType(column.of.type(), random.nextBoolean()));
                case LISTS ->
                    schema.add(
                            column.name,
                            DataTypes.createArrayType(
                                    DataTypes.createArrayType(column.of.type(), random.nextBoolean())));
                case DENSE, SPARSE -> schema.add(column.name, new VectorLike());
                case STRUCT ->
                    schema.add(
                            column.name,
                            new StructType().add("one", column.of.type()).add("z", DataTypes.LongType));
            };
        }
        return schema;
    }

    /** A row and its expected message. */
    record Sample(InternalRow row, byte[] message) {}

    Sample sample() {
        ExampleBuilder features = Example.builder();
        SequenceExampleBuilder sequence = SequenceExample.builder();
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(5) == 0 ? null : value(columns.get(i), features, sequence);
        }
        Example example = features.build();
        byte[] message = options.recordType() == RecordType.SEQUENCE_EXAMPLE
                ? sequence.context(example).build().toByteArray()
                : example.toByteArray(options.format() == RecordFormat.TFRECORD ? Dialect.TENSORFLOW : Dialect.ONEFLOW);
        return new Sample(new GenericInternalRow(values), message);
    }

    private Object value(Column column, ExampleBuilder features, SequenceExampleBuilder sequence) {
        return switch (column.shape) {
            case SCALAR -> {
                Object value = column.of.random(random);
                features.put(column.name, column.of.feature(List.of(value), options.format()));
                yield column.of.internal(value);
            }
            case LIST -> {
                List<Object> list = list(column.of);
                features.put(column.name, column.of.feature(list, options.format()));
                yield array(column.of, list);
            }
            case LISTS -> {
                List<Feature> steps = new ArrayList<>();
                List<Object> arrays = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    List<Object> list = list(column.of);
                    steps.add(column.of.feature(list, options.format()));
                    arrays.add(array(column.of, list));
                }
                sequence.put(column.name, steps);
                yield new GenericArrayData(arrays.toArray());
            }
            case DENSE -> {
                List<Object> list = list(SampleType.DOUBLE);
                features.put(column.name, SampleType.DOUBLE.feature(list, options.format()));
                yield VectorLike.dense(SampleType.doubles(list));
            }
            case SPARSE -> sparse(column.name, features);
            case STRUCT -> struct(column, features);
        };
    }

    private List<Object> list(SampleType type) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 500 : 4); i > 0; i--) {
            list.add(type.random(random));
        }
        return list;
    }

    private static GenericArrayData array(SampleType type, List<Object> list) {
        return new GenericArrayData(list.stream().map(type::internal).toArray());
    }

    private Object sparse(String name, ExampleBuilder features) {
        int size = random.nextInt(50);
        double[] all = new double[size];
        int[] indices = random.ints(0, Math.max(1, size))
                .limit(size / 3)
                .distinct()
                .sorted()
                .toArray();
        double[] values = new double[indices.length];
        for (int i = 0; i < indices.length; i++) {
            values[i] = random.nextGaussian();
            all[indices[i]] = values[i];
        }
        List<Object> list = new ArrayList<>();
        for (double value : all) {
            list.add(value);
        }
        features.put(name, SampleType.DOUBLE.feature(list, options.format()));
        return VectorLike.sparse(size, indices, values);
    }

    private Object struct(Column column, ExampleBuilder features) {
        Object first = column.of.random(random);
        features.put(column.name + ".one", column.of.feature(List.of(first), options.format()));
        if (random.nextBoolean()) {
            return new GenericInternalRow(new Object[] {column.of.internal(first), null});
        }
        features.put(column.name + ".z", 5);
        return new GenericInternalRow(new Object[] {column.of.internal(first), 5L});
    }
}
