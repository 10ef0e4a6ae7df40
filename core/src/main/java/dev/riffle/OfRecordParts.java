package dev.riffle;

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
 * The part files of a directory, {@code part-0} to {@code part-10} or {@code part-00000} to {@code part-00010}, as the one
 * data set that OneFlow takes them for.
 *
 * <pre>{@code
 * try (RecordReader records = RecordReader.open(OfRecordParts.in(directory).source())) {
 *     while (records.next()) {
 *         ByteBuffer payload = records.payload();
 *     }
 * }
 * }</pre>
 *
 * <p>Parts are taken in the order of their indices, which must be 0, 1, 2 and so on without a gap. Nothing in them
 * says how many there should be: {@link #requireCount} notices when the last ones are missing. Other files of the directory
 * are left alone, unless they look like parts too, such as {@code part-1.ofrecord} beside {@code part-0}. As in OneFlow the parts are one stream of bytes, so that a record may begin in one and end in
 * the next. A part without bytes, on which OneFlow ends the process, is a part without records. Immutable. Source of the
 * rules: {@code oneflow/user/data/ofrecord_dataset.h}, {@code oneflow/core/persistence/persistent_in_stream.cpp}.
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
     * The parts of a directory, with or without zeros before the index: {@code part-7} and {@code part-00007} are both
     * number 7.
     *
     * @throws NoSuchFileException if the directory has no parts, or does not exist; the message says what is there instead
     * @throws NotDirectoryException if it is something else
     * @throws FileSystemException if a part is missing or there twice, or a file is there whose name has more behind the
     *     index; the message lists such parts
     * @throws IOException if the directory cannot be read
     */
    public static OfRecordParts in(Path directory) throws IOException {
        return in(directory, PartNames.ANY);
    }

    /**
     * The parts of a directory whose names are made just as OneFlow makes them. All other files are left alone.
     *
     * @param prefix what is before the index; OneFlow calls it part_name_prefix
     * @param suffixLength how many digits the index has at least, zeros in front, or -1 for an index without zeros; OneFlow
     *     calls it part_name_suffix_length
     * @throws IllegalArgumentException if {@code suffixLength} is neither -1 nor positive
     * @throws IOException as {@link #in(Path)}
     */
    public static OfRecordParts in(Path directory, String prefix, int suffixLength) throws IOException {
        if (suffixLength != -1 && suffixLength < 1) {
            throw new IllegalArgumentException("suffixLength must be positive, or -1: " + suffixLength);
        }
        return in(directory, new PartNames(prefix, suffixLength));
    }

    private static OfRecordParts in(Path directory, PartNames names) throws IOException {
        if (!Files.isDirectory(directory)) {
            if (Files.exists(directory)) {
                throw new NotDirectoryException(directory + ": is no directory; name the one that has the parts");
            }
            throw new NoSuchFileException(directory.toString(), null, "no such directory; check the path");
        }
        PartListing listing = PartListing.of(directory, names);
        listing.check();
        return new OfRecordParts(directory, listing);
    }

    /**
     * The parts of a directory, or nothing if it has no file with the name of one, or is no directory.
     *
     * @throws FileSystemException as {@link #in(Path)} where there are parts
     */
    public static Optional<OfRecordParts> find(Path directory) throws IOException {
        if (!Files.isDirectory(directory)
                || PartListing.of(directory, PartNames.ANY).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(in(directory));
    }

    /**
     * These parts, if there are so many.
     *
     * @param count how many parts the data set has; OneFlow calls it data_part_num
     * @throws FileSystemException if there are fewer or more; the message has both numbers
     * @throws IllegalArgumentException if {@code count} is not positive
     */
    public OfRecordParts requireCount(int count) throws FileSystemException {
        if (count < 1) {
            throw new IllegalArgumentException("count must be positive: " + count);
        }
        listing.checkCount(count);
        return this;
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    /** The files in the order of their indices; unmodifiable. */
    public List<Path> files() {
        return files;
    }

    /**
     * The bytes of all parts, one behind the other, under the name of the directory. Damage in records that are read from
     * it is told with the part that it is in, unless parts are compressed.
     */
    public ByteSource source() {
        return new JoinedSource(directory.toString(), files);
    }

    /** The directory and the number of parts. */
    @Override
    public String toString() {
        return directory + ": " + files.size() + (files.size() == 1 ? " part" : " parts");
    }
}
