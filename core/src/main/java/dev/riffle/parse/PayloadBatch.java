package dev.riffle.parse;

import dev.riffle.RecordReader;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.internal.Argument;
import dev.riffle.internal.ArrayView;
import dev.riffle.internal.frame.PayloadMemory;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.BatchAccess;
import dev.riffle.parse.internal.RowFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payloads to parse together. The batch does not copy arrays and {@link Bytes}, so do not change them before a parser
 * has parsed them. The batch copies payloads of buffers into one block of memory. It uses the arrays in which a reader
 * verified the payloads of mapped files, unless it would use less than half of their bytes. After {@link #clear()}, it
 * reuses this memory. The batch stores the origin of payloads from files for exceptions. One thread at a time may use a
 * batch.
 *
 * @since 0.1
 */
public final class PayloadBatch {

    private static final int FIRST_SIZE = 16;

    /** Stands for the array of a payload in the block, because the block moves when it grows. */
    private static final byte[] IN_BLOCK = {};

    /** The size of a cache line. */
    private static final int LINE_BYTES = 64;

    private static final int MOST_TOUCHED_BYTES = 4 << 10;

    static {
        BatchAccess.set(new Access());
    }

    private int size;
    private long byteSize;
    private byte[][] arrays = new byte[FIRST_SIZE][];
    private int[] offsets = new int[FIRST_SIZE];
    private int[] sizes = new int[FIRST_SIZE];
    private final PayloadOrigins origins = new PayloadOrigins();

    /** The memory of the payloads from buffers and record files. */
    private final PayloadMemory memory = new PayloadMemory();

    /** A field that the class writes so that the compiler keeps the memory accesses. The value has no meaning. */
    private int touched;

    /** Creates a batch without payloads. */
    public PayloadBatch() {}

    /** Returns a batch of these payloads. */
    public static PayloadBatch of(List<Bytes> payloads) {
        Argument.allPresent(payloads, "payloads");
        PayloadBatch batch = new PayloadBatch();
        payloads.forEach(batch::add);
        return batch;
    }

    /**
     * Returns a batch of payloads with names, which appear only in exception messages.
     *
     * @throws IllegalArgumentException if the number of names is not the number of payloads
     */
    public static PayloadBatch of(List<Bytes> payloads, List<String> names) {
        Argument.allPresent(payloads, "payloads");
        Argument.allPresent(names, "names");
        if (names.size() != payloads.size()) {
            throw new IllegalArgumentException(
                    "expected a name for each of the " + payloads.size() + " payloads, found " + names.size());
        }
        PayloadBatch batch = of(payloads);
        for (int i = 0; i < names.size(); i++) {
            batch.origins.add(i, names.get(i), -1, -1);
        }
        return batch;
    }

    /** Adds a payload without a copy. Do not change the array before a parser has parsed the payload. */
    public PayloadBatch add(byte[] payload) {
        Argument.present(payload, "payload");
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

    /** Adds a payload from {@link Bytes}. */
    public PayloadBatch add(Bytes payload) {
        Argument.present(payload, "payload");
        ArrayView view = new ArrayView();
        try {
            payload.writeTo(view);
        } catch (IOException e) {
            throw new IllegalStateException("a view does not write", e);
        }
        return add(view.array(), view.offset(), payload.size());
    }

    /** Adds a copy of the bytes between a buffer's position and limit. The position and the limit do not change. */
    public PayloadBatch add(ByteBuffer payload) {
        Argument.present(payload, "payload");
        int bytes = payload.remaining();
        if (!memory.reserve(bytes)) {
            byte[] own = new byte[bytes];
            payload.get(payload.position(), own);
            return add(own);
        }
        int at = memory.offset();
        payload.get(payload.position(), memory.block(), at, bytes);
        memory.use(bytes);
        return add(IN_BLOCK, at, bytes);
    }

    /**
     * Removes all payloads and adds the next records of a reader. Use this method in a loop over a file.
     *
     * @param most the largest number of records
     * @return the new number of payloads: less than {@code most} only at the end, and 0 if the reader has no more
     *     records
     * @throws IllegalArgumentException if {@code most} is not positive
     * @throws IOException if reading fails; the batch then has the records before the failure
     */
    public int refill(RecordReader reader, int most) throws IOException {
        Argument.present(reader, "reader");
        Argument.positive(most, "most");
        clear();
        return addFrom(reader, most);
    }

    /**
     * Adds the next records of a reader, with their origins.
     *
     * @param most the largest number of records
     * @return the number of added records: less than {@code most} only at the end
     * @throws IllegalArgumentException if {@code most} is not positive
     * @throws IOException if reading fails; the batch then has the records before the failure
     */
    public int addFrom(RecordReader reader, int most) throws IOException {
        Argument.present(reader, "reader");
        Argument.positive(most, "most");
        int count = 0;
        while (count < most && reader.next()) {
            addRecord(reader);
            count++;
        }
        return count;
    }

    /**
     * Adds the payload of a reader's current record, with its origin.
     *
     * @throws IllegalStateException if the reader has no current record
     * @throws dev.riffle.CorruptRecordException if the payload is larger than {@link
     *     dev.riffle.RecordReaderOptions#maxRecordSize}. The reader can continue
     * @throws IOException if the payload has become unreadable after its verification
     */
    public PayloadBatch addRecord(RecordReader reader) throws IOException {
        Argument.present(reader, "reader");
        addPayload(reader);
        origins.add(size - 1, reader.name(), reader.index(), reader.offset());
        return this;
    }

    private void addPayload(RecordReader reader) throws IOException {
        memory.addPayload(reader);
        byte[] lent = memory.array();
        add(lent == null ? IN_BLOCK : lent, memory.offset(), reader.payloadSize());
    }

    /** Removes all payloads and keeps the memory for the next payloads. */
    public void clear() {
        keepFirst(0);
        memory.clear();
    }

    /**
     * Removes all payloads after the first {@code count}.
     *
     * @throws IndexOutOfBoundsException if the batch has fewer payloads
     */
    public void keepFirst(int count) {
        Argument.range(0, count, size, "payloads");
        for (int i = count; i < size; i++) {
            byteSize -= sizes[i];
        }
        Arrays.fill(arrays, count, size, IN_BLOCK);
        origins.keepFirst(count);
        size = count;
    }

    /**
     * Keeps some payloads and removes all other payloads. The kept payloads stay in order and get new numbers.
     *
     * @param indexes the ascending numbers of the payloads to keep, in the first {@code count} elements
     * @throws IllegalArgumentException if the numbers are not ascending
     * @throws IndexOutOfBoundsException if a payload or an element of {@code indexes} does not exist
     */
    public void keep(int[] indexes, int count) {
        Argument.present(indexes, "indexes");
        Argument.part(0, count, indexes.length, "indexes");
        int before = -1;
        for (int i = 0; i < count; i++) {
            int index = Argument.index(indexes[i], size, "index", "payloads");
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

    /** Returns the number of payloads. */
    public int size() {
        return size;
    }

    /** Returns the total number of bytes of all payloads. */
    public long byteSize() {
        return byteSize;
    }

    /**
     * Returns a read-only view of a payload, valid until the batch changes.
     *
     * @throws IndexOutOfBoundsException if the payload does not exist
     */
    public ByteBuffer payload(int index) {
        Argument.index(index, size(), "index", "payloads");
        return inPlace(index).slice().asReadOnlyBuffer();
    }

    /** Returns a payload without a copy: the bytes from the position to the limit of the buffer. */
    ByteBuffer inPlace(int index) {
        return ByteBuffer.wrap(array(index), offsets[index], sizes[index]);
    }

    /** Returns the array that contains a payload. */
    byte[] array(int index) {
        byte[] array = arrays[index];
        return array == IN_BLOCK ? memory.block() : array;
    }

    /** Returns the position in its array at which a payload begins. */
    int begin(int index) {
        return offsets[index];
    }

    /** Returns the position in its array at which a payload ends. */
    int end(int index) {
        return offsets[index] + sizes[index];
    }

    /**
     * Loads the payloads from {@code from} to {@code to} into the processor's cache. The processor waits for several
     * payloads at the same time, but the parser would wait for them one after the other. Payloads in the same array are
     * near each other, so the processor loads them without this method.
     */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the arrays, not their content
    void touch(int from, int to) {
        byte[] before = from == 0 ? IN_BLOCK : arrays[from - 1];
        int sum = 0;
        for (int i = from; i < to; i++) {
            byte[] array = arrays[i];
            if (array != IN_BLOCK && array != before) {
                int end = offsets[i] + Math.min(sizes[i], MOST_TOUCHED_BYTES);
                for (int at = offsets[i]; at < end; at += LINE_BYTES) {
                    sum += array[at];
                }
            }
            before = array;
        }
        touched = sum;
    }

    /** Returns the value that was touched last. This method exists so that the compiler keeps the field. */
    int touched() {
        return touched;
    }

    /** Returns the origin of a payload, or null if the origin is unknown. */
    @Nullable
    RecordPlace origin(int index) {
        return origins.of(index);
    }

    /** Returns the exception for a payload with this fault. */
    ExampleParseException rejection(int index, RowFault fault) {
        return new ExampleParseException(fault.fault(), index, origin(index), fault.getCause());
    }

    /** Gives the decoders and pipelines of other packages access to the payloads. */
    private static final class Access extends BatchAccess<PayloadBatch> {

        @Override
        public ByteBuffer inPlace(PayloadBatch batch, int index) {
            return batch.inPlace(index);
        }

        @Override
        public void addPayload(PayloadBatch batch, RecordReader reader) throws IOException {
            batch.addPayload(reader);
        }

        @Override
        public ExampleParseException rejection(PayloadBatch batch, int index, RowFault fault) {
            return batch.rejection(index, fault);
        }
    }
}
