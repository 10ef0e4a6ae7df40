package dev.riffle.arrow;

import dev.riffle.arrow.internal.RecordMetadata;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Copies the places of records into the buffers of a column. */
final class PlaceCopy {

    private final String place;

    PlaceCopy(String place) {
        this.place = place;
    }

    void copy(RecordPlaces places, BatchBuffers out) {
        int rows = places.size();
        out.field(rows);
        switch (place) {
            case RecordMetadata.FILE -> copyNames(places, out);
            case RecordMetadata.RECORD -> copyNumbers(places.records(), rows, out);
            case RecordMetadata.OFFSET -> copyNumbers(places.offsets(), rows, out);
            default -> throw new AssertionError(place);
        }
    }

    private static void copyNumbers(long[] numbers, int rows, BatchBuffers out) {
        out.add((long) rows * Long.BYTES).asLongBuffer().put(numbers, 0, rows);
    }

    private static void copyNames(RecordPlaces places, BatchBuffers out) {
        int rows = places.size();
        byte[][] names = new byte[rows][];
        long bytes = 0;
        for (int row = 0; row < rows; row++) {
            boolean repeated = row > 0 && places.file(row).equals(places.file(row - 1));
            names[row] = repeated ? names[row - 1] : places.file(row).getBytes(StandardCharsets.UTF_8);
            bytes += names[row].length;
        }
        ByteBuffer offsets = out.add((rows + 1L) * Integer.BYTES);
        offsets.putInt(0);
        ByteBuffer text = out.add(bytes);
        for (byte[] name : names) {
            text.put(name);
            offsets.putInt(text.position());
        }
    }
}
