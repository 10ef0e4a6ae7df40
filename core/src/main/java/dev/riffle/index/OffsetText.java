package dev.riffle.index;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.internal.frame.Damage;
import dev.riffle.internal.frame.Framing;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the text index of other loaders, which has a line {@code offset size} for each frame. */
final class OffsetText {

    private static final int LONGEST_LINE = 64;
    private static final int WINDOW_BYTES = 64 << 10;

    private OffsetText() {}

    static long write(RecordIndex index, ByteSink text) throws IOException {
        // A damaged index must not leave a part of the text in an output that has no commit.
        index.checkPlaces();
        try (ByteSink.Output out = text.create()) {
            Writer lines = new BufferedWriter(Channels.newWriter(out, StandardCharsets.US_ASCII));
            for (long i = 0; i < index.size(); i++) {
                ByteRange frame = index.frame(0, i);
                lines.append(Long.toString(frame.offset()))
                        .append(' ')
                        .append(Long.toString(frame.length()))
                        .append('\n');
            }
            lines.flush();
            out.commit();
        }
        return index.size();
    }

    /** Reads a text index and compares each line with the file. */
    static BuiltIndex read(ByteSource data, ByteSource text) throws IOException {
        RecordFormat format;
        try (RecordReader probe = RecordReader.open(data)) {
            format = probe.format();
            IndexFile.checkIndexable(data, format);
            if (!probe.compression().isNone()) {
                throw new IllegalArgumentException(data.name() + ": compressed with "
                        + probe.compression().name() + "; frames of a compressed file have no offsets in it");
            }
        }
        long size = data.size().orElseThrow();
        SizeColumn sizes = new SizeColumn();
        int overhead = format.overheadBytes();
        Headers headers = new Headers(data, format);
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(text.open(0)), StandardCharsets.ISO_8859_1))) {
            long offset = 0;
            long number = 0;
            for (String line = line(lines); line != null; line = line(lines)) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                String at = text.name() + ": line " + number + ": ";
                if (offset == size) {
                    throw new IOException(at + "expected no more lines after the " + sizes.count() + " records of "
                            + data.name() + ", found " + shown(line));
                }
                String expected = offset + " " + headers.frameBytes(offset, size, at);
                if (!line.strip().replaceAll("[ \t]+", " ").equals(expected)) {
                    throw new IOException(at + "expected " + expected + " for record " + sizes.count() + " of "
                            + data.name() + ", found " + shown(line));
                }
                long frame = Long.parseLong(expected.substring(expected.indexOf(' ') + 1));
                sizes.add((int) (frame - overhead));
                offset += frame;
            }
            if (offset != size) {
                throw new IOException(text.name() + ": ends with line " + number + " and a record that ends at "
                        + offset + "; expected lines up to " + size + ", the end of " + data.name());
            }
        }
        return new BuiltIndex(
                format,
                Compression.NONE,
                size,
                overhead,
                sizes,
                Optional.empty(),
                Gaps.NONE,
                Optional.empty(),
                Optional.empty());
    }

    private static String shown(String line) {
        return line.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\t') ? line : "bytes that are not digits";
    }

    /** Returns the next line, truncated if it is longer than any valid line. */
    private static @Nullable String line(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = lines.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = lines.read()) {
            if (line.length() < LONGEST_LINE && next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** Reads the headers of a file's frames in order. */
    private static final class Headers {

        private final ByteSource data;
        private final Framing framing;
        private final ByteBuffer window =
                ByteBuffer.allocate(WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
        private long from;

        Headers(ByteSource data, RecordFormat format) {
            this.data = data;
            this.framing = Framing.valueOf(format.name());
        }

        /** Returns the size of the frame at an offset in bytes, from its header. */
        long frameBytes(long offset, long size, String at) throws IOException {
            int headerBytes = framing.headerBytes();
            if (offset < from || offset + headerBytes > from + window.limit()) {
                fill(offset);
            }
            int index = (int) (offset - from);
            int present = window.limit() - index;
            Damage damage = framing.check(window, index, present < headerBytes ? present : size - offset);
            if (damage != null) {
                throw new IOException(at + data.name() + ": no record at offset " + offset + ": expected "
                        + damage.expected() + ", found " + damage.found());
            }
            return framing.lengthAt(window, index) + framing.overheadBytes();
        }

        private void fill(long offset) throws IOException {
            window.clear();
            window.put(data.read(offset, window.capacity()).asByteBuffer());
            window.flip();
            from = offset;
        }
    }
}
