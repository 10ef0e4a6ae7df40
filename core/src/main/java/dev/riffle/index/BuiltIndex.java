package dev.riffle.index;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.example.internal.KeyReader;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.internal.resume.AccessPointCollector;
import dev.riffle.io.internal.resume.AccessPoints;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.RecordSplit;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Describes the result of a scan for an index.
 *
 * @param format the format of the file
 * @param compression the compression of the file
 * @param fileBytes the size of the stored file in bytes
 * @param overheadBytes number of bytes of a frame without its payload
 * @param sizes the sizes of the payloads
 * @param digest the {@link PayloadDigest}; empty if the payloads were not read
 * @param keys the keys of the records, if requested
 * @param gaps the damaged regions of the file
 * @param accessPoints the access points of the file, if it is compressed
 */
record BuiltIndex(
        RecordFormat format,
        Compression compression,
        long fileBytes,
        int overheadBytes,
        SizeColumn sizes,
        Optional<Bytes> digest,
        Gaps gaps,
        Optional<KeyColumn> keys,
        Optional<AccessPoints> accessPoints) {

    /**
     * The keys that a scan collects, and its options.
     *
     * @param runs the place for keys that exceed the memory limit; empty to keep all keys in memory
     */
    record Wanted(IndexOptions options, KeyHashing hashing, Optional<KeyRuns> runs) {

        static Wanted of(IndexOptions options, KeyHashing hashing) {
            return new Wanted(options, hashing, Optional.empty());
        }
    }

    /** Holds what a file contains. */
    record Content(RecordFormat format, Compression compression) {

        static Content of(ByteSource source, RecordReaderOptions reading) throws IOException {
            if (source.size().isEmpty()) {
                throw new IllegalArgumentException(
                        source.name() + ": a stream cannot be indexed; write it to a file first");
            }
            try (RecordReader probe = RecordReader.open(source, reading)) {
                return new Content(probe.format(), probe.compression());
            }
        }
    }

    /** Holds the result of one split. */
    private record Part(
            SizeColumn sizes, int digest, KeyCollector keys, Optional<String> absence, Optional<String> problem) {}

    /**
     * Scans a file from beginning to end, verifies each record and returns the index. If a writer appends to an
     * uncompressed file during the scan, the index covers the intact records that the scan reached. The index does not
     * cover an incomplete last record.
     *
     * @throws dev.riffle.CorruptRecordException if a record is damaged and the damage policy fails at this damage
     * @throws IOException if keys are requested and a record is not a message with features. Unless missing keys are
     *     allowed, also if the key feature of a record is a list of floats, or no record has a key
     * @throws dev.riffle.UnrecognizedFileException if the file is not a record file
     * @throws IllegalArgumentException if the file is a stream, or its compression does not allow access points
     */
    static BuiltIndex of(ByteSource source, Wanted wanted, Content content, OperationProgress progress)
            throws IOException {
        Scan scan = new Scan(source, content, wanted);
        Optional<AccessPointCollector> collector = content.compression().isNone()
                ? Optional.empty()
                : Optional.of(AccessPointCollector.of(
                        content.compression(), source.name(), wanted.options().accessPointSpacing()));
        scan.run(wanted, collector.map(AccessPointCollector::compression).orElse(content.compression()), progress);
        return scan.index(wanted, collector.map(AccessPointCollector::accessPoints));
    }

    /** A scan of one file, with the results of its splits in the order of the file. */
    private static final class Scan {

        private final ByteSource source;
        private final Content content;
        private final long fileBytes;
        private final int overheadBytes;
        private final SizeColumn sizes = new SizeColumn();
        private final KeyCollector keys;
        private final List<SkippedRegion> regions = new ArrayList<>();
        private Optional<String> absence = Optional.empty();
        private Optional<CorruptRecordException> torn = Optional.empty();
        private int digest;

        Scan(ByteSource source, Content content, Wanted wanted) throws IOException {
            this.source = source;
            this.keys = new KeyCollector(wanted.runs());
            this.content = content;
            this.fileBytes = source.size().orElseThrow();
            this.overheadBytes = content.format().overheadBytes();
        }

        /** Reads all records. */
        void run(Wanted wanted, Compression compression, OperationProgress progress) throws IOException {
            RecordReaderOptions reading = wanted.options()
                    .reading()
                    .format(content.format())
                    .compression(compression)
                    .damage(wanted.options().damage().alsoReporting(regions::add));
            ParallelScan.of(source)
                    .tornTail(tail -> torn = Optional.of(tail))
                    .reading(reading)
                    .threads(wanted.options().threads())
                    .progress(progress.part())
                    .<Part>runNumbered(
                            records -> scan(records, wanted, content.format()), (part, firstIndex) -> add(part));
        }

        private void add(Part part) throws IOException {
            if (absence.isEmpty()) {
                absence = part.absence;
            }
            keys.addAll(part.keys, sizes.count());
            digest = PayloadDigest.joined(digest, part.digest, part.sizes.count());
            sizes.addAll(part.sizes);
            if (part.problem.isPresent()) {
                throw new IOException(source.name() + ": record " + (sizes.count() - 1) + part.problem.get());
            }
        }

        /** Returns the index, or throws if the file changed during the scan. */
        BuiltIndex index(Wanted wanted, Optional<AccessPoints> accessPoints) throws IOException {
            boolean grown = accessPoints.isEmpty() && source.size().orElse(fileBytes) > fileBytes;
            if (torn.isPresent() && accessPoints.isPresent()) {
                throw torn.get();
            }
            if (torn.isPresent() && !grown) {
                regions.add(tornTail(torn.get()));
            }
            Gaps gaps = new Gaps(regions);
            long end = sizes.frameBytes(overheadBytes) + gaps.bytes();
            long scannedBytes = accessPoints.map(AccessPoints::compressedBytes).orElse(end);
            boolean isComplete = scannedBytes == fileBytes
                    && end == accessPoints.map(AccessPoints::size).orElse(end);
            if (!grown && !content.format().isContainer() && !isComplete) {
                throw new IOException(source.name() + ": changed during the scan: " + fileBytes
                        + " bytes at the beginning, " + scannedBytes
                        + " bytes in records; index it again when no program writes to it");
            }
            Optional<KeyColumn> sorted = Optional.empty();
            if (wanted.options().key().isPresent()) {
                sorted = Optional.of(keys.sorted(wanted.options().key().get()));
                sorted.get()
                        .check(source.name(), sizes.count(), wanted.options().missing(), absence);
            }
            return new BuiltIndex(
                    content.format(),
                    content.compression(),
                    scannedBytes,
                    overheadBytes,
                    sizes,
                    Optional.of(PayloadDigest.bytes(digest)),
                    gaps,
                    sorted,
                    accessPoints);
        }

        /** Returns the region of an incomplete last record. */
        private SkippedRegion tornTail(CorruptRecordException tail) {
            return new SkippedRegion(
                    source.name(),
                    regions.size() + sizes.count(),
                    tail.recordOffset(),
                    fileBytes - tail.recordOffset(),
                    tail,
                    Bytes.empty(),
                    Set.of());
        }
    }

    private static Part scan(RecordSplit records, Wanted wanted, RecordFormat format) throws IOException {
        SizeColumn sizes = new SizeColumn();
        PayloadDigest digest = new PayloadDigest();
        KeyCollector keys = new KeyCollector(wanted.runs());
        Optional<String> absence = Optional.empty();
        Optional<String> problem = Optional.empty();
        Optional<KeyReader> reader = wanted.options().key().map(key -> new KeyReader(key, format, wanted.hashing()));
        // Keys need the payload of each record.
        int[] some = new int[reader.isEmpty() ? PayloadDigest.CAPACITY : 1];
        int[] checksums = new int[some.length];
        int count = records.nextSizes(some, checksums);
        while (count > 0) {
            if (reader.isEmpty()) {
                sizes.add(some, count);
                digest.add(checksums, count);
            } else {
                KeyReader key = reader.get();
                if (key.read(records.payload())) {
                    keys.add(key.hash(), Math.toIntExact(sizes.count()), key.kind());
                } else {
                    long offset = records.offset();
                    if (absence.isEmpty()) {
                        absence = Optional.of(key.absence());
                    }
                    problem = problem(key, wanted).map(reason -> " at offset " + offset + reason);
                }
                sizes.add(some[0]);
                digest.add(checksums[0]);
            }
            // The scan drops a split that began inside a payload, so only the caller may report the problem.
            count = problem.isEmpty() ? records.nextSizes(some, checksums) : 0;
        }
        return new Part(sizes, digest.value(), keys, absence, problem);
    }

    /** Returns the end of a message that begins with the place of the record. */
    private static Optional<String> problem(KeyReader key, Wanted wanted) {
        Optional<String> problem = key.problem().map(sentence -> " " + sentence);
        return problem.isEmpty() && key.hasOtherKind() && wanted.options().missing() == IndexOptions.MissingKeys.SOME
                ? Optional.of(": cannot read the key \""
                        + wanted.options().key().get() + "\": expected one bytes or int64 value; " + key.absence())
                : problem;
    }

    /** Returns the pieces of the file that the fingerprint samples. */
    FrameSamples samples() throws IOException {
        return compression == Compression.NONE
                ? FrameSamples.ofFrames(frames(), FileFingerprint.MAX_SAMPLES)
                : FrameSamples.ofBytes(fileBytes, FileFingerprint.MAX_SAMPLES, overheadBytes);
    }

    /** Returns the places of the records. */
    SizedFrames frames() {
        long end = sizes.frameBytes(overheadBytes) + gaps.bytes();
        return new SizedFrames(sizes, sizes.count(), overheadBytes, end, gaps);
    }
}
