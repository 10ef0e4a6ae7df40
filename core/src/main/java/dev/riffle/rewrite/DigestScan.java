package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.RecordSplit;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes the digests of the records of several sources with the threads of the reader options. The calling thread
 * receives the digests in the order of the records.
 */
final class DigestScan {

    /**
     * The memory limit for each thread. A thread scans up to two splits ahead, whose digests need up to half of their
     * bytes, 32 MiB together, if the records have few bytes.
     */
    private static final long MEMORY_PER_THREAD = 64 << 20;

    private final int mostThreads;

    /** The size of all sources that this object will scan, in bytes. */
    private final long allBytes;

    private long records;
    private long recordBytes;

    private @Nullable RecordFormat format;
    private String first = "";

    DigestScan(long memoryBytes, List<ByteSource> all) throws IOException {
        this.mostThreads = (int) Math.max(1, Math.min(Integer.MAX_VALUE, memoryBytes / MEMORY_PER_THREAD));
        this.allBytes = SpillSettings.bytes(all);
    }

    /** Digests records on one thread. */
    interface Digester {

        /** Digests the current record. Returns null if the record has no key. */
        @Nullable
        RecordDigest take(RecordSplit records) throws IOException, Rejection;
    }

    /** Creates digesters for the splits of a file. Several threads may call it at the same time. */
    interface Digesters {
        Digester of(RecordFormat format);
    }

    /** Receives the digest of the next record; two zeros if the record has no key. */
    interface Receiver {
        void accept(long high, long low) throws IOException;
    }

    /** A record that ends the operation with an error. */
    static final class Rejection extends Exception {

        private static final long serialVersionUID = 1;

        /** @param sentence continues a message that begins with the place of the record */
        Rejection(String sentence, @Nullable Throwable cause) {
            super(sentence, cause);
        }
    }

    /** The digests of a split. */
    private static final class Digests {

        private static final int BLOCK = 1 << 12;

        private final RecordFormat format;
        private final List<long[]> blocks = new ArrayList<>();
        private int used = BLOCK;
        private long records;
        private long bytes;
        private @Nullable Rejection rejection;
        private long index;
        private long offset;

        Digests(RecordFormat format) {
            this.format = format;
        }

        static Digests of(RecordSplit split, Digester digester) throws IOException {
            Digests found = new Digests(split.format());
            while (found.rejection == null && split.next()) {
                try {
                    RecordDigest digest = digester.take(split);
                    found.records++;
                    found.bytes += split.endOffset() - split.offset();
                    found.add(digest == null ? 0 : digest.high(), digest == null ? 0 : digest.low());
                } catch (Rejection e) {
                    found.rejection = e;
                    found.index = split.index();
                    found.offset = split.offset();
                }
            }
            return found;
        }

        private void add(long high, long low) {
            if (used == BLOCK) {
                blocks.add(new long[BLOCK]);
                used = 0;
            }
            long[] block = blocks.get(blocks.size() - 1);
            block[used] = high;
            block[used + 1] = low;
            used += 2;
        }

        void deliver(Receiver receiver) throws IOException {
            for (int i = 0; i < blocks.size(); i++) {
                long[] block = blocks.get(i);
                int end = i < blocks.size() - 1 ? BLOCK : used;
                for (int at = 0; at < end; at += 2) {
                    receiver.accept(block[at], block[at + 1]);
                }
            }
        }
    }

    /**
     * Scans sources.
     *
     * @param formats receives the format before the first record, and may throw
     */
    void run(
            List<ByteSource> sources,
            RecordReaderOptions options,
            OperationProgress progress,
            Consumer<RecordFormat> formats,
            Digesters digesters,
            Receiver receiver)
            throws IOException {
        format = null;
        for (ByteSource source : sources) {
            ParallelScan.of(source)
                    .reading(options)
                    .threads(Math.min(mostThreads, options.threads()))
                    .progress(progress.part())
                    .<Digests>runNumbered(
                            split -> Digests.of(split, digesters.of(split.format())), (found, firstIndex) -> {
                                Rejection rejection = found.rejection;
                                if (found.records > 0 || rejection != null) {
                                    check(source, found.format, formats);
                                }
                                records += found.records;
                                recordBytes += found.bytes;
                                found.deliver(receiver);
                                if (rejection != null) {
                                    RecordPlace place =
                                            new RecordPlace(source.name(), firstIndex + found.index, found.offset);
                                    throw new IOException(place + rejection.getMessage(), rejection.getCause());
                                }
                            });
        }
    }

    private void check(ByteSource source, RecordFormat found, Consumer<RecordFormat> formats) throws IOException {
        if (format == null) {
            formats.accept(found);
            format = found;
            first = source.name();
        } else if (format != found) {
            throw new IOException(source.name() + ": is " + found.title() + ", but " + first + " is " + format.title()
                    + "; read the files of each format separately");
        }
    }

    /** Returns the expected number of records of all sources. For compressed sources, this is often too small. */
    long expectedRecords() {
        return records == 0 ? 0 : Math.max(records, (long) (allBytes / ((double) recordBytes / records)));
    }
}
