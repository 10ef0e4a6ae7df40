package dev.riffle.spark.internal.read;

import dev.riffle.parse.PayloadBatch;
import dev.riffle.spark.internal.vector.ElementVector;
import dev.riffle.spark.internal.vector.Growth;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Holds the only column of records of type bytes. Each value is a new array, which the caller may keep. */
final class PayloadColumn implements RecordColumns {

    private final Vector vector = new Vector();

    private byte[][] payloads = {};

    private int size;

    private long bytes;

    private int[] places = {};

    /** Removes all payloads. */
    void clear() {
        Arrays.fill(payloads, 0, size, new byte[0]);
        size = 0;
        bytes = 0;
    }

    /** Adds a payload without a copy. Returns the number of bytes of all payloads. */
    long add(byte[] payload) {
        if (size == payloads.length) {
            payloads = Arrays.copyOf(payloads, Growth.of(2 * size));
        }
        payloads[size++] = payload;
        bytes += payload.length;
        return bytes;
    }

    @Override
    public long read(PayloadBatch none, Mismatches mismatches) {
        return 0;
    }

    @Override
    public List<String> withoutFeature() {
        return List.of();
    }

    @Override
    public int rows() {
        return size;
    }

    @Override
    public int recordOf(int row) {
        return row;
    }

    @Override
    public void arrangeAll() {
        vector.inOrder();
    }

    @Override
    public void arrange(int[] rows, int count) {
        if (places.length < count) {
            places = new int[Growth.of(count)];
        }
        int nulls = 0;
        for (int i = 0; i < count; i++) {
            places[i] = rows[i];
            nulls += rows[i] < 0 ? 1 : 0;
        }
        vector.places(places, nulls);
    }

    @Override
    public ColumnVector vector(String name) {
        return vector;
    }

    private final class Vector extends ElementVector {

        Vector() {
            super(DataTypes.BinaryType);
        }

        @Override
        public byte @Nullable [] getBinary(int row) {
            int place = place(row);
            return place < 0 ? null : payloads[place];
        }
    }
}
