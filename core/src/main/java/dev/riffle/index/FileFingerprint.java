package dev.riffle.index;

import dev.riffle.internal.Sha256;
import dev.riffle.internal.frame.Framing;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Describes the state of a data file by its size, its modification time and hashes. The hashes cover its first bytes,
 * its last bytes and some frames between them. Any difference makes an index stale. A read detects other changes,
 * because the length and the checksum of the record must match.
 */
final class FileFingerprint {

    static final int MAX_SAMPLES = 16;
    private static final int EDGE_BYTES = 4 << 10;
    private static final int HEADER_BYTES = Framing.TFRECORD_HEADER_BYTES;
    private static final int FOOTER_BYTES = Framing.TFRECORD_FOOTER_BYTES;

    private final long size;
    private final Instant time;
    private final FrameSamples samples;
    private final Hashes hashes;

    /** The hashes of the first bytes, of the last bytes, and of the samples. */
    private record Hashes(long head, long tail, long sampled) {}

    private FileFingerprint(long size, Instant time, FrameSamples samples, Hashes hashes) {
        this.size = size;
        this.time = time;
        this.samples = samples;
        this.hashes = hashes;
    }

    /** Returns the current fingerprint of a file. */
    static FileFingerprint of(Path file, FrameSamples samples) throws IOException {
        BasicFileAttributes attributes = attributes(file);
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ)) {
            Instant time = attributes.lastModifiedTime().toInstant();
            return of(attributes.size(), time, samples, (from, target) -> {
                channel.position(from);
                while (target.hasRemaining() && channel.read(target) >= 0) {
                    // Reads until the buffer is full or the file ends.
                }
            });
        } catch (NoSuchFileException e) {
            throw missing(file);
        }
    }

    /** Returns the current fingerprint of a source that has no modification time. */
    static FileFingerprint of(ByteSource source, FrameSamples samples) throws IOException {
        return of(
                source.size().orElseThrow(),
                Instant.EPOCH,
                samples,
                (from, target) ->
                        target.put(source.read(from, target.remaining()).asByteBuffer()));
    }

    private static FileFingerprint of(long size, Instant time, FrameSamples samples, Reading reading)
            throws IOException {
        return new FileFingerprint(
                size,
                time,
                samples,
                new Hashes(
                        hash(reading, 0, EDGE_BYTES),
                        hash(reading, Math.max(0, size - EDGE_BYTES), EDGE_BYTES),
                        hash(reading, samples)));
    }

    /** Reads bytes at an offset, until the buffer is full or the file ends. */
    @FunctionalInterface
    private interface Reading {
        void read(long from, ByteBuffer target) throws IOException;
    }

    /** Returns the attributes of a file that another program may remove or replace at this moment. */
    static BasicFileAttributes attributes(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw missing(file);
        }
    }

    static NoSuchFileException missing(Path file) {
        return new NoSuchFileException(file.toString(), null, "no such file; check the path");
    }

    private static long hash(Reading reading, long from, int count) throws IOException {
        MessageDigest digest = Sha256.digest();
        add(digest, reading, from, ByteBuffer.allocate(count));
        return first8(digest);
    }

    /** Hashes the header bytes and the footer bytes of each sample. */
    private static long hash(Reading reading, FrameSamples samples) throws IOException {
        MessageDigest digest = Sha256.digest();
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        ByteBuffer footer = ByteBuffer.allocate(FOOTER_BYTES);
        for (int i = 0; i < samples.count(); i++) {
            long size = samples.size(i);
            add(digest, reading, samples.offset(i), header.clear().limit((int) Math.min(size, HEADER_BYTES)));
            int last = (int) Math.min(size, FOOTER_BYTES);
            add(digest, reading, samples.offset(i) + size - last, footer.clear().limit(last));
        }
        return first8(digest);
    }

    private static void add(MessageDigest digest, Reading reading, long from, ByteBuffer buffer) throws IOException {
        reading.read(from, buffer);
        digest.update(buffer.flip());
    }

    private static long first8(MessageDigest digest) {
        return ByteBuffer.wrap(digest.digest()).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    long size() {
        return size;
    }

    /** Returns whether size and modification time match this fingerprint. Some copies lose the nanoseconds. */
    boolean hasSizeAndTime(BasicFileAttributes attributes) {
        Instant now = attributes.lastModifiedTime().toInstant();
        return attributes.size() == size && (now.equals(time) || now.equals(time.truncatedTo(ChronoUnit.MICROS)));
    }

    /** Returns the difference between the file and this fingerprint, or null if they match. */
    @Nullable
    String difference(Path file) throws IOException {
        BasicFileAttributes attributes = attributes(file);
        if (attributes.size() != size) {
            return otherSize(attributes.size());
        }
        if (!hasSizeAndTime(attributes)) {
            return "the file was modified at " + attributes.lastModifiedTime().toInstant() + ", and at " + time
                    + " when it was indexed";
        }
        return difference(of(file, samples));
    }

    /** Like {@link #difference(Path)}, for a source that has no modification time. */
    @Nullable
    String difference(ByteSource source) throws IOException {
        long now = source.size().orElse(-1);
        return now != size ? otherSize(now) : difference(of(source, samples));
    }

    private String otherSize(long now) {
        return "the file size has changed from " + size + " to " + now + " bytes";
    }

    private @Nullable String difference(FileFingerprint now) {
        if (now.hashes.head != hashes.head) {
            return "the first bytes of the file have changed";
        }
        if (now.hashes.tail != hashes.tail) {
            return "the last bytes of the file have changed";
        }
        return now.hashes.sampled == hashes.sampled ? null : "records inside the file have changed";
    }

    int sampleCount() {
        return samples.count();
    }

    /** Writes size, time and hashes to their places in the header, and the samples after the hashes. */
    void put(ByteBuffer header) {
        header.putLong(IndexHeader.FILE_SIZE, size)
                .putLong(IndexHeader.SECONDS, time.getEpochSecond())
                .putInt(IndexHeader.NANOS, time.getNano())
                .putLong(IndexHeader.HEAD, hashes.head)
                .putLong(IndexHeader.TAIL, hashes.tail)
                .putLong(IndexHeader.SAMPLED, hashes.sampled);
        for (int i = 0; i < samples.count(); i++) {
            int at = IndexHeader.FIXED_BYTES + i * IndexHeader.ENTRY_BYTES;
            header.putLong(at, samples.offset(i)).putLong(at + Long.BYTES, samples.size(i));
        }
    }

    /** Reads a fingerprint that {@link #put} wrote. */
    static FileFingerprint get(ByteBuffer header, int samples) throws UnusableIndexException {
        long[] offsets = new long[samples];
        long[] sizes = new long[samples];
        long size = header.getLong(IndexHeader.FILE_SIZE);
        long seconds = header.getLong(IndexHeader.SECONDS);
        int nanos = header.getInt(IndexHeader.NANOS);
        for (int i = 0; i < samples; i++) {
            int at = IndexHeader.FIXED_BYTES + i * IndexHeader.ENTRY_BYTES;
            offsets[i] = header.getLong(at);
            sizes[i] = header.getLong(at + Long.BYTES);
            if (offsets[i] < 0 || sizes[i] < 0 || offsets[i] > size - sizes[i]) {
                throw new UnusableIndexException("a sample is outside the file");
            }
        }
        if (size < 0
                || nanos < 0
                || nanos >= 1_000_000_000
                || seconds < Instant.MIN.getEpochSecond()
                || seconds > Instant.MAX.getEpochSecond()) {
            throw new UnusableIndexException("invalid file size or modification time");
        }
        return new FileFingerprint(
                size,
                Instant.ofEpochSecond(seconds, nanos),
                new FrameSamples(offsets, sizes),
                new Hashes(
                        header.getLong(IndexHeader.HEAD),
                        header.getLong(IndexHeader.TAIL),
                        header.getLong(IndexHeader.SAMPLED)));
    }
}
