package dev.riffle.cli.input;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.file.FileEnding;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.scan.ParallelScan;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings for reading record files.
 *
 * @param format the format, or empty to detect it
 * @param compression the compression, or empty to detect it
 * @param maxRecord the largest payload to allocate memory for, or empty for half of the heap
 */
public record ReadSettings(Optional<RecordFormat> format, Optional<Compression> compression, OptionalLong maxRecord) {

    private static final long SMALLEST_PARALLEL_BYTES = 8 << 20;

    /** The size of a compressed stream that surely has records. */
    private static final long MOST_BYTES_WITHOUT_RECORDS = 4 << 10;

    /**
     * Returns settings from the values of flags.
     *
     * @param flag the name of the flag for the format
     */
    public static ReadSettings typed(String flag, @Nullable String format, @Nullable String compression) {
        return new ReadSettings(
                Optional.ofNullable(format).map(name -> ReadFlags.format(flag, name)),
                Optional.ofNullable(compression).map(name -> ReadFlags.compression(ReadFlags.INPUT_COMPRESSION, name)),
                OptionalLong.empty());
    }

    /** Returns these settings with the value of {@code --max-record}; null leaves them unchanged. */
    public ReadSettings maxRecord(@Nullable String size) {
        return size == null ? this : new ReadSettings(format, compression, ReadFlags.maxRecord(size));
    }

    public RecordReader open(ByteSource source) throws IOException {
        return open(source, DamagePolicy.FAIL);
    }

    public RecordReader open(ByteSource source, DamagePolicy damage) throws IOException {
        return RecordReader.open(source, options().damage(damage));
    }

    /** Reads the first record of a source. A source without records passes. */
    public void proveFirstRecord(ByteSource source) throws IOException {
        try (RecordReader reader = open(source)) {
            reader.next();
        }
    }

    /**
     * Returns the format of a source. If the source has no records, the ending of its name decides; empty if that
     * ending does not decide either.
     *
     * @param opened a reader of the source with these settings, whose position does not change
     */
    public Optional<RecordFormat> formatOf(ByteSource source, RecordReader opened) throws IOException {
        if (format.isPresent() || opened.format() != RecordFormat.TFRECORD || hasRecords(source)) {
            return Optional.of(opened.format());
        }
        return formatOfName(FileEnding.fileName(source.name()));
    }

    /** Returns the format that the ending of a file name means. The ending of a compression does not count. */
    private static Optional<RecordFormat> formatOfName(String name) {
        boolean compressed = Compression.ofFileName(name).isPresent();
        return RecordFormat.ofEnding(
                FileEnding.extension(compressed ? name.substring(0, name.lastIndexOf('.')) : name));
    }

    /** Returns whether a source is large, can be read only once, or begins with a record or damage. */
    private boolean hasRecords(ByteSource source) throws IOException {
        if (source.size().orElse(Long.MAX_VALUE) > MOST_BYTES_WITHOUT_RECORDS) {
            return true;
        }
        try (RecordReader probe = open(source)) {
            return probe.next();
        } catch (CorruptRecordException damage) {
            return true;
        }
    }

    /** Returns the options of a reader that fails on damage. */
    public RecordReaderOptions options() {
        RecordReaderOptions options = RecordReaderOptions.defaults();
        if (format.isPresent()) {
            options = options.format(format.get());
        }
        if (compression.isPresent()) {
            options = options.compression(compression.get());
        }
        if (maxRecord.isPresent()) {
            options = options.maxRecordSize(maxRecord.getAsLong());
        }
        return options;
    }

    /**
     * Returns a scan with several threads of a large uncompressed file that can be divided. Empty for other files, for
     * which such a scan is not possible or not faster.
     */
    public Optional<ParallelScan> parallel(ByteSource source, int threads, DamagePolicy damage) throws IOException {
        if (threads == 1 || !isLarge(source)) {
            return Optional.empty();
        }
        try (RecordReader look = open(source)) {
            if (!look.format().isDivisible() || look.compression() != Compression.NONE) {
                return Optional.empty();
            }
        }
        return Optional.of(
                ParallelScan.of(source).reading(options().damage(damage)).threads(threads));
    }

    private static boolean isLarge(ByteSource source) {
        try {
            return source.size().orElse(0) >= SMALLEST_PARALLEL_BYTES;
        } catch (IOException e) {
            // The error appears when the command opens the file.
            return false;
        }
    }

    /**
     * Returns a reader that skips damage by a policy. If the format does not support this, the reader throws at the
     * first damage. A source of unknown size is opened twice, first to detect the format.
     */
    public RecordReader openSkipping(ByteSource source, DamagePolicy skip) throws IOException {
        if (source.size().isPresent()) {
            return openSkipping(source, formatOf(source), skip);
        }
        RewindableSource twice = new RewindableSource(source);
        RecordFormat found = formatOf(twice);
        return openSkipping(twice.lastOpening(), found, skip);
    }

    /**
     * Opens a source to examine its records. The source must open several times. The reader skips damage silently if
     * the format supports this.
     */
    public RecordReader openSkippingSilently(ByteSource source) throws IOException {
        return openSkipping(source, formatOf(source), DamagePolicy.skip(region -> {}));
    }

    private RecordReader openSkipping(ByteSource source, RecordFormat format, DamagePolicy skip) throws IOException {
        return open(source, format.skipsDamage() ? skip : DamagePolicy.FAIL);
    }

    private RecordFormat formatOf(ByteSource source) throws IOException {
        try (RecordReader look = open(source)) {
            return look.format();
        }
    }
}
