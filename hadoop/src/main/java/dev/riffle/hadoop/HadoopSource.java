package dev.riffle.hadoop;

import dev.riffle.internal.Argument;
import dev.riffle.internal.BoundedChannel;
import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of one of Hadoop's file systems: HDFS, S3A, the local disk or any other configured file system.
 *
 * <p>The source reads and maps files of the local disk ({@code file:}) with Java's file API. Hadoop's statistics do not
 * count these bytes. The source ignores checksum files ({@code .crc}), because records contain checksums.
 *
 * <p>Immutable and safe for use by several threads; only one thread at a time may use a channel.
 *
 * @since 0.1
 */
public final class HadoopSource implements ByteSource, MappableSource {

    /** The largest range for a policy with requests of few bytes. S3A requests this number in any case. */
    private static final long SMALL_RANGE_BYTES = 64 << 10;

    private final FileSystem files;
    private final Path path;

    /** The status of the file when the caller listed it; null to ask the file system each time. */
    private final @Nullable FileStatus known;

    /** The source for a file of the local disk; null if the file is on another file system. */
    private final @Nullable ByteSource local;

    private HadoopSource(FileSystem files, Path path, @Nullable FileStatus known) {
        this.files = files;
        this.path = path;
        this.known = known;
        this.local = LocalDisk.file(files, path).map(ByteSource::of).orElse(null);
    }

    /**
     * Returns a source for the file at {@code path}, in the file system that the configuration assigns to the path.
     *
     * @throws IOException if the file system is unknown or cannot be reached
     */
    public static HadoopSource of(Path path, Configuration configuration) throws IOException {
        Argument.present(path, "path");
        Argument.present(configuration, "configuration");
        return new HadoopSource(path.getFileSystem(configuration), path, null);
    }

