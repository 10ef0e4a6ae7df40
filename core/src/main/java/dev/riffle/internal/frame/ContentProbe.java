package dev.riffle.internal.frame;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Detects format and compression of a source from its first bytes. Uses the file name only to distinguish a damaged
 * record file from a file of another kind.
 */
final class ContentProbe {

    /** The layout of frames and the compression that were detected or set by the caller. */
    record Found(Framing framing, Compression compression) {}

    private static final int FIRST_LOOK_BYTES = 512;
    private static final int LONG_LOOK_BYTES = 64 << 10;

    private final ByteSource source;
    private final String name;
    private final OptionalLong size;
    private final RangedReader channel;
    private final ReadSettings settings;
    private final boolean expectsTornTail;

    ContentProbe(ByteSource source, RangedReader channel, ReadSettings settings, boolean expectsTornTail)
            throws IOException {
        this.source = source;
        this.name = source.name();
        this.size = source.size();
        this.channel = channel;
        this.settings = settings;
        this.expectsTornTail = expectsTornTail;
    }

    /**
     * Detects the format and the compression. Reads ahead only the bytes that the detection needs.
     *
     * @throws UnrecognizedContentException if the source contains no records
     */
    Found probe() throws IOException {
        ByteBuffer start = look(TfRecordFrames.HEADER_BYTES);
        if (!start.hasRemaining()) {
            return found(Framing.TFRECORD, Compression.NONE);
        }
        if (mayBe(Compression.NONE) && mayBe(Framing.TFRECORD) && isHeader(start)) {
            return found(Framing.TFRECORD, Compression.NONE);
        }
        Optional<Found> found = compressed();
        if (found.isEmpty() && mayBe(Compression.NONE)) {
            found = plain();
        }
        if (found.isPresent()) {
            return found.get();
        }
        if (settings.framing() != null || settings.compression() != null) {
            // The caller has set both. Reading the records will report any error.
            return found(Framing.TFRECORD, Compression.NONE);
        }
        ByteBuffer beginning = look(LONG_LOOK_BYTES);
        throw new UnrecognizedContentException(
                ContentGuess.named(name).orElseGet(() -> ContentGuess.of(beginning)), false);
    }

    private Optional<Found> compressed() throws IOException {
        ByteBuffer start = look(FIRST_LOOK_BYTES);
        // An OFRecord length can look like the size of a Snappy block, but not the reverse.
        boolean ofRecord = mayBe(Framing.OFRECORD) && isOfRecord(start, size, channel.isAtEnd());
        for (Compression compression : ofRecord ? List.<Compression>of() : Compression.builtIn()) {
            int bytes = probeBytes(compression, start);
            Optional<Framing> inner = bytes == 0 ? Optional.empty() : inside(compression, bytes);
            if (inner.isPresent() && (inner.get() == Framing.TFRECORD || compression.mayContainOfRecords())) {
                return Optional.of(found(inner.get(), compression));
            }
        }
        if (probeBytes(Compression.GZIP, start) > 0) {
            ByteBuffer content = decompressed(Compression.GZIP, LONG_LOOK_BYTES);
            boolean otherKind = ContentGuess.recognize(content).isPresent();
            if ((looksNamedTfRecord() && !otherKind) || settings.framing() != null) {
                return Optional.of(found(Framing.TFRECORD, Compression.GZIP));
            }
            throw new UnrecognizedContentException(
                    (content.hasRemaining()
                            ? "gzip data that contains " + ContentGuess.of(content)
                            : "damaged gzip data"),
                    otherKind && !ContentGuess.isZero(content));
        }
        return Optional.empty();
    }

    /** Returns how many bytes show whether the file has a compression; 0 if it cannot have it. */
    private int probeBytes(Compression compression, ByteBuffer start) {
        return mayBe(compression) ? compression.probeBytes(start.asReadOnlyBuffer(), size) : 0;
    }

    private Optional<Found> plain() throws IOException {
        ByteBuffer start = look(LONG_LOOK_BYTES);
        if (mayBe(Framing.OFRECORD) && isOfRecord(start, size, channel.isAtEnd())) {
            return Optional.of(found(Framing.OFRECORD, Compression.NONE));
        }
        // If the caller expects torn tails, the file may consist of one torn tail.
        if (expectsTornTail
                && mayBe(Framing.TFRECORD)
                && looksNamedTfRecord()
                && start.remaining() < TfRecordFrames.HEADER_BYTES) {
            return Optional.of(found(Framing.TFRECORD, Compression.NONE));
        }
        Optional<String> otherKind = ContentGuess.recognize(start);
        if (otherKind.isEmpty()) {
            otherKind = ContentGuess.recognizeEnd(end());
        }
        if (otherKind.isPresent() && settings.framing() == null) {
            boolean zero = ContentGuess.isZero(start);
            throw new UnrecognizedContentException(
                    zero ? ContentGuess.named(name).orElse(otherKind.get()) : otherKind.get(), !zero);
        }
        if (settings.framing() == null && name.toLowerCase(Locale.ROOT).contains("ofrecord")) {
            return Optional.of(found(Framing.OFRECORD, Compression.NONE));
        }
        if (mayBe(Framing.TFRECORD) && (looksNamedTfRecord() || holdsProvenRecord(start))) {
            return Optional.of(found(Framing.TFRECORD, Compression.NONE));
        }
        return Optional.empty();
    }

