package dev.riffle.rewrite;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a bucket once. The reader has a separate page for the file and an array for the largest record.
 */
final class SpillReader implements Closeable {

    private static final int FIRST_BYTES = 1 << 16;

    private final @Nullable SpillFile file;
    private final SpillFile.@Nullable Reading reading;
    private final List<byte[]> pages;
    private final SpillPool pool;
    private byte[] page;
    private int at;
    private int limit;
    private int nextPage;
    private long fileLeft;
    private long memoryLeft;
    private byte[] payload = {};
    private int payloadSize;
    private long next;
    private long number;

    SpillReader(@Nullable SpillFile file, List<byte[]> pages, long memoryBytes, SpillPool pool) throws IOException {
        this.file = file;
        this.pages = pages;
        this.pool = pool;
        this.memoryLeft = memoryBytes;
        this.page = file == null ? new byte[0] : new byte[pool.pageBytes()];
        this.fileLeft = file == null ? 0 : file.size();
        this.reading = file == null ? null : file.read();
    }

    /** Moves to the next record. Returns false after the last one. */
    boolean next() throws IOException {
        if (at == limit && !fill()) {
            return false;
        }
        number = next + varint();
        next = number + 1;
        long length = varint();
        if (length < 0 || length > limit - at + fileLeft + memoryLeft || length > Integer.MAX_VALUE - 8) {
            throw damaged("a record of " + length + " bytes exceeds the remaining bytes");
        }
        read((int) length);
        return true;
    }

    long number() {
        return number;
    }

    ByteBuffer payload() {
        return ByteBuffer.wrap(payload, 0, payloadSize);
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (at == limit && !fill()) {
                throw damaged("ends inside a record");
            }
            byte b = page[at++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw damaged("a varint has more than ten bytes");
    }

    /** Reads a payload into the array, which grows only as bytes arrive. */
    private void read(int length) throws IOException {
        payloadSize = 0;
        while (payloadSize < length) {
            if (at == limit && !fill()) {
                throw damaged("ends inside a record");
            }
            int count = Math.min(length - payloadSize, limit - at);
            if (payload.length < payloadSize + count) {
                long grown = Math.max(FIRST_BYTES, 2L * payload.length);
                payload = Arrays.copyOf(
                        payload, (int) Math.min(Math.max(grown, payloadSize + count), Math.max(length, FIRST_BYTES)));
            }
            System.arraycopy(page, at, payload, payloadSize, count);
            payloadSize += count;
            at += count;
        }
    }

    private boolean fill() throws IOException {
        SpillFile.Reading from = reading;
        if (from != null && fileLeft > 0) {
            limit = (int) Math.min(fileLeft, page.length);
            at = 0;
            from.read(page, 0, limit);
            fileLeft -= limit;
            if (fileLeft == 0) {
                from.checkComplete();
            }
            return true;
        }
        at = 0;
        limit = 0;
        if (nextPage == pages.size()) {
            return false;
        }
        page = pages.get(nextPage++);
        limit = (int) Math.min(memoryLeft, page.length);
        memoryLeft -= limit;
        return true;
    }

    private IOException damaged(String how) {
        return file == null ? new IOException("a bucket in memory is damaged: " + how) : file.damaged(how);
    }

    @Override
    public void close() throws IOException {
        if (reading != null) {
            reading.close();
        }
        pool.give(pages);
        if (file != null) {
            file.close();
        }
    }
}
