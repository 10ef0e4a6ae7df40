package dev.riffle.benchmarks.harness;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates the same rows in every run, and their Examples in Riffle's types. */
public final class Rows {

    private static final long SEED = 20261121;

    private final Random random = new Random(SEED);

    Row next() {
        long[] counters = new long[Row.COUNTERS.length];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = Integer.toUnsignedLong(random.nextInt()) >>> (1 + random.nextInt(31));
        }
        float[] ratios = floats(Row.RATIOS.length);
        byte[][] categories = new byte[Row.CATEGORIES.length][];
        for (int i = 0; i < categories.length; i++) {
            categories[i] = new byte[3 + random.nextInt(9)];
            random.nextBytes(categories[i]);
        }
        return new Row(counters, ratios, categories, floats(32), random.nextInt(2));
    }

    private float[] floats(int count) {
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = (float) random.nextGaussian();
        }
        return floats;
    }

    /** Returns the first {@code count} rows. */
    public static List<Row> first(int count) {
        Rows rows = new Rows();
        List<Row> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(rows.next());
        }
        return list;
    }

    /** Returns a row as Riffle's Example. */
    public static Example example(Row row) {
        ExampleBuilder builder = Example.builder();
        for (int i = 0; i < Row.COUNTERS.length; i++) {
            builder.put(Row.COUNTERS[i], row.counters()[i]);
        }
        for (int i = 0; i < Row.RATIOS.length; i++) {
            builder.put(Row.RATIOS[i], row.ratios()[i]);
        }
        for (int i = 0; i < Row.CATEGORIES.length; i++) {
            builder.put(Row.CATEGORIES[i], row.categories()[i]);
        }
        return builder.put(Row.EMBEDDING, row.embedding())
                .put(Row.LABEL, row.label())
                .build();
    }
}
