package dev.riffle.spark.internal.vector;

import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Holds the corrupt-record column: the error of each row's record, null for good records. */
public final class MessageVector extends ElementVector {

    private UTF8String[] messages = {};

    private int[] places = {};

    private int rows;

    private int nulls;

    public MessageVector() {
        super(DataTypes.StringType);
    }

    /** Begins a batch of this number of rows without errors. */
    public void begin(int rows) {
        this.rows = rows;
        nulls = rows;
        if (places.length < rows) {
            places = new int[Growth.of(rows)];
        }
        Arrays.fill(places, 0, rows, -1);
        places(places, nulls);
    }

    /** Sets the error of a row. Call this method at most once for each row. */
    public void put(int row, String message) {
        if (messages.length < rows) {
            messages = Arrays.copyOf(messages, Growth.of(rows));
        }
        messages[row] = UTF8String.fromString(message);
        places[row] = row;
        places(places, --nulls);
    }

    @Override
    public @Nullable UTF8String getUTF8String(int row) {
        int place = place(row);
        return place < 0 ? null : messages[place];
    }
}
