package dev.riffle.dataset.internal.source;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one text file from the beginning of a line to its end. Source of the rules for lines:
 * {@code tsl/lib/io/buffered_inputstream.cc} of TensorFlow.
 */
final class LineCursor implements Closeable {

    private static final int BUFFER_BYTES = 64 << 10;

    private final ReadableByteChannel channel;
    private final CountedChannel source;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

    /** The offset of the buffer's position in the uncompressed data, and the start of the last line. */
    private long nextOffset;

    private long offset;

    /** Counts the bytes that were read from another channel. */
    private static final class CountedChannel implements ReadableByteChannel {

        private final ReadableByteChannel channel;
        private long count;

        CountedChannel(ReadableByteChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int read = channel.read(target);
            count += Math.max(0, read);
            return read;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private LineCursor(ReadableByteChannel channel, CountedChannel source, long offset) {
        this.channel = channel;
        this.source = source;
        this.nextOffset = offset;
    }

    /** Opens a cursor at the line that begins at {@code offset}, in uncompressed bytes. */
    static LineCursor open(ByteSource source, Compression compression, long offset) throws IOException {
        boolean plain = compression.isNone();
        CountedChannel raw = new CountedChannel(source.open(plain ? offset : 0));
        try {
            ReadableByteChannel channel = plain ? raw : compression.decompress(raw);
            LineCursor cursor = new LineCursor(channel, raw, plain ? offset : 0);
            cursor.skipTo(offset, source);
            // A run counts only the bytes after its beginning.
            raw.count = 0;
            return cursor;
        } catch (Throwable e) {
            try (raw) {
                throw e;
            }
        }
    }

    /** Moves to the first start of a line at or after this offset. */
    void skipTo(long wanted, ByteSource source) throws IOException {
        while (nextOffset < wanted) {
            if (!fill()) {
                throw new EOFException(source.name() + ": ends at offset " + nextOffset + ", before offset " + wanted
                        + ", the position in the checkpoint; the file has changed");
            }
            int skipped = (int) Math.min(wanted - nextOffset, buffer.remaining());
            buffer.position(buffer.position() + skipped);
            nextOffset += skipped;
        }
    }

    /**
     * Returns the next line, or null at the end.
     *
     * @throws CharacterCodingException if the line is not UTF-8; the next call can read the next line
     */
    @Nullable
    String next() throws IOException {
        offset = nextOffset;
        ByteArrayOutputStream line = null;
        while (fill()) {
            byte[] bytes = buffer.array();
            int from = buffer.position();
            int at = from;
            while (at < buffer.limit() && bytes[at] != '\n') {
                at++;
            }
            boolean ended = at < buffer.limit();
            int after = ended ? at + 1 : at;
            nextOffset += after - from;
            buffer.position(after);
            if (ended && line == null) {
                return text(bytes, from, at);
            }
            if (line == null) {
                line = new ByteArrayOutputStream();
            }
            line.write(bytes, from, at - from);
            if (ended) {
                return text(line.toByteArray(), 0, line.size());
            }
        }
        String last = line == null ? "" : text(line.toByteArray(), 0, line.size());
        return last.isEmpty() ? null : last;
    }

    private static String text(byte[] bytes, int from, int to) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes, from, to - from))
                .toString();
        return text.indexOf('\r') < 0 ? text : text.replace("\r", "");
    }

    /** Fills the buffer if it is empty. Returns false at the end. */
    private boolean fill() throws IOException {
        while (!buffer.hasRemaining()) {
            buffer.clear();
            int read = -1;
            try {
                read = channel.read(buffer);
            } finally {
                buffer.flip();
            }
            if (read < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of bytes that were read from the file after the opening. They are ahead of the lines. */
    long sourceBytesRead() {
        return source.count;
    }

    /** Returns the offset of the last line. */
    long offset() {
        return offset;
    }

    /** Returns the offset of the next line. */
    long nextOffset() {
        return nextOffset;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
