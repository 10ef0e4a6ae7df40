package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.frame.JoinedSource;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The part files of a directory as one dataset, as OneFlow reads them. The names are {@code part-0} to {@code part-10}
 * or {@code part-00000} to {@code part-00010}.
 *
 * <pre>{@code
 * try (RecordReader records = RecordReader.open(OfRecordParts.in(directory).source())) {
 *     while (records.next()) {
 *         ByteBuffer payload = records.payload();
 *     }
 * }
 * }</pre>
 *
 * <p>The parts are in the order of their indices. The indices must be 0, 1, 2 and so on without a gap. The files do not
 * state the number of parts. {@link #requireCount} detects missing parts at the end. Other files in the directory are
 * ignored. Names that resemble part names are an error, such as {@code part-1.ofrecord} next to {@code part-0}. As in
 * OneFlow, the parts are one stream of bytes, so a record may begin in one part and end in the next. An empty part has
 * no records, but OneFlow aborts its process at an empty part. Source of the rules: {@code
 * oneflow/user/data/ofrecord_dataset.h}, {@code oneflow/core/persistence/persistent_in_stream.cpp}.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class OfRecordParts {

    private final Path directory;
    private final PartListing listing;
    private final List<Path> files;

    private OfRecordParts(Path directory, PartListing listing) {
        this.directory = directory;
        this.listing = listing;
        this.files = listing.files();
    }

    /**
     * Returns the parts of a directory, with or without leading zeros in the index. {@code part-7} and {@code
     * part-00007} both have the index 7.
     *
     * @throws NoSuchFileException if the directory has no parts or does not exist. The message names the files found
     * @throws NotDirectoryException if the path is not a directory
     * @throws FileSystemException if a part is missing or occurs twice, or if a file name continues after the index.
     *     The message lists such parts
     * @throws IOException if the directory cannot be read
     */
    public static OfRecordParts in(Path directory) throws IOException {
        Argument.present(directory, "directory");
        return in(directory, PartNames.ANY);
    }

    /**
     * Like {@link #in(Path)}, for names that follow OneFlow's parameters exactly. Ignores all other files.
     *
     * @param prefix the characters of the name before the index. OneFlow calls it part_name_prefix
     * @param suffixLength the smallest number of digits of the index, with leading zeros, or -1 for an index without
     *     leading zeros. OneFlow calls it part_name_suffix_length
     * @throws IllegalArgumentException if {@code suffixLength} is neither -1 nor positive
     * @throws IOException like {@link #in(Path)}
     */
    public static OfRecordParts in(Path directory, String prefix, int suffixLength) throws IOException {
        Argument.present(directory, "directory");
        Argument.present(prefix, "prefix");
        if (suffixLength != -1 && suffixLength < 1) {
            throw new IllegalArgumentException("suffixLength must be positive, or -1: " + suffixLength);
        }
        return in(directory, new PartNames(prefix, suffixLength));
    }

    private static OfRecordParts in(Path directory, PartNames names) throws IOException {
        if (!Files.isDirectory(directory)) {
            if (Files.exists(directory)) {
                throw new NotDirectoryException(
                        directory + ": not a directory; specify the directory that contains the parts");
            }
            throw new NoSuchFileException(directory.toString(), null, "directory not found; check the path");
        }
        PartListing listing = PartListing.of(directory, names);
        listing.check();
        return new OfRecordParts(directory, listing);
    }

    /**
     * Returns the parts of a directory. Empty if no file has the name of a part, or if the path is not a directory.
     *
     * @throws FileSystemException like {@link #in(Path)}, if the directory has parts
     */
    public static Optional<OfRecordParts> find(Path directory) throws IOException {
        Argument.present(directory, "directory");
        if (!Files.isDirectory(directory)
                || PartListing.of(directory, PartNames.ANY).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(in(directory));
    }

    /**
     * Checks the number of parts and returns this object.
     *
     * @param count the number of parts of the dataset. OneFlow calls it data_part_num
     * @throws FileSystemException if the directory has fewer or more parts. The message has both numbers
     * @throws IllegalArgumentException if {@code count} is not positive
     */
    public OfRecordParts requireCount(int count) throws FileSystemException {
        Argument.positive(count, "count");
        listing.checkCount(count);
        return this;
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /** Returns the files as an unmodifiable list, in the order of their indices. */
    public List<Path> files() {
        return files;
    }

    /**
     * Returns a source of the bytes of all parts in order, with the name of the directory. Exceptions for damage name
     * the damaged part, unless parts are compressed.
     */
    public ByteSource source() {
        return new JoinedSource(directory.toString(), files);
    }

    /** Returns a text with the directory and the number of parts. */
    @Override
    public String toString() {
        return directory + ": " + files.size() + (files.size() == 1 ? " part" : " parts");
    }
}