    /** Returns the last bytes of the source. Returns no bytes if the source is a stream without a known size. */
    private ByteBuffer end() throws IOException {
        ByteBuffer end = ByteBuffer.allocate(ContentGuess.END_BYTES);
        if (size.isEmpty() || size.getAsLong() < end.capacity()) {
            return end.limit(0);
        }
        try (ReadableByteChannel channelOfEnd = source.open(size.getAsLong() - end.capacity())) {
            int read = 0;
            while (end.hasRemaining() && read >= 0) {
                read = channelOfEnd.read(end);
            }
        }
        return end.flip();
    }

    /** Returns the format of the decompressed content. A stream without content is an empty TFRecord file. */
    private Optional<Framing> inside(Compression compression, int lookBytes) throws IOException {
        look(lookBytes);
        ByteBuffer content = decompressed(compression, lookBytes);
        if (isHeader(content) || (!content.hasRemaining() && endsCleanly(compression, lookBytes))) {
            return Optional.of(Framing.TFRECORD);
        }
        return isOfRecord(content, OptionalLong.empty(), false) ? Optional.of(Framing.OFRECORD) : Optional.empty();
    }

    private ByteBuffer decompressed(Compression compression, int lookBytes) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONG_LOOK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (ReadableByteChannel inner = decompress(compression, lookBytes)) {
            int read = 0;
            while (content.hasRemaining() && read >= 0) {
                read = inner.read(content);
            }
        } catch (CompressionException e) {
            // The buffer may end inside the compressed stream. The bytes decompressed so far suffice.
            return content.flip();
        }
        return content.flip();
    }

    private boolean endsCleanly(Compression compression, int lookBytes) throws IOException {
        try (ReadableByteChannel inner = decompress(compression, lookBytes)) {
            return inner.read(ByteBuffer.allocate(1)) < 0;
        } catch (CompressionException e) {
            return false;
        }
    }

    private ReadableByteChannel decompress(Compression compression, int lookBytes) throws IOException {
        return compression.decompress(
                ByteSource.of(Bytes.copyOf(look(lookBytes)), name).open(0));
    }

    private ByteBuffer look(int count) throws IOException {
        return channel.peek(count);
    }

    private Found found(Framing framing, Compression compression) {
        return new Found(
                settings.framing() == null ? framing : settings.framing(),
                settings.compression() == null ? compression : settings.compression());
    }

    private boolean mayBe(Compression compression) {
        return settings.compression() == null || settings.compression().name().equals(compression.name());
    }

    private boolean mayBe(Framing framing) {
        return settings.framing() == null || settings.framing() == framing;
    }

    private boolean looksNamedTfRecord() {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("tfrecord")
                || lower.contains(".tfevents.")
                || List.of(".tfrec", ".tfr", ".record", ".records").stream().anyMatch(lower::endsWith);
    }

    private static boolean isHeader(ByteBuffer bytes) {
        return bytes.remaining() >= TfRecordFrames.HEADER_BYTES
                && Framing.TFRECORD.damageOfLength(bytes, bytes.position()) == null;
    }

    /**
     * Returns whether the bytes are a length and the beginning of an OFRecord message whose first field is a feature.
     * Checks only the bytes in the buffer.
     */
    static boolean isOfRecord(ByteBuffer bytes, OptionalLong size, boolean complete) {
        int headerBytes = Framing.OFRECORD.headerBytes();
        if (bytes.remaining() <= headerBytes || bytes.get(headerBytes) != 0x0a) {
            return false;
        }
        long length = Framing.OFRECORD.lengthAt(bytes, 0);
        int seen = (int) Math.min(length, bytes.remaining() - headerBytes);
        long most = size.isPresent() ? size.getAsLong() - headerBytes : Framing.MOST_PAYLOAD_BYTES;
        return length > 0
                && length <= most
                && (seen == length || !complete)
                && OfRecordStructure.problem(bytes, headerBytes, length, seen) == null;
    }

    /** Returns whether the bytes contain a complete record with two valid checksums. */
    private static boolean holdsProvenRecord(ByteBuffer bytes) throws IOException {
        HeaderSearch search = HeaderSearch.ofTfRecord(HeaderSearch.Window.of(bytes), bytes.limit());
        int end = bytes.limit();
        for (long at = search.next(1, end); at < end; at = search.next(at + 1, end)) {
            if (search.isIntact(at, 0)) {
                return true;
            }
        }
        return false;
    }
}
