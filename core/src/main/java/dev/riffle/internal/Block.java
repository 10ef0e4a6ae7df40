package dev.riffle.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Growing memory for the little-endian numbers of a column. The memory is one array, or memory outside the heap, which
 * native code can use without a copy. Positions are in bytes, and each access checks them against the capacity. Bytes
 * that were never written are zero or hold earlier content of the block. One thread at a time may use a block.
 */
public final class Block {

    /** The size of the largest block. Some JVMs cannot allocate arrays of slightly larger sizes. */
    public static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int FIRST_CAPACITY = 64;
    private static final byte[] NOTHING = new byte[0];

    /** The array of the block. Null for memory outside the heap. */
    private byte @Nullable [] array;

    private ByteBuffer buffer;
    private int capacity;

    private Block(byte @Nullable [] array, ByteBuffer buffer) {
        this.array = array;
        this.buffer = buffer;
        this.capacity = buffer.capacity();
    }

    /** Creates an empty block on the heap. */
    public static Block onHeap() {
        return new Block(NOTHING, little(ByteBuffer.wrap(NOTHING)));
    }

    /** Creates an empty block outside the heap. */
    public static Block offHeap() {
        return new Block(null, little(ByteBuffer.allocateDirect(0)));
    }

    /** Creates an empty block in the same kind of memory, on the heap or outside it. */
    public Block another() {
        return array == null ? offHeap() : onHeap();
    }

    private static ByteBuffer little(ByteBuffer any) {
        return any.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the capacity in bytes. */
    public int capacity() {
        return capacity;
    }

    /**
     * Increases the capacity to at least {@code bytes}, and keeps the content.
     *
     * @throws ArithmeticException if {@code bytes} exceeds the largest block
     */
    public void reserve(long bytes) {
        if (bytes > capacity) {
            grow(bytes);
        }
    }

    private void grow(long bytes) {
        if (bytes > MAX_CAPACITY) {
            throw new ArithmeticException("a block must have at most " + MAX_CAPACITY + " bytes: " + bytes);
        }
        int larger = (int) Math.min(MAX_CAPACITY, Math.max(Math.max(FIRST_CAPACITY, bytes), capacity * 2L));
        if (array != null) {
            byte[] copy = new byte[larger];
            System.arraycopy(array, 0, copy, 0, array.length);
            array = copy;
            buffer = little(ByteBuffer.wrap(copy));
        } else {
            ByteBuffer copy = ByteBuffer.allocateDirect(larger);
            buffer = little(copy.put(0, buffer, 0, capacity));
        }
        capacity = larger;
    }

    /** Returns the eight bytes at {@code at}. */
    public long getLong(int at) {
        byte[] heap = array;
        return heap != null ? (long) LONGS.get(heap, at) : buffer.getLong(at);
    }

    /** Returns the four bytes at {@code at}. */
    public int getInt(int at) {
        byte[] heap = array;
        return heap != null ? (int) INTS.get(heap, at) : buffer.getInt(at);
    }

    /** Writes eight bytes at {@code at}. */
    public void putLong(int at, long value) {
        byte[] heap = array;
        if (heap != null) {
            LONGS.set(heap, at, value);
        } else {
            buffer.putLong(at, value);
        }
    }

    /** Writes four bytes at {@code at}. */
    public void putInt(int at, int value) {
        byte[] heap = array;
        if (heap != null) {
            INTS.set(heap, at, value);
        } else {
            buffer.putInt(at, value);
        }
    }

    /** Writes {@code size} bytes of {@code source}, beginning at its index {@code from}. */
    public void put(int at, byte[] source, int from, int size) {
        byte[] heap = array;
        if (heap != null) {
            System.arraycopy(source, from, heap, at, size);
        } else {
            buffer.put(at, source, from, size);
        }
    }

    /** Writes {@code size} bytes of another block or of the same block, beginning at its position {@code from}. */
    public void put(int at, Block source, int from, int size) {
        buffer.put(at, source.buffer, from, size);
    }

    /**
     * Writes {@code size} bytes of a buffer, beginning at its index {@code from}. Ignores the position of the buffer.
     */
    public void put(int at, ByteBuffer source, int from, int size) {
        buffer.put(at, source, from, size);
    }

    /** Writes {@code size} zero bytes at {@code at}. */
    public void clear(int at, int size) {
        byte[] heap = array;
        if (heap != null) {
            Arrays.fill(heap, at, at + size, (byte) 0);
            return;
        }
        int rest = at;
        int end = at + size;
        for (; rest <= end - Long.BYTES; rest += Long.BYTES) {
            buffer.putLong(rest, 0);
        }
        for (; rest < end; rest++) {
            buffer.put(rest, (byte) 0);
        }
    }

    /**
     * Returns all of the memory as a little-endian view for reading. The view shows later writes until the block grows.
     */
    public ByteBuffer view() {
        return little(buffer.asReadOnlyBuffer());
    }
}