    /**
     * Returns a source for a file with a known status. The source ends at the size in the status, and does not read
     * bytes that a writer appended later. So all tasks that share the file agree on its end. The source does not ask an
     * object store for the size again.
     *
     * @param file the path, the size and the ETag; the source uses no other field
     * @throws IOException if the file system is unknown or cannot be reached
     */
    public static HadoopSource of(FileStatus file, Configuration configuration) throws IOException {
        Argument.present(file, "file");
        Argument.present(configuration, "configuration");
        Path path = file.getPath();
        return new HadoopSource(path.getFileSystem(configuration), path, file);
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public OptionalLong size() throws IOException {
        if (local != null) {
            try {
                OptionalLong present = local.size();
                return known == null || present.isEmpty()
                        ? present
                        : OptionalLong.of(Math.min(present.getAsLong(), knownEnd()));
            } catch (NoSuchFileException e) {
                throw missing(e);
            }
        }
        FileStatus file = known == null ? files.getFileStatus(path) : known;
        return file.isFile() ? OptionalLong.of(file.getLen()) : OptionalLong.empty();
    }

    /** Returns the offset after the last byte to read. */
    long knownEnd() {
        return known != null && known.isFile() ? known.getLen() : Long.MAX_VALUE;
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        long end = knownEnd();
        ReadableByteChannel channel = local == null ? stored(offset, end) : openLocal(offset);
        return end == Long.MAX_VALUE ? channel : BoundedChannel.of(channel, Math.max(0, end - offset));
    }

    /**
     * Opens a range. The source names the range to the file system, so that an object store sends exactly these bytes.
     * If the status of the file has an ETag, the source passes the status instead, because the file system can then
     * detect that the file was replaced. The store may then send more bytes than the range.
     */
    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "offset and length must not be negative: " + (offset < 0 ? offset : length));
        }
        long left = Math.max(0, knownEnd() - offset);
        long wanted = Math.min(length, left);
        BoundedChannel range = local == null
                ? BoundedChannel.ranged(
                        stored(offset, wanted > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + wanted), wanted)
                : BoundedChannel.extensible(openLocal(offset), wanted);
        return knownEnd() == Long.MAX_VALUE ? range : BoundedChannel.endingAfter(range, left - wanted);
    }

    /** Reads bytes into memory, like {@link #readAll} with one range. */
    @Override
    public Bytes read(long offset, int length) throws IOException {
        return local == null
                ? readAll(List.of(new ByteRange(offset, length))).get(0)
                : ByteSource.super.read(offset, length);
    }

    /**
     * Reads ranges with one call of {@link FSDataInputStream#readVectored}. The file system decides which ranges it
     * joins, and may read several ranges at the same time.
     */
    @Override
    public List<Bytes> readAll(List<ByteRange> ranges) throws IOException {
        return local == null ? new VectoredReads(this, ranges).read() : ByteSource.super.readAll(ranges);
    }

    /** Reads ranges one after the other, for ranges that may be after the end of the file. */
    List<Bytes> readInOrder(List<ByteRange> ranges) throws IOException {
        List<Bytes> read = new ArrayList<>();
        for (ByteRange range : ranges) {
            read.add(ByteSource.super.read(range.offset(), (int) range.length()));
        }
        return read;
    }

    private ReadableByteChannel openLocal(long offset) throws IOException {
        try {
            return Objects.requireNonNull(local).open(offset);
        } catch (NoSuchFileException e) {
            throw missing(e);
        }
    }

    /** Opens a channel for the bytes up to {@code end}. The channel requests later bytes only for reads of them. */
    private ReadableByteChannel stored(long offset, long end) throws IOException {
        FSDataInputStream input = stream(offset, end);
        try {
            if (offset != 0) {
                input.seek(offset);
            }
            return new StreamChannel(input, name(), offset, end, end < knownEnd() ? this::rest : null);
        } catch (EOFException e) {
            // Some file systems reject a seek past the end, so the source does not seek there.
            return new StreamChannel(input, name(), offset, end, null).atEnd();
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
    }

    private FSDataInputStream rest(long offset) throws IOException {
        FSDataInputStream input = stream(offset, knownEnd());
        try {
            input.seek(offset);
            return input;
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
    }

    /** Opens a stream for reads in order up to {@code end}; {@link Long#MAX_VALUE} for the end of the file. */
    private FSDataInputStream stream(long offset, long end) throws IOException {
        // A stream for reads in order may request more bytes before the reader needs them.
        String policy = end - offset <= SMALL_RANGE_BYTES
                ? OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM
                : OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_SEQUENTIAL;
        FutureDataInputStreamBuilder opening = opening(policy, end);
        if (end != Long.MAX_VALUE) {
            opening.optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, offset);
            opening.optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, end);
        }
        return FutureIO.awaitFuture(opening.build());
    }

    /** Opens a stream for reads of single ranges. */
    FSDataInputStream streamOfRanges() throws IOException {
        String policies = OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_VECTOR + ", "
                + OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM;
        return FutureIO.awaitFuture(opening(policies, knownEnd()).build());
    }

    private FutureDataInputStreamBuilder opening(String policy, long end) throws IOException {
        FutureDataInputStreamBuilder opening = files.openFile(path);
        opening.opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, policy);
        if (isTagged() && known != null) {
            opening.withFileStatus(known);
        } else if (end != Long.MAX_VALUE) {
            // A status would hide this length.
            opening.optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, end);
        }
        return opening;
    }

    /** Returns whether the file system can detect a replaced file, because it has the status with the ETag. */
    private boolean isTagged() {
        return version().isPresent();
    }

    /**
     * Returns Hadoop's exception for a missing file. Spark, for example, skips missing files when it catches this
     * exception.
     */
    private FileNotFoundException missing(NoSuchFileException found) {
        FileNotFoundException missing = new FileNotFoundException(name() + ": no such file; check the path");
        missing.initCause(found);
        return missing;
    }

    @Override
    public Optional<ByteBuffer> view(long offset, int length) throws IOException {
        long left = knownEnd() - offset;
        if (local == null || left <= 0) {
            return Optional.empty();
        }
        try {
            return local.view(offset, (int) Math.min(length, left));
        } catch (NoSuchFileException e) {
            throw missing(e);
        }
    }

    @Override
    public Optional<Mapping> map(long offset, int length) throws IOException {
        long left = knownEnd() - offset;
        if (left <= 0 || !(local instanceof MappableSource mappable)) {
            return Optional.empty();
        }
        try {
            return mappable.map(offset, (int) Math.min(length, left));
        } catch (NoSuchFileException e) {
            throw missing(e);
        }
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        try {
            return local == null ? Optional.empty() : local.fileKey();
        } catch (NoSuchFileException e) {
            throw missing(e);
        }
    }

    /** Returns the ETag in the known status. Empty if the caller gave no status, or the status has no ETag. */
    @Override
    public Optional<String> version() {
        return known instanceof EtagSource tagged ? Optional.ofNullable(tagged.getEtag()) : Optional.empty();
    }

    @Override
    public String toString() {
        return name();
    }
}
