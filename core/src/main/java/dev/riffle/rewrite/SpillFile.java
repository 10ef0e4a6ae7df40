package dev.riffle.rewrite;

import dev.riffle.internal.Varints;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.NamedSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A temporary file of records. A record consists of its number and its length, both as varints, and its payload. So a
 * record needs fewer bytes than in a record file. The file is open only during use, because an operation may have
 * hundreds of files. The number of records and the checksum stay in memory. A file may also hold the bytes of a stream.
 */
final class SpillFile {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

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

    Path path() {
        return path;
    }

    /** Returns the size in bytes. */
    long size() {
        return size;
    }

    /** Returns the number of records. */
    long records() {
        return records;
    }

    void append(List<ShuffleRecord> added) throws IOException {
        byte[] header = new byte[2 * Varints.MAX_SIZE];
        try (OutputStream out = new BufferedOutputStream(
                new CheckedOutputStream(Channels.newOutputStream(steps.append(path)), written), BUFFER_BYTES)) {
            for (ShuffleRecord record : added) {
                int end = Varints.write(header, Varints.write(header, 0, record.number()), record.payload().length);
                out.write(header, 0, end);
                out.write(record.payload());
                size += end + record.payload().length;
                records++;
            }
        } catch (IOException e) {
            throw explained(e);
        }
    }

    /**
     * Copies the bytes of a stream to this empty file. Returns a source with these bytes and the name of the stream.
     */
    ByteSource copyOf(ByteSource stream) throws IOException {
        byte[] piece = new byte[BUFFER_BYTES];
        try (InputStream in = Channels.newInputStream(stream.open(0));
                OutputStream out = open()) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                write(out, piece, count);
            }
        }
        return new NamedSource(stream.name(), ByteSource.of(path));
    }

    private OutputStream open() throws IOException {
        try {
            return Channels.newOutputStream(steps.append(path));
        } catch (IOException e) {
            throw explained(e);
        }
    }

    private void write(OutputStream out, byte[] bytes, int count) throws IOException {
        try {
            out.write(bytes, 0, count);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    /** Opens the file to read all its records. */
    Reading read() throws IOException {
        try {
            return new Reading();
        } catch (IOException e) {
            throw explained(e);
        }
    }

    /** Reads records in the order in which they were added. */
    final class Reading implements Closeable {

        private final CRC32C found = new CRC32C();
        private final DataInputStream in = new DataInputStream(new BufferedInputStream(
                new CheckedInputStream(Channels.newInputStream(steps.read(path)), found), BUFFER_BYTES));
        private long left = records;

        private Reading() throws IOException {}

        /** Returns whether the file has another record. After the last one, checks that no record was changed. */
        boolean hasNext() throws IOException {
            if (left == 0 && found.getValue() != written.getValue()) {
                throw damaged("expected checksum " + hex(written) + ", found " + hex(found));
            }
            return left > 0;
        }

        /** Returns the next record. Before the checksum is proven, the record may have any number and any size. */
        ShuffleRecord next() throws IOException {
            left--;
            try {
                long number = varint();
                long length = varint();
                byte[] payload = in.readNBytes((int) Math.max(0, Math.min(length, MOST_ARRAY_BYTES)));
                if (payload.length != length) {
                    throw damaged("expected a record of " + length + " bytes, found " + payload.length + " bytes");
                }
                return new ShuffleRecord(number, payload);
            } catch (EOFException e) {
                throw damaged("ends inside a record");
            } catch (IOException e) {
                throw explained(e);
            }
        }

        private long varint() throws IOException {
            long value = 0;
            byte next;
            int shift = 0;
            do {
                next = in.readByte();
                value |= (next & 0x7fL) << shift;
                shift += 7;
            } while (next < 0);
            return value;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Returns the error for a file whose content has changed. */
    private IOException damaged(String how) {
        return new FileSystemException(
                path.toString(),
                null,
                "damaged temporary file: " + how
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
