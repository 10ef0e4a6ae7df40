package dev.riffle.cli.convert;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes features as the rows of an array, many rows at once. */
final class ArrayRows {

    private static final int MOST_ROWS = 1024;
    private static final int MOST_VALUES = 1 << 20;
    private static final long MOST_BYTES = 8 << 20;

    private final NpyWriter writer;
    private final List<Feature> rows = new ArrayList<>();
    private int values;
    private long bytes;

    ArrayRows(NpyWriter writer) {
        this.writer = writer;
    }

    void add(Feature feature) throws IOException {
        rows.add(feature);
        values += feature.size();
        if (feature.kind() == Kind.BYTES) {
            for (Bytes value : feature.bytes()) {
                bytes += value.size();
            }
        }
        if (rows.size() >= MOST_ROWS || values >= MOST_VALUES || bytes >= MOST_BYTES) {
            flush();
        }
    }

    /** Writes the features so far. */
    void flush() throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        writer.write(DenseTensor.of(writer.array().rowShape().prepend(rows.size()), joined()));
        rows.clear();
        values = 0;
        bytes = 0;
    }

    private Values joined() {
        return switch (writer.array().dtype()) {
            case STRING -> {
                List<Bytes> all = new ArrayList<>(values);
                rows.forEach(row -> all.addAll(row.bytes()));
                yield Values.ofBytes(all);
            }
            case FLOAT32 -> {
                float[] all = new float[values];
                int at = 0;
                for (Feature row : rows) {
                    System.arraycopy(row.floats(), 0, all, at, row.size());
                    at += row.size();
                }
                yield Values.ofFloats(all);
            }
            case FLOAT64 -> {
                double[] all = new double[values];
                int at = 0;
                for (Feature row : rows) {
                    System.arraycopy(row.doubles(), 0, all, at, row.size());
                    at += row.size();
                }
                yield Values.ofDoubles(all);
            }
            case INT32 -> {
                int[] all = new int[values];
                int at = 0;
                for (Feature row : rows) {
                    System.arraycopy(row.ints(), 0, all, at, row.size());
                    at += row.size();
                }
                yield Values.ofInts(all);
            }
            default -> {
                long[] all = new long[values];
                int at = 0;
                for (Feature row : rows) {
                    System.arraycopy(row.longs(), 0, all, at, row.size());
                    at += row.size();
                }
                yield Values.ofLongs(all);
            }
        };
    }
}
