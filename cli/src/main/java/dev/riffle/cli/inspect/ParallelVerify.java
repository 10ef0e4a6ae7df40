package dev.riffle.cli.inspect;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.RecordSplit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Verifies one file with several threads, and reports findings in the order of the file. */
final class ParallelVerify {

    /**
     * The largest number of findings that one split keeps. The calling thread reads a split with more findings again in
     * its turn.
     */
    private static final int MOST_KEPT = 1000;

    private final ByteSource source;
    private final ReadSettings read;
    private final VerifyRequest.Payloads payloads;
    private final Findings findings;

    /** The skipped regions of the split that is delivered next. */
    private final ArrayDeque<SkippedRegion> regions = new ArrayDeque<>();

    private long records;

    /** Describes a record with the wrong content. */
    private record Wrong(long index, long offset, String what) {}

    /**
     * Holds the result of a split.
     *
     * @param records the number of its records
     * @param wrong the findings, with numbers from the beginning of the split
     * @param rest the place of the first record that was not examined
     * @param end the offset after the last record
     */
    private record Part(long records, List<Wrong> wrong, Optional<Place> rest, long end) {}

    private record Place(long index, long offset) {}

    ParallelVerify(ByteSource source, ReadSettings read, VerifyRequest.Payloads payloads, Findings findings) {
        this.source = source;
        this.read = read;
        this.payloads = payloads;
        this.findings = findings;
    }

    /** Receives skipped regions. The scan must call this method as its listener. */
    void skipped(SkippedRegion region) {
        if (payloads != VerifyRequest.Payloads.ANYTHING) {
            regions.add(region);
            return;
        }
        // Nothing else is merged with these findings, so they are printed immediately.
        try {
            findings.skipped(region);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reports all findings. Returns the number of records. */
    long run(ParallelScan scan) throws IOException {
        try {
            scan.runNumbered(this::look, this::report);
        } catch (CorruptRecordException e) {
            findings.brokenOff(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return records;
    }

    private Part look(RecordSplit split) throws IOException {
        List<Wrong> wrong = new ArrayList<>();
        Optional<Place> rest = Optional.empty();
        long count = 0;
        long end = 0;
        while (split.next()) {
            count++;
            end = split.endOffset();
            if (payloads == VerifyRequest.Payloads.ANYTHING || rest.isPresent()) {
                continue;
            }
            if (wrong.size() == MOST_KEPT) {
                rest = Optional.of(new Place(split.index(), split.offset()));
                continue;
            }
            Optional<String> problem = payloads.problem(split.payloadBytes(), split.format());
            if (problem.isPresent()) {
                wrong.add(new Wrong(split.index(), split.offset(), problem.get()));
            }
        }
        return new Part(count, wrong, rest, end);
    }

    private void report(Part part, long firstIndex) throws IOException {
        records += part.records();
        for (Wrong each : part.wrong()) {
            report(firstIndex + each.index(), each.offset(), each.what());
        }
        if (part.rest().isPresent()) {
            reportRest(part.rest().get(), part.end(), firstIndex);
        }
        reportRegionsBefore(Long.MAX_VALUE);
    }

    private void reportRest(Place rest, long end, long firstIndex) throws IOException {
        try (RecordReader reader = read.open(source, DamagePolicy.skip(region -> {}))) {
            reader.seek(rest.offset(), firstIndex + rest.index());
            while (reader.next() && reader.endOffset() <= end) {
                Optional<String> problem = payloads.problem(reader.payloadBytes(), reader.format());
                if (problem.isPresent()) {
                    report(reader.index(), reader.offset(), problem.get());
                }
            }
        }
    }

    private void report(long index, long offset, String what) throws IOException {
        reportRegionsBefore(index);
        findings.message(index, offset, what);
    }

    private void reportRegionsBefore(long index) throws IOException {
        while (!regions.isEmpty() && regions.getFirst().index() < index) {
            findings.skipped(regions.removeFirst());
        }
    }
}
