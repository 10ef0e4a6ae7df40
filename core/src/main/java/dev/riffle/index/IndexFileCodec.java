package dev.riffle.index;

import dev.riffle.example.internal.IndexKey;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.file.FilePermissions;
import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.internal.resume.AccessPoints;
import dev.riffle.shard.internal.StagingSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes index files. */
final class IndexFileCodec implements AutoCloseable {

    /** The largest size of the access points in bytes. At most 1 GiB of these bytes belong to the windows. */
    private static final long MAX_ACCESS_POINT_BYTES = Integer.MAX_VALUE - 8;

    /** The longest feature name or version in bytes. Real names are much shorter. */
    private static final int MAX_TEXT_BYTES = 64 << 10;

    private final SeekableByteChannel channel;
    private final IndexHeader header;

    private IndexFileCodec(SeekableByteChannel channel, IndexHeader header) {
        this.channel = channel;
        this.header = header;
    }

    /**
     * Opens an index file and reads its header.
     *
     * @throws UnusableIndexException if it is not a usable index file
     * @throws java.nio.file.NoSuchFileException if it does not exist
     */
    static IndexFileCodec open(Path file) throws IOException {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw new UnusableIndexException("not a regular file");
        }
        SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ);
        try {
            return new IndexFileCodec(channel, IndexHeader.read(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    IndexHeader header() {
        return header;
    }

    /** Reads the offsets of all records. */
    RecordOffsets offsets() throws IOException {
        OffsetDecoder decoder = new OffsetDecoder(BuiltIndex.overheadBytes(header.format()));
        read(section(IndexSection.SIZES), (bytes, count) -> decoder.accept(bytes, 0, count));
        RecordOffsets offsets;
        try {
            offsets = decoder.offsets();
        } catch (IllegalArgumentException e) {
            throw new UnusableIndexException(String.valueOf(e.getMessage()));
        }
        if (offsets.count() != header.count() || decoder.end() != header.end()) {
            throw new UnusableIndexException("expected " + header.count() + " records up to offset " + header.end()
                    + ", found " + offsets.count() + " up to " + decoder.end());
        }
        return offsets;
    }

    /** Reads the name of the key feature; empty without keys. */
    Optional<String> keyFeature() throws IOException {
        return text(IndexSection.KEY_FEATURE, "the name of the key");
    }

    /** Reads the version of the data file's source; empty if the source had none. */
    Optional<String> version() throws IOException {
        return text(IndexSection.SOURCE_VERSION, "the version of the source");
    }

    private Optional<String> text(int type, String what) throws IOException {
        Optional<IndexSection> section = header.section(type);
        if (section.isPresent() && section.get().size() > MAX_TEXT_BYTES) {
            throw new UnusableIndexException(what + " has more than " + MAX_TEXT_BYTES + " bytes");
        }
        return content(type).map(Bytes::utf8);
    }

    /** Reads the {@link DataFile#stamp} of the data file; empty if it had none. */
    Optional<Bytes> stamp() throws IOException {
        return content(IndexSection.FILE_STAMP);
    }

    /** Reads the {@link PayloadDigest}; empty if the payloads were not read. */
    Optional<Bytes> digest() throws IOException {
        return content(IndexSection.PAYLOAD_DIGEST);
    }

    /** Reads a short section, whose size the caller or the header has checked. */
    private Optional<Bytes> content(int type) throws IOException {
        Optional<IndexSection> section = header.section(type);
        if (section.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Bytes.ofOwned(all(section.get())));
    }

    /** Reads a section completely. The size of the file confirms the stated size. */
    private byte[] all(IndexSection section) throws IOException {
        byte[] all = new byte[(int) section.size()];
        int[] at = {0};
        read(section, (bytes, count) -> {
            System.arraycopy(bytes, 0, all, at[0], count);
            at[0] += count;
        });
        return all;
    }

    /** Reads the keys; empty if the index file has none. */
    Optional<KeyColumn> keys() throws IOException {
        Optional<String> feature = keyFeature();
        if (feature.isEmpty()) {
            return Optional.empty();
        }
        // Without the digest, no scan can confirm that a key is missing.
        section(IndexSection.PAYLOAD_DIGEST);
        IndexSection hashSection = section(IndexSection.KEY_HASHES);
        IndexSection recordSection = section(IndexSection.KEY_RECORDS);
        long count = recordSection.size() / Integer.BYTES;
        if (recordSection.size() % Integer.BYTES != 0
                || hashSection.size() != count * Long.BYTES
                || count > header.count()) {
            throw new UnusableIndexException("different numbers of keys and records with keys");
        }
        int kinds = keyKinds(count);
        // The file size confirms the stated sizes of these sections.
        long[] hashes = new long[Math.toIntExact(count)];
        int[] records = new int[hashes.length];
        int[] at = {0};
        read(hashSection, (bytes, size) -> {
            for (int i = 0; i < size; i += Long.BYTES) {
                hashes[at[0]] = LittleEndian.getLong(bytes, i);
                if (at[0] > 0 && hashes[at[0]] < hashes[at[0] - 1]) {
                    throw new IllegalArgumentException("keys are not in order");
                }
                at[0]++;
            }
        });
        at[0] = 0;
        read(recordSection, (bytes, size) -> {
            for (int i = 0; i < size; i += Integer.BYTES) {
                int record = LittleEndian.getInt(bytes, i);
                if (record < 0 || record >= header.count()) {
                    throw new IllegalArgumentException("invalid record number of a key: " + record);
                }
                records[at[0]++] = record;
            }
        });
        return Optional.of(new KeyColumn(feature.get(), kinds, hashes, records));
    }

    private int keyKinds(long keys) throws IOException {
        int[] kinds = {0};
        read(section(IndexSection.KEY_KINDS), (bytes, size) -> {
            for (int i = 0; i < size; i++) {
                if (bytes[i] < IndexKey.BYTES || bytes[i] > IndexKey.INT64 || kinds[0] >= 1 << bytes[i]) {
                    throw new IllegalArgumentException("invalid kind of keys: " + bytes[i]);
                }
                kinds[0] |= 1 << bytes[i];
            }
        });
        if (kinds[0] == 0 != (keys == 0)) {
            throw new UnusableIndexException("the kinds of the keys do not match the number of keys: " + keys);
        }
        return kinds[0];
    }

    /** Reads the access points of the data file; empty if it is not compressed. */
    Optional<AccessPoints> accessPoints() throws IOException {
        if (header.compression() == IndexHeader.number(Compression.NONE)) {
            return Optional.empty();
        }
        IndexSection section = section(IndexSection.ACCESS_POINTS);
        if (section.size() > MAX_ACCESS_POINT_BYTES) {
            throw new UnusableIndexException("the access points are too large");
        }
        // The writer may have had a larger heap. Each window needs some additional bytes.
        long windows = AccessPoints.mostWindowBytes(Runtime.getRuntime().maxMemory());
        if (section.size() > windows + windows / 16 + (1 << 20)) {
            throw new UnusableIndexException("the access points need " + section.size()
                    + " bytes, too much for this heap; increase the heap (-Xmx)");
        }
        AccessPoints accessPoints;
        byte[] bytes = all(section);
        try {
            accessPoints = AccessPoints.decode(bytes);
        } catch (IllegalArgumentException e) {
            throw new UnusableIndexException(String.valueOf(e.getMessage()));
        }
        if (accessPoints.size() != header.end()
                || accessPoints.compressedBytes() != header.fingerprint().size()) {
            throw new UnusableIndexException("the access points belong to another file");
        }
        return Optional.of(accessPoints);
    }

    /** Verifies the values and the checksums of all sections. */
    void verify() throws IOException {
        offsets();
        accessPoints();
        keys();
        for (IndexSection section : header.sections()) {
            read(section, (bytes, count) -> {});
        }
    }

    private IndexSection section(int type) throws UnusableIndexException {
        return header.section(type).orElseThrow(() -> new UnusableIndexException("missing section " + type));
    }

    private void read(IndexSection section, IndexSection.Taker taker) throws IOException {
        section.read(channel, header.offsetOf(section), taker);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * Writes the index file of a data file, complete or not at all, and returns its size. The method does not sync,
     * because readers detect a torn index file. If the name of the index file is a symbolic link, the method replaces
     * the link and does not change the target.
     */
    static long write(DataFile data, Path file, BuiltIndex built, FileFingerprint fingerprint, DataFile.State before)
            throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(
                    file.toString(), null, "a directory has the name of the index file; move it elsewhere");
        }
        Leftovers.remove(file);
        try (WritingLock writing = WritingLock.begin(file, file.getFileName().toString())) {
            Path hidden = writing.hidden(file, "-0.tmp");
            try {
                makePrivate(data.path(), file, hidden);
                long size = write(new StagingSink(hidden, file.toString()), built, fingerprint, before);
                Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return size;
            } finally {
                Files.deleteIfExists(hidden);
            }
        }
    }

    /**
     * Limits the permissions to those of the data file, because the index file may contain bytes of the data file. An
     * older index file may restrict the permissions further. If the data is not a file, only the owner can read it.
     */
    private static void makePrivate(@Nullable Path data, Path file, Path hidden) throws IOException {
        Path directory = Objects.requireNonNull(hidden.toAbsolutePath().getParent());
        Set<PosixFilePermission> readable = FilePermissions.of(data == null ? directory : data.toRealPath());
        if (readable == null) {
            return;
        }
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        if (data != null) {
            permissions.addAll(readable);
        }
        permissions.removeIf(permission -> permission.name().endsWith("_EXECUTE"));
        Set<PosixFilePermission> older = FilePermissions.of(file);
        if (older != null) {
            permissions.retainAll(older);
        }
        permissions.add(PosixFilePermission.OWNER_READ);
        permissions.add(PosixFilePermission.OWNER_WRITE);
        try {
            Files.createFile(hidden, FilePermissions.attributes(permissions));
        } catch (FileSystemException e) {
            throw notWritten(file, e);
        }
    }

    /** Returns the failure with the name of the index file. The caller does not know the hidden file. */
    private static FileSystemException notWritten(Path file, FileSystemException failure) {
        boolean denied = failure instanceof AccessDeniedException;
        String reason = "the index file cannot be written: "
                + (denied
                        ? "permission denied; allow writing to its directory, or copy the data file elsewhere"
                        : failure.getReason());
        FileSystemException explained = denied
                ? new AccessDeniedException(file.toString(), null, reason)
                : new FileSystemException(file.toString(), null, reason);
        explained.initCause(failure);
        return explained;
    }

    private static long write(ByteSink sink, BuiltIndex built, FileFingerprint fingerprint, DataFile.State before)
            throws IOException {
        List<IndexSection> sections = new ArrayList<>();
        List<Iterable<ByteBuffer>> contents = new ArrayList<>();
        add(sections, contents, IndexSection.SIZES, built.sizes().section());
        built.keys().ifPresent(keys -> {
            add(sections, contents, IndexSection.KEY_FEATURE, bytes(Bytes.ofUtf8(keys.feature())));
            add(sections, contents, IndexSection.KEY_HASHES, keys.hashSection());
            add(sections, contents, IndexSection.KEY_RECORDS, keys.recordSection());
            add(sections, contents, IndexSection.KEY_KINDS, keys.kindSection());
        });
        before.version()
                .ifPresent(tag -> add(sections, contents, IndexSection.SOURCE_VERSION, bytes(Bytes.ofUtf8(tag))));
        built.digest().ifPresent(digest -> add(sections, contents, IndexSection.PAYLOAD_DIGEST, bytes(digest)));
        before.stamp().ifPresent(stamp -> add(sections, contents, IndexSection.FILE_STAMP, bytes(stamp)));
        built.accessPoints()
                .ifPresent(accessPoints -> add(sections, contents, IndexSection.ACCESS_POINTS, accessPoints.encode()));
        IndexHeader header = new IndexHeader(
                built.format(),
                IndexHeader.number(built.compression()),
                built.sizes().count(),
                built.sizes().frameBytes(built.overheadBytes()),
                fingerprint,
                sections);
        try (ByteSink.Output out = sink.create()) {
            GatheredOutput gathered = new GatheredOutput(out);
            gathered.write(header.encode());
            for (Iterable<ByteBuffer> content : contents) {
                for (ByteBuffer bytes : content) {
                    gathered.write(bytes.duplicate());
                }
            }
            gathered.flush();
            out.commit();
            return gathered.written;
        }
    }

    private static Iterable<ByteBuffer> bytes(Bytes content) {
        return List.of(content.asByteBuffer());
    }

    private static void add(
            List<IndexSection> sections, List<Iterable<ByteBuffer>> contents, int type, Iterable<ByteBuffer> content) {
        sections.add(IndexSection.of(type, content));
        contents.add(content);
    }

    /** Combines small pieces into larger writes. */
    private static final class GatheredOutput {

        private final ByteSink.Output out;
        private final ByteBuffer gathered = ByteBuffer.allocate(256 << 10);
        private long written;

        GatheredOutput(ByteSink.Output out) {
            this.out = out;
        }

        void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                if (!gathered.hasRemaining()) {
                    flush();
                }
                int count = Math.min(bytes.remaining(), gathered.remaining());
                gathered.put(bytes.slice(bytes.position(), count));
                bytes.position(bytes.position() + count);
            }
        }

        void flush() throws IOException {
            gathered.flip();
            while (gathered.hasRemaining()) {
                written += out.write(gathered);
            }
            gathered.clear();
        }
    }
}
