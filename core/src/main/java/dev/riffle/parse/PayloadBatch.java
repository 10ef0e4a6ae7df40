package dev.riffle.parse;

import dev.riffle.RecordReader;
import dev.riffle.internal.ArrayView;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.BatchAccess;
import dev.riffle.parse.internal.RowFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Payloads that are parsed together. Arrays and {@link Bytes} are not copied: they must stay as they are until they
 * were parsed. Payloads of buffers and of record files are copied into one block of memory, which is used again after
 * {@link #clear()}. Those of files remember their place, so that a refusal can name it. One thread at a time.
 */
public final class PayloadBatch {

    private static final int FIRST_SIZE = 16;
    private static final int FIRST_BYTES = 1 << 12;
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /** Stands for the block, which moves when it grows. */
    private static final byte[] IN_BLOCK = {};

    static {
        BatchAccess.set(new Access());
    }

    private int size;
    private long byteSize;
    private byte[][] arrays = new byte[FIRST_SIZE][];
    private int[] offsets = new int[FIRST_SIZE];
    private int[] sizes = new int[FIRST_SIZE];
    private final PayloadOrigins origins = new PayloadOrigins();

    /** Where copies go. */
    private byte[] block = new byte[0];

    private int blockSize;

    /** A batch without payloads. */
    public PayloadBatch() {}

    /** A batch of these payloads. */
    public static PayloadBatch of(List<Bytes> payloads) {
        PayloadBatch batch = new PayloadBatch();
        payloads.forEach(batch::add);
        return batch;
    }

    /**
     * A batch of payloads that have names, for messages only.
     *
     * @throws IllegalArgumentException if there is not a name for each payload
     */
    public static PayloadBatch of(List<Bytes> payloads, List<String> names) {
        if (names.size() != payloads.size()) {
            throw new IllegalArgumentException("each payload needs a name: there are " + names.size() + " names for "
                    + payloads.size() + " payloads");
        }
        PayloadBatch batch = of(payloads);
        for (int i = 0; i < names.size(); i++) {
            batch.origins.add(i, names.get(i), -1, -1);
        }
        return batch;
    }

    /** Adds a payload, which must stay as it is until it was parsed. */
    public PayloadBatch add(byte[] payload) {
        return add(payload, 0, payload.length);
    }

    private PayloadBatch add(byte[] array, int offset, int bytes) {
        if (size == sizes.length) {
            int more = Math.multiplyExact(size, 2);
            arrays = Arrays.copyOf(arrays, more);
            offsets = Arrays.copyOf(offsets, more);
            sizes = Arrays.copyOf(sizes, more);
        }
        arrays[size] = array;
        offsets[size] = offset;
        sizes[size] = bytes;
        size++;
        byteSize += bytes;
        return this;
    }

    /** Adds a payload. */
    public PayloadBatch add(Bytes payload) {
        ArrayView view = new ArrayView();
        try {
            payload.writeTo(view);
        } catch (IOException e) {
            throw new IllegalStateException("a view does not write", e);
        }
        return add(view.array(), view.offset(), payload.size());
    }

    /** Adds a copy of what a buffer has between its position and its limit, which stay. */
    public PayloadBatch add(ByteBuffer payload) {
        int bytes = payload.remaining();
        if ((long) blockSize + bytes > MOST_BYTES) {
            byte[] own = new byte[bytes];
            payload.get(payload.position(), own);
            return add(own);
        }
        int at = room(bytes);
        payload.get(payload.position(), block, at, bytes);
        blockSize = at + bytes;
        return add(IN_BLOCK, at, bytes);
    }

    /** Makes room in the block; gives where it is. */
    private int room(int bytes) {
        long wanted = (long) blockSize + bytes;
        if (wanted > block.length) {
            long larger = Math.max(wanted, Math.max(FIRST_BYTES, 2L * block.length));
            block = Arrays.copyOf(block, (int) Math.min(larger, MOST_BYTES));
        }
        return blockSize;
    }

    /**
     * Forgets all payloads and takes the next records of a reader instead: for a loop over a file.
     *
     * @param most how many at most
     * @return how many there are now: fewer than {@code most} only at the end, where there are none left
     * @throws IllegalArgumentException if {@code most} is not positive
     * @throws IOException if reading fails; the records before the failure were taken
     */
    public int refill(RecordReader reader, int most) throws IOException {
        checkMost(most);
        clear();
        return addFrom(reader, most);
    }

    /**
     * Adds the next records of a reader, with their places.
     *
     * @param most how many at most
     * @return how many were added: fewer than {@code most} only at the end
     * @throws IllegalArgumentException if {@code most} is not positive
     * @throws IOException if reading fails; the records before the failure were added
     */
    public int addFrom(RecordReader reader, int most) throws IOException {
        checkMost(most);
        int count = 0;
        while (count < most && reader.next()) {
            addRecord(reader);
            count++;
        }
        return count;
    }

    /**
     * Adds the payload of a reader's present record, with its place.
     *
     * @throws IllegalStateException if the reader has no present record
     * @throws IOException if the payload is gone since it was verified
     */
    public PayloadBatch addRecord(RecordReader reader) throws IOException {
        add(reader.payload());
        origins.add(size - 1, reader.name(), reader.index(), reader.offset());
        return this;
    }

    private static void checkMost(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most must be positive: " + most);
        }
    }

    /** Forgets all payloads; the memory is kept for the next ones. */
    public void clear() {
        keepFirst(0);
        blockSize = 0;
    }

    /**
     * Forgets all payloads behind the first {@code count}.
     *
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public void keepFirst(int count) {
        Objects.checkFromToIndex(0, count, size);
        for (int i = count; i < size; i++) {
            byteSize -= sizes[i];
        }
        Arrays.fill(arrays, count, size, IN_BLOCK);
        origins.keepFirst(count);
        size = count;
    }

    /**
     * Forgets all payloads but some; these keep their order and are numbered anew.
     *
     * @param indexes which payloads to keep: ascending numbers of theirs in the first {@code count} places
     * @throws IllegalArgumentException if the numbers are not ascending
     * @throws IndexOutOfBoundsException if there is no such payload, or no such place
     */
    public void keep(int[] indexes, int count) {
        Objects.checkFromIndexSize(0, count, indexes.length);
        int before = -1;
        for (int i = 0; i < count; i++) {
            int index = Objects.checkIndex(indexes[i], size);
            if (index <= before) {
                throw new IllegalArgumentException("indexes must be ascending: " + before + ", " + index);
            }
            before = index;
        }
        byteSize = 0;
        for (int i = 0; i < count; i++) {
            int index = indexes[i];
            arrays[i] = arrays[index];
            offsets[i] = offsets[index];
            sizes[i] = sizes[index];
            byteSize += sizes[i];
        }
        Arrays.fill(arrays, count, size, IN_BLOCK);
        origins.keep(indexes, count);
        size = count;
    }

    /** How many payloads there are. */
    public int size() {
        return size;
    }

    /** How many bytes all payloads have. */
    public long byteSize() {
        return byteSize;
    }

    /**
     * Returns a read-only view of a payload, valid until the batch changes.
     *
     * @throws IndexOutOfBoundsException if there is no such payload
     */
    public ByteBuffer payload(int index) {
        Objects.checkIndex(index, size());
        return inPlace(index).slice().asReadOnlyBuffer();
    }

    private ByteBuffer inPlace(int index) {
        return ByteBuffer.wrap(array(index), offsets[index], sizes[index]);
    }

    /** The array that a payload is in. */
    byte[] array(int index) {
        byte[] array = arrays[index];
        return array == IN_BLOCK ? block : array;
    }

    /** Where in its array a payload begins. */
    int begin(int index) {
        return offsets[index];
    }

    /** Where in its array a payload ends. */
    int end(int index) {
        return offsets[index] + sizes[index];
    }

    /** Where a payload came from; null if nobody said. */
    ExampleParseException.@Nullable Origin origin(int index) {
        return origins.of(index);
    }

    /** Returns the exception that refuses a payload. */
    ExampleParseException refusal(int index, RowFault fault) {
        return new ExampleParseException(fault.fault(), index, origin(index), fault.getCause());
    }

    /** Serves the decoders of other packages. */
    private static final class Access extends BatchAccess<PayloadBatch> {

        @Override
        public ByteBuffer inPlace(PayloadBatch batch, int index) {
            return batch.inPlace(index);
        }

        @Override
        public ExampleParseException refusal(PayloadBatch batch, int index, RowFault fault) {
            return batch.refusal(index, fault);
        }
    }
}
