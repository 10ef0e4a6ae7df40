package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.file.FilePermissions;
import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.io.internal.resume.AccessPoints;
import dev.riffle.shard.internal.StagingSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/** Writes index files. */
final class IndexFileWriter {

    private IndexFileWriter() {}

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
        SizeColumn sizes = built.sizes();
        List<Pending> sections = new ArrayList<>();
        sections.add(new Pending(sizes.section(), out -> writeSizes(sizes, out)));
        sections.add(places(IndexSection.SIZE_PLACES, SizeColumn.blocks(sizes.count()), sizes::bytes));
        built.keys().ifPresent(keys -> {
            sections.add(pending(IndexSection.KEY_FEATURE, bytes(Bytes.ofUtf8(keys.feature()))));
            sections.add(new Pending(keys.section(), out -> writeKeys(keys, out)));
            sections.add(pending(IndexSection.KEY_KINDS, keys.kindSection()));
        });
        before.version().ifPresent(tag -> sections.add(pending(IndexSection.SOURCE_VERSION, bytes(Bytes.ofUtf8(tag)))));
        built.digest().ifPresent(digest -> sections.add(pending(IndexSection.PAYLOAD_DIGEST, bytes(digest))));
        before.stamp().ifPresent(stamp -> sections.add(pending(IndexSection.FILE_STAMP, bytes(stamp))));
        if (built.accessPoints().isPresent()) {
            add(built.accessPoints().get(), sections);
        }
        IndexHeader header = new IndexHeader(
                built.format(),
                IndexHeader.number(built.compression()),
                sizes.count(),
                sizes.frameBytes(built.overheadBytes()),
                fingerprint,
                sections.stream().map(Pending::section).toList());
        try (ByteSink.Output out = sink.create()) {
            BlockOutput blocks = new BlockOutput(out, header.checksum());
            blocks.write(header.encode());
            for (Pending section : sections) {
                section.content().write(blocks);
            }
            blocks.flush();
            out.commit();
            return blocks.written;
        }
    }

    private static Iterable<ByteBuffer> bytes(Bytes content) {
        return List.of(content.asByteBuffer());
    }

    private static Pending pending(int type, Iterable<ByteBuffer> content) {
        return new Pending(IndexSection.of(type, content), out -> {
            for (ByteBuffer bytes : content) {
                out.write(bytes.duplicate());
            }
        });
    }

    private static void writeSizes(SizeColumn sizes, BlockOutput out) throws IOException {
        for (long i = 0; i < SizeColumn.blocks(sizes.count()); i++) {
            out.write(IndexSection.SIZES, i, sizes.get(i), sizes.bytes(i));
        }
    }

    /** Returns the section with the places of blocks of these sizes. */
    private static Pending places(int type, long blocks, LongToIntFunction bytes) {
        return new Pending(new IndexSection(type, 0, BlockFile.directoryBytes(blocks)), out -> {
            byte[] places = new byte[BlockFile.DIRECTORY_BYTES];
            long place = 0;
            for (long i = 0; i < blocks; ) {
                long number = i / BlockFile.PLACES;
                int at = 0;
                for (; i < blocks && i / BlockFile.PLACES == number; i++) {
                    LittleEndian.putLong(places, at, place);
                    at += Long.BYTES;
                    place += bytes.applyAsInt(i) + BlockFile.CHECKSUM_BYTES;
                }
                LittleEndian.putLong(places, at, place);
                out.write(type, number, places, at + Long.BYTES);
            }
        });
    }

    private static void add(AccessPoints accessPoints, List<Pending> sections) throws IOException {
        AccessPoints.Stored stored = accessPoints.stored();
        List<byte[]> blocks = new ArrayList<>();
        long bytes = 0;
        for (long i = 0; i < stored.count(); i++) {
            blocks.add(stored.block(i));
            bytes += stored.block(i).length + BlockFile.CHECKSUM_BYTES;
        }
        sections.add(new Pending(new IndexSection(IndexSection.ACCESS_POINTS, 0, bytes), out -> {
            for (int i = 0; i < blocks.size(); i++) {
                out.write(IndexSection.ACCESS_POINTS, i, blocks.get(i), blocks.get(i).length);
            }
        }));
        long[] windowBytes = {0};
        accessPoints.windows((place, window) -> windowBytes[0] += window.length + BlockFile.CHECKSUM_BYTES);
        sections.add(new Pending(
                new IndexSection(IndexSection.WINDOWS, 0, windowBytes[0]),
                out -> accessPoints.windows(
                        (place, window) -> out.write(IndexSection.WINDOWS, place, window, window.length))));
        sections.add(
                places(IndexSection.ACCESS_POINT_PLACES, blocks.size(), number -> blocks.get((int) number).length));
    }

    private static void writeKeys(KeyColumn keys, BlockOutput out) throws IOException {
        for (long i = 0; i < KeyColumn.blocks(keys.count()); i++) {
            byte[] block = keys.blocks().get(i);
            out.write(IndexSection.KEYS, i, block, block.length - BlockSource.SLACK_BYTES);
        }
    }

    /** A section, and how its content is written. */
    private record Pending(IndexSection section, Content content) {}

    @FunctionalInterface
    private interface Content {
        void write(BlockOutput out) throws IOException;
    }

    /** Combines small pieces into larger writes, and adds the checksums of blocks. */
    private static final class BlockOutput {

        private final ByteSink.Output out;
        private final int headerChecksum;
        private final ByteBuffer gathered = ByteBuffer.allocate(256 << 10);
        private final byte[] checksum = new byte[BlockFile.CHECKSUM_BYTES];
        private long written;

        BlockOutput(ByteSink.Output out, int headerChecksum) {
            this.out = out;
            this.headerChecksum = headerChecksum;
        }

        /** Writes the first bytes of an array as a block. */
        void write(int type, long number, byte[] block, int bytes) throws IOException {
            write(ByteBuffer.wrap(block, 0, bytes));
            LittleEndian.putInt(checksum, 0, BlockFile.checksum(headerChecksum, type, number, block, bytes));
            write(ByteBuffer.wrap(checksum));
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
