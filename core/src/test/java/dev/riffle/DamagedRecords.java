package dev.riffle;

import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Applies random damage to a random record file, and keeps the keys of the records written to the file. */
final class DamagedRecords {

    /** The kinds of damage. Each kind can also occur at the borders of sectors. */
    enum Kind {
        CUT,
        INSERTED,
        OVERWRITTEN,
        SECTOR_ZEROED,
        SECTOR_REMOVED,
        TRUNCATED,
        DOUBLED,
        SWAPPED
    }

    private static final int[] LARGEST = {60, 60, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000, 8000, 20_000, 300_000};
    private static final int[] SECTORS = {1, 1, 512, 4096};

    private final Random random;
    private final Set<Long> written = new HashSet<>();
    private byte[] bytes = {};

    DamagedRecords(Random random) {
        this.random = random;
    }

    /** An intact frame: its offsets, and a number that identifies its payload. */
    record Frame(int begin, int end, long key) {}

    byte[] bytes() {
        return bytes;
    }

    /** Returns whether a record with this payload was written to the file itself, not nested in another record. */
    boolean isWritten(long key) {
        return written.contains(key);
    }

    static long key(byte[] bytes, int from, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, size);
        return (long) size << Integer.SIZE | crc.getValue();
    }

    /** Returns all intact frames of a file, found by trying every offset. */
    static List<Frame> scan(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<Frame> frames = new ArrayList<>();
        for (int at = 0; at + 16 <= file.length; at++) {
            long length = bytes.getLong(at);
            if (length < 0 || length > file.length - at - 16 || masked(file, at, 8) != bytes.getInt(at + 8)) {
                continue;
            }
            int size = (int) length;
            if (masked(file, at + 12, size) == bytes.getInt(at + 12 + size)) {
                frames.add(new Frame(at, at + 16 + size, key(file, at + 12, size)));
            }
        }
        return frames;
    }

    /**
     * Returns whether a frame shows two of three signs that it is nested in the payload of a record. The signs are: a
     * frame begins with the payload, a frame ends with the payload, and a header or the end follows the record.
     */
    static boolean looksNested(byte[] file, Frame frame) {
        List<Frame> frames = scan(file);
        for (int at = 0; at + 12 <= frame.begin; at++) {
            long payload = at + 12L;
            long footer = claimedEnd(file, at) - 4;
            if (footer >= frame.end) {
                boolean begins = frames.stream().anyMatch(each -> each.begin == payload);
                boolean ends = false;
                for (long inner = payload; inner < footer && !ends; inner++) {
                    ends = claimedEnd(file, inner) == footer;
                }
                boolean followed = footer + 4 == file.length || claimedEnd(file, footer + 4) >= 0;
                if ((begins ? 1 : 0) + (ends ? 1 : 0) + (followed ? 1 : 0) >= 2) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the end of the frame according to the header at {@code at}, or -1 if no header begins there. */
    private static long claimedEnd(byte[] file, long at) {
        if (at + 12 > file.length) {
            return -1;
        }
        ByteBuffer header = ByteBuffer.wrap(file, (int) at, 12).slice().order(ByteOrder.LITTLE_ENDIAN);
        long length = header.getLong(0);
        return length >= 0 && length < 1L << 40 && masked(file, (int) at, 8) == header.getInt(8)
                ? at + 16 + length
                : -1;
    }

    /** Returns the keys of the records of an undamaged file. */
    static List<Long> keys(byte[] file) throws IOException {
        List<Long> keys = new ArrayList<>();
        try (RecordReader reader =
                RecordReader.open(RecordFiles.source(file), RecordFiles.tfRecord(Compression.NONE))) {
            while (reader.next()) {
                byte[] payload = reader.payloadBytes();
                keys.add(key(payload, 0, payload.length));
            }
        }
        return keys;
    }

    static byte[] deflate(byte[] bytes, boolean gzip) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream deflating = gzip ? new GZIPOutputStream(out) : new DeflaterOutputStream(out)) {
            deflating.write(bytes);
        }
        return out.toByteArray();
    }

    /** Returns the bytes that the JDK inflates up to the end of the stream or the first damaged byte. */
    static byte[] inflate(byte[] bytes, boolean gzip) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        try (InputStream inflating = gzip ? new GZIPInputStream(in) : new InflaterInputStream(in)) {
            byte[] some = new byte[64];
            for (int count = inflating.read(some); count >= 0; count = inflating.read(some)) {
                out.write(some, 0, count);
            }
        } catch (ZipException | EOFException e) {
            // Only the bytes before the damage count.
            return out.toByteArray();
        }
        return out.toByteArray();
    }

    private static int masked(byte[] bytes, int from, int size) {
        return Integer.rotateRight((int) key(bytes, from, size), 15) + 0xa282ead8;
    }

    private static byte[] header(long length) {
        ByteBuffer header =
                ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
        return header.putInt(masked(header.array(), 0, 8)).array();
    }

    private static byte[] frame(byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(header(payload.length));
        return frame.put(payload).putInt(masked(payload, 0, payload.length)).array();
    }

    private byte[] payload(int size) {
        // Excludes eight bytes that are a length. They would form a record together with the checksum of that length.
        byte[] payload = new byte[size == Long.BYTES ? size + 1 : size];
        random.nextBytes(payload);
        return payload;
    }

    private void add(byte[] payload) {
        written.add(key(payload, 0, payload.length));
        append(frame(payload));
    }

    private void append(byte[] more) {
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, before + more.length);
        System.arraycopy(more, 0, bytes, before, more.length);
    }

    /** Writes records of one size, of two sizes, or of any size. */
    void writeFlat() {
        int largest = LARGEST[random.nextInt(LARGEST.length)];
        int equal = random.nextInt(largest + 1);
        int other = equal / 2;
        int shape = random.nextInt(3);
        for (int i = 2 + random.nextInt(largest > 1000 ? 10 : 40); i > 0; i--) {
            int size = switch (shape) {
                case 0 -> equal;
                case 1 -> random.nextBoolean() ? equal : other;
                default -> random.nextInt(largest + 1);
            };
            add(payload(size));
        }
    }

    /** Writes frames of 64 KiB and 32 KiB. */
    void writeTwoSizes() {
        for (int i = 6 + random.nextInt(8); i > 0; i--) {
            add(payload((random.nextBoolean() ? 64 << 10 : 32 << 10) - 16));
        }
    }

    /** Writes records like two writers. The first writer dies inside a record, and the second writer continues. */
    void writeTorn(int smallest, int largest) {
        for (int i = random.nextInt(3); i > 0; i--) {
            add(payload(smallest + random.nextInt(largest - smallest)));
        }
        int size = payload(smallest + random.nextInt(largest - smallest)).length;
        append(header(size));
        append(payload(random.nextInt(3) == 0 ? random.nextInt(size) : 0));
        for (int i = 1 + random.nextInt(7); i > 0; i--) {
            add(payload(smallest + random.nextInt(largest - smallest)));
        }
    }

    /** Writes records, some of which contain record files. */
    void writeNested() {
        int largest = LARGEST[random.nextInt(LARGEST.length - 1)];
        for (int i = 2 + random.nextInt(6); i > 0; i--) {
            add(random.nextBoolean() ? nested(largest, 1 + random.nextInt(3)) : payload(5 + random.nextInt(largest)));
        }
    }

    private byte[] nested(int largest, int depth) {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            boolean deeper = depth > 1 && random.nextInt(3) == 0;
            inner.writeBytes(frame(deeper ? nested(largest, depth - 1) : payload(5 + random.nextInt(largest))));
        }
        return inner.toByteArray();
    }

    private int place(int sector, int room) {
        return random.nextInt(room / sector + 1) * sector;
    }

    /** Removes {@code count} bytes at an offset that is a multiple of {@code sector}. */
    void cut(int count, int sector) {
        int cut = Math.min(count, bytes.length / 2);
        replace(place(sector, bytes.length - cut), cut, new byte[0]);
    }

    void damage(Kind kind) {
        if (bytes.length < 2) {
            return;
        }
        int sector = SECTORS[random.nextInt(SECTORS.length)];
        sector = bytes.length < 2 * sector ? 1 : sector;
        int most = Math.max(1, (random.nextBoolean() ? Math.min(8 * sector, bytes.length / 2) : bytes.length / 2));
        int count = Math.max(1, (1 + random.nextInt(most)) / sector * sector);
        int at = place(sector, bytes.length - count);
        switch (kind) {
            case CUT -> replace(at, count, new byte[0]);
            case INSERTED -> replace(at, 0, payload(count));
            case OVERWRITTEN -> replace(at, Math.min(count, bytes.length - at), payload(count));
            case SECTOR_ZEROED, SECTOR_REMOVED -> {
                int lost = random.nextBoolean() ? 512 : 4096;
                int from = place(lost, bytes.length - 1);
                int size = Math.min(lost, bytes.length - from);
                replace(from, size, new byte[kind == Kind.SECTOR_ZEROED ? size : 0]);
            }
            case TRUNCATED -> bytes = Arrays.copyOf(bytes, at);
            case DOUBLED -> replace(at, 0, Arrays.copyOfRange(bytes, at, at + count));
            case SWAPPED -> {
                int half = count / 2;
                byte[] first = Arrays.copyOfRange(bytes, at, at + half);
                System.arraycopy(bytes, at + count - half, bytes, at, half);
                System.arraycopy(first, 0, bytes, at + count - half, half);
            }
        }
    }

    private void replace(int at, int count, byte[] with) {
        byte[] changed = new byte[bytes.length - count + with.length];
        System.arraycopy(bytes, 0, changed, 0, at);
        System.arraycopy(with, 0, changed, at, with.length);
        System.arraycopy(bytes, at + count, changed, at + with.length, bytes.length - at - count);
        bytes = changed;
    }
}
