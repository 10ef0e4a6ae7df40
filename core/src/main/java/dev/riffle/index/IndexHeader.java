package dev.riffle.index;

import dev.riffle.RecordFormat;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Holds the header of an index file: the number of records, and the fingerprint to compare with the current data file.
 * {@code docs/reference/formats/index.md} describes the format.
 *
 * @param format the format of the data file
 * @param compression the compression of the data file, by its position in {@link Compression#builtIn}
 * @param count number of records
 * @param end the offset after the last record, in uncompressed bytes
 * @param fingerprint the fingerprint of the data file
 * @param sections the sections that follow, in order
 */
record IndexHeader(
        RecordFormat format,
        int compression,
        long count,
        long end,
        FileFingerprint fingerprint,
        List<IndexSection> sections) {

    static final int VERSION = 2;

    /** The formats; the stored number is the index plus 1. */
    private static final List<RecordFormat> FORMATS = List.of(RecordFormat.TFRECORD, RecordFormat.OFRECORD);

    private static final byte[] MAGIC = "RIFFLEIX".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_AT = 8;
    private static final int FORMAT = 10;
    private static final int COMPRESSION = 11;
    private static final int HEADER_SIZE = 12;
    private static final int COUNT = 16;
    private static final int END = 24;
    static final int FILE_SIZE = 32;
    static final int SECONDS = 40;
    static final int NANOS = 48;
    private static final int SAMPLES = 52;
    private static final int SECTIONS = 54;
    static final int HEAD = 56;
    static final int TAIL = 64;
    static final int SAMPLED = 72;
    static final int FIXED_BYTES = 80;

    /** The size of the entry of a sample or a section in bytes. */
    static final int ENTRY_BYTES = 16;

    private static final int CHECKSUM_BYTES = 4;

    IndexHeader {
        sections = List.copyOf(sections);
    }

    /** Returns the number of a compression. */
    static int number(Compression compression) {
        List<String> names =
                Compression.builtIn().stream().map(Compression::name).toList();
        int number = names.indexOf(compression.name());
        if (number < 0) {
            throw new IllegalArgumentException("a file compressed with " + compression.name() + " cannot be indexed");
        }
        return number;
    }

    int size() {
        return sizeFor(fingerprint.sampleCount(), sections.size());
    }

    private static int sizeFor(int samples, int sections) {
        return FIXED_BYTES + (samples + sections) * ENTRY_BYTES + CHECKSUM_BYTES;
    }

    Optional<IndexSection> section(int type) {
        return sections.stream().filter(section -> section.type() == type).findFirst();
    }

    /** Returns a section that the index file needs. */
    IndexSection required(int type) throws UnusableIndexException {
        return section(type).orElseThrow(() -> new UnusableIndexException("missing section " + type));
    }

    /** Returns the size of the index file in bytes. */
    long fileSize() {
        return sections.stream().mapToLong(IndexSection::size).reduce(size(), Long::sum);
    }

    /** Returns the checksum of the header. */
    int checksum() {
        return encode().getInt(size() - CHECKSUM_BYTES);
    }

    /** Returns the offset of a section. */
    long offsetOf(IndexSection wanted) {
        long offset = size();
        for (IndexSection section : sections) {
            if (section.equals(wanted)) {
                return offset;
            }
            offset += section.size();
        }
        throw new IllegalArgumentException("not a section of this header: " + wanted);
    }

    ByteBuffer encode() {
        ByteBuffer header = ByteBuffer.allocate(size()).order(ByteOrder.LITTLE_ENDIAN);
        header.put(0, MAGIC)
                .putShort(VERSION_AT, (short) VERSION)
                .put(FORMAT, (byte) (FORMATS.indexOf(format) + 1))
                .put(COMPRESSION, (byte) compression)
                .putInt(HEADER_SIZE, size())
                .putLong(COUNT, count)
                .putLong(END, end)
                .putShort(SAMPLES, (short) fingerprint.sampleCount())
                .putShort(SECTIONS, (short) sections.size());
        fingerprint.put(header);
        header.position(FIXED_BYTES + fingerprint.sampleCount() * ENTRY_BYTES);
        for (IndexSection section : sections) {
            header.putInt(section.type()).putInt(section.checksum()).putLong(section.size());
        }
        header.putInt(checksum(header, header.position()));
        return header.flip();
    }

    private static int checksum(ByteBuffer header, int count) {
        CRC32C sum = new CRC32C();
        sum.update(header.slice(0, count));
        return (int) sum.getValue();
    }

    /**
     * Reads the header of an index file and checks the file size that it states.
     *
     * @throws UnusableIndexException if the file is not an index file, or this version cannot read it
     */
    static IndexHeader read(SeekableByteChannel channel) throws IOException {
        ByteBuffer fixed = read(channel, 0, FIXED_BYTES);
        byte[] magic = new byte[MAGIC.length];
        fixed.get(0, magic);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new UnusableIndexException("not an index file");
        }
        int version = Short.toUnsignedInt(fixed.getShort(VERSION_AT));
        if (version != VERSION) {
            throw new UnusableIndexException(
                    "version " + version + "; this release of Riffle reads version " + VERSION);
        }
        int samples = Short.toUnsignedInt(fixed.getShort(SAMPLES));
        int sections = Short.toUnsignedInt(fixed.getShort(SECTIONS));
        int size = sizeFor(samples, sections);
        if (fixed.getInt(HEADER_SIZE) != size || size > channel.size()) {
            throw new UnusableIndexException("damaged header");
        }
        ByteBuffer header = read(channel, 0, size);
        if (header.getInt(size - CHECKSUM_BYTES) != checksum(header, size - CHECKSUM_BYTES)) {
            throw new UnusableIndexException("the checksum of the header does not match");
        }
        IndexHeader read = decode(header, samples, sections);
        for (IndexSection section : read.sections) {
            if (!section.hasValidSize() || section.size() > channel.size()) {
                throw new UnusableIndexException("invalid size of section " + section.type() + ": " + section.size());
            }
        }
        if (read.fileSize() != channel.size()) {
            throw new UnusableIndexException("expected " + read.fileSize() + " bytes, found " + channel.size());
        }
        return read;
    }

    private static IndexHeader decode(ByteBuffer header, int samples, int sectionCount) throws UnusableIndexException {
        int format = header.get(FORMAT) - 1;
        int compression = header.get(COMPRESSION);
        long count = header.getLong(COUNT);
        long end = header.getLong(END);
        if (format < 0
                || format >= FORMATS.size()
                || compression < 0
                || compression >= Compression.builtIn().size()
                || count < 0
                || end < 0) {
            throw new UnusableIndexException("invalid values in the header");
        }
        List<IndexSection> sections = new ArrayList<>();
        for (int i = 0; i < sectionCount; i++) {
            int at = FIXED_BYTES + (samples + i) * ENTRY_BYTES;
            sections.add(new IndexSection(
                    header.getInt(at), header.getInt(at + Integer.BYTES), header.getLong(at + Long.BYTES)));
        }
        return new IndexHeader(
                FORMATS.get(format), compression, count, end, FileFingerprint.get(header, samples), sections);
    }

    /** Reads bytes of an index file into memory. */
    static ByteBuffer read(SeekableByteChannel channel, long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        channel.position(from);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new UnusableIndexException("truncated to " + bytes.position() + " bytes");
            }
        }
        return bytes.flip();
    }
}
