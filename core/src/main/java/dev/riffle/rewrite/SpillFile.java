package dev.riffle.rewrite;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Stores the part of a bucket that is not in memory. The file is open only during use, because a shuffle may have
 * thousands of files. Size and checksum stay in memory; the file contains only records.
 */
final class SpillFile implements Closeable {

    private final Path path;
    private final SpillSteps steps;
    private final SpillTraffic traffic;
    private final CRC32C written = new CRC32C();
    private long size;

    private SpillFile(Path path, SpillSteps steps, SpillTraffic traffic) {
        this.path = path;
        this.steps = steps;
        this.traffic = traffic;
    }

    static SpillFile create(Path path, SpillSteps steps, SpillTraffic traffic) throws IOException {
        try {
            steps.create(path);
        } catch (IOException e) {
            throw explained(path, e);
        }
        return new SpillFile(path, steps, traffic);
    }

    long size() {
        return size;
    }

    /** Appends pages. All pages except the last are full. */
    void append(List<byte[]> pages, int lastSize) throws IOException {
        try (var channel = steps.append(path)) {
            for (int i = 0; i < pages.size(); i++) {
                byte[] page = pages.get(i);
                int count = i + 1 < pages.size() ? page.length : lastSize;
                ByteBuffer buffer = ByteBuffer.wrap(page, 0, count);
                while (buffer.hasRemaining()) {
                    traffic.written(channel.write(buffer));
                }
                written.update(page, 0, count);
                size += count;
            }
        } catch (IOException e) {
            throw explained(path, e);
        }
    }

    Reading read() throws IOException {
        try {
            return new Reading(steps.read(path));
        } catch (IOException e) {
            throw explained(path, e);
        }
    }

    /** Deletes the file. */
    @Override
    public void close() throws IOException {
        steps.delete(path);
    }

    /** Reads the file once from beginning to end. */
    final class Reading implements Closeable {

        private final ReadableByteChannel channel;
        private final CRC32C found = new CRC32C();

        private Reading(ReadableByteChannel channel) {
            this.channel = channel;
        }

        /** Reads exactly {@code count} bytes. Throws if the file has fewer bytes. */
        void read(byte[] target, int offset, int count) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(target, offset, count);
            try {
                while (buffer.hasRemaining()) {
                    int read = channel.read(buffer);
                    if (read < 0) {
                        throw damaged("expected " + size + " bytes, found fewer");
                    }
                    traffic.read(read);
                }
            } catch (IOException e) {
                throw explained(path, e);
            }
            found.update(target, offset, count);
        }

        /** Checks after the last byte that the file contained the written bytes. */
        void checkComplete() throws IOException {
            if (found.getValue() != written.getValue()) {
                throw damaged("expected checksum " + hex(written) + ", found " + hex(found));
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Returns the error for a file whose content has changed. */
    IOException damaged(String how) {
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
    private static IOException explained(Path path, IOException failure) {
        if (failure instanceof FileSystemException known && known.getReason() != null) {
            String reason = known.getReason();
            return reason.contains("; ") ? known : named(path, reason, failure);
        }
        String message = failure.getMessage();
        return message == null ? failure : named(path, message, failure);
    }

    private static IOException named(Path path, String reason, IOException failure) {
        String text = reason.toLowerCase(Locale.ROOT);
        boolean full = text.contains("no space left") || text.contains("disk space") || text.contains("space on the");
        FileSystemException named = new FileSystemException(
                path.toString(),
                null,
                full
                        ? "disk full; free some space, or use another temporary directory"
                        : "cannot store temporary data: " + reason + "; use another temporary directory");
        named.initCause(failure);
        return named;
    }
}
