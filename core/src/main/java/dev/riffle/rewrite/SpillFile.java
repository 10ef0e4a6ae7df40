package dev.riffle.rewrite;

import dev.riffle.internal.Varints;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A temporary file of records. A record consists of its number and its length, both as varints, and its payload. So a
 * record needs fewer bytes than in a record file. The file is open only during use, because a shuffle may have hundreds
 * of files. Size and checksum stay in memory.
 */
final class SpillFile {

    private static final int BUFFER_BYTES = 64 << 10;

    private final Path path;
    private final SpillSteps steps;
    private final CRC32C written = new CRC32C();
    private long size;
    private long records;

    /** Creates an empty file. */
    SpillFile(Path path, SpillSteps steps) throws IOException {
        this.path = path;
        this.steps = steps;
        try {
            steps.create(path);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    /** Receives records. */
    @FunctionalInterface
    interface Target {
        void add(long number, ByteBuffer payload) throws IOException;
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    long records() {
        return records;
    }

    /** Opens the file for more records. */
    Writing append() throws IOException {
        try {
            return new Writing(steps.append(path));
        } catch (IOException e) {
            throw explained(e);
        }
    }

    /** Appends records. {@link #close()} writes the last ones. */
    final class Writing implements Target, Closeable {

        private final OutputStream out;
        private final WritableByteChannel payloads;
        private final byte[] header = new byte[2 * Varints.MAX_SIZE];

        private Writing(WritableByteChannel channel) {
            this.out = new BufferedOutputStream(
                    new CheckedOutputStream(Channels.newOutputStream(channel), written), BUFFER_BYTES);
            this.payloads = Channels.newChannel(out);
        }

        @Override
        public void add(long number, ByteBuffer payload) throws IOException {
            int bytes = payload.remaining();
            int end = Varints.write(header, Varints.write(header, 0, number), bytes);
            try {
                out.write(header, 0, end);
                payloads.write(payload);
            } catch (IOException e) {
                throw explained(e);
            }
            size += end + bytes;
            records++;
        }

        @Override
        public void close() throws IOException {
            try {
                out.close();
            } catch (IOException e) {
                throw explained(e);
            }
        }
    }

    /**
     * Passes all records on, in the order in which they were written. At the end, this method checks that the file
     * contains the written bytes.
     */
    void read(Target target) throws IOException {
        CRC32C found = new CRC32C();
        try (DataInputStream in = open(found)) {
            for (long i = 0; i < records; i++) {
                long number = varint(in);
                target.add(number, payload(in));
            }
        }
        if (found.getValue() != written.getValue()) {
            throw damaged("expected checksum " + hex(written) + ", found " + hex(found));
        }
    }

    private DataInputStream open(CRC32C found) throws IOException {
        try {
            return new DataInputStream(new BufferedInputStream(
                    new CheckedInputStream(Channels.newInputStream(steps.read(path)), found), BUFFER_BYTES));
        } catch (IOException e) {
            throw explained(e);
        }
    }

    private long varint(DataInputStream in) throws IOException {
        long value = 0;
        try {
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                byte next = in.readByte();
                value |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        } catch (EOFException e) {
            throw damaged("ends inside a record");
        } catch (IOException e) {
            throw explained(e);
        }
        throw damaged("a varint has more than ten bytes");
    }

    private ByteBuffer payload(DataInputStream in) throws IOException {
        long length = varint(in);
        byte[] payload = {};
        if (length >= 0 && length <= size) {
            try {
                payload = in.readNBytes((int) Math.min(length, Integer.MAX_VALUE - 8));
            } catch (IOException e) {
                throw explained(e);
            }
        }
        if (payload.length != length) {
            throw damaged("a record of " + length + " bytes exceeds the remaining bytes");
        }
        return ByteBuffer.wrap(payload);
    }

    /** Returns the error for a file whose content has changed. */
    private IOException damaged(String how) {
        return new FileSystemException(
                path.toString(),
                null,
                "damaged temporary file of the shuffle: " + how
                        + "; no output was written; check the disk, or use another temporary directory");
    }

    private static String hex(CRC32C checksum) {
        return "0x" + HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    /**
     * Adds the file name to a failure, and advice if the disk is full. Returns the exception for an interrupt
     * unchanged.
     */
    private IOException explained(IOException failure) {
        String reason = failure instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : failure.getMessage();
        if (reason == null || reason.contains("; ")) {
            return failure;
        }
        String text = reason.toLowerCase(Locale.ROOT);
        boolean full = text.contains("no space left") || text.contains("disk space") || text.contains("space on the");
        FileSystemException explained = new FileSystemException(
                path.toString(),
                null,
                full
                        ? "disk full; free some space, or use another temporary directory"
                        : "cannot store temporary data: " + reason + "; use another temporary directory");
        explained.initCause(failure);
        return explained;
    }
}
