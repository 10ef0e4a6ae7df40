package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFiles;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the records and bytes of files in the statistics of runs. */
class ObservedSourcesTest {

    private static final int RECORDS = 600;

    @TempDir
    Path directory;

    private Path plain;
    private Path gzip;
    private long bytes;
    private final ProgressEvents events = new ProgressEvents();

    @BeforeEach
    void writeFiles() throws IOException {
        plain = Files.write(directory.resolve("plain"), file(1, Compression.NONE));
        gzip = Files.write(directory.resolve("gzip"), file(2, Compression.GZIP));
        bytes = Files.size(plain) + Files.size(gzip);
    }

    private static byte[] file(int seed, Compression compression) {
        byte[][] payloads = new byte[RECORDS][1000];
        Random random = new Random(seed);
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
        return RecordFiles.write(RecordWriterOptions.defaults().compression(compression), payloads);
    }

    private Progress last(Dataset<?> dataset) {
        return last(dataset, 100);
    }

    private Progress last(Dataset<?> dataset, long elements) {
        events.clear();
        dataset.observed(PipelineObserver.everyElements(elements, statistics -> events.accept(statistics.progress())))
                .forEach(element -> {});
        return events.last();
    }

    private static Progress finished(long records, long bytes, OptionalLong total) {
        return new Progress(records, bytes, total, true);
    }

    private static Progress finished(long records, long bytes) {
        return finished(records, bytes, OptionalLong.of(bytes));
    }

    @Test
    void countsTheRecordsAndBytesOfFiles() {
        RecordDataset files = RecordDataset.files(plain, gzip);
        assertThat(last(files)).isEqualTo(finished(2 * RECORDS, bytes));
        assertThat(events.all())
                .hasSize(13)
                .allMatch(event -> event.totalBytes().getAsLong() == bytes);
        assertThat(events.all().get(0).records()).isEqualTo(100);
        assertThat(events.all().get(0).bytes()).isEqualTo(100 * 1016);
        assertThat(last(files.parallelReads(2))).isEqualTo(finished(2 * RECORDS, bytes));
        assertThat(last(files.parallelReads(2).named("all").prefetch(3).batch(7), 10))
                .isEqualTo(finished(2 * RECORDS, bytes));
        assertThat(last(files.shuffle(50, 1).map(record -> record.size(), Parallel.calls(2))))
                .isEqualTo(finished(2 * RECORDS, bytes));
    }

    @Test
    void aRunThatEndsEarlyStaysBelowTheTotal() {
        assertThat(last(RecordDataset.files(plain, gzip).take(5)))
                .isEqualTo(finished(5, 5 * 1016, OptionalLong.of(bytes)));
    }

    @Test
    void anotherPassIncreasesTheTotal() {
        assertThat(last(RecordDataset.files(plain, gzip).repeat(2))).isEqualTo(finished(4 * RECORDS, 2 * bytes));
        assertThat(events.all().get(0).totalBytes()).hasValue(bytes);
    }

    @Test
    void severalSourcesHaveOneTotal() throws IOException {
        assertThat(last(RecordDataset.files(plain).concatenate(RecordDataset.files(gzip))))
                .isEqualTo(finished(2 * RECORDS, bytes));
        assertThat(events.all()).allMatch(event -> event.totalBytes().getAsLong() == bytes);
        Dataset<?> zipped = Dataset.zip(RecordDataset.files(plain), Dataset.range(10));
        assertThat(last(zipped).totalBytes()).hasValue(Files.size(plain));
    }

    @Test
    void theTotalIsUnknownIfFunctionsCreateSources() {
        Dataset<?> created = Dataset.of(plain, gzip).flatMap(file -> RecordDataset.files(file));
        assertThat(last(created)).isEqualTo(finished(2 * RECORDS, bytes, OptionalLong.empty()));
        Dataset<?> listed = RecordDataset.files(Dataset.of(plain, gzip));
        assertThat(last(listed)).isEqualTo(finished(2 * RECORDS, bytes, OptionalLong.empty()));
    }

    @Test
    void countsTheLinesOfTextFiles() throws IOException {
        String text = "some words\n".repeat(20_000);
        Path lines = Files.writeString(directory.resolve("text"), text);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream compressed = new GZIPOutputStream(out)) {
            compressed.write(text.getBytes(StandardCharsets.UTF_8));
        }
        Path packed = Files.write(directory.resolve("text.gz"), out.toByteArray());
        assertThat(last(TextLineDataset.files(lines), 9000)).isEqualTo(finished(20_000, text.length()));
        assertThat(last(TextLineDataset.files(packed).compression(Compression.GZIP), 9000))
                .isEqualTo(finished(20_000, out.size()));
    }

    @Test
    void aCacheReadsNoFiles() {
        Dataset<?> cached = RecordDataset.files(plain, gzip).cache();
        assertThat(last(cached)).isEqualTo(finished(2 * RECORDS, bytes));
        assertThat(last(cached)).isEqualTo(finished(0, 0, OptionalLong.of(bytes)));
    }

    @Test
    void aResumedRunCountsItsOwnRecords() {
        Dataset<?> dataset = RecordDataset.files(plain, gzip)
                .observed(PipelineObserver.atEnd(statistics -> events.accept(statistics.progress())));
        Checkpoint checkpoint;
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            for (int i = 0; i < 400; i++) {
                iterator.next();
            }
            checkpoint = iterator.checkpoint();
            assertThat(iterator.statistics().progress().finished()).isFalse();
        }
        assertThat(events.last()).isEqualTo(finished(400, 400 * 1016, OptionalLong.of(bytes)));
        events.clear();
        try (DatasetIterator<?> iterator = dataset.resume(checkpoint)) {
            iterator.forEachRemaining(element -> {});
            assertThat(iterator.statistics().progress().finished()).isTrue();
        }
        assertThat(events.last()).isEqualTo(finished(2 * RECORDS - 400, bytes - 400 * 1016, OptionalLong.of(bytes)));
    }

    @Test
    void aGlobalShuffleCountsRecords() throws IOException {
        try (RecordIndex index = RecordIndex.open(List.of(plain))) {
            assertThat(last(Dataset.globalShuffle(index, 1))).isEqualTo(finished(RECORDS, 0, OptionalLong.empty()));
        }
    }

    @Test
    void otherSourcesCountNothing() {
        assertThat(last(Dataset.range(10))).isEqualTo(finished(0, 0));
    }

    @Test
    void theObserverIsCalledIfTheRunCannotBegin() throws IOException {
        try (RecordIndex index = RecordIndex.open(List.of(plain))) {
            Dataset<?> shuffled = Dataset.globalShuffle(index, 1)
                    .observed(PipelineObserver.atEnd(statistics -> events.accept(statistics.progress())));
            Files.write(plain, new byte[1], StandardOpenOption.APPEND);
            assertThatThrownBy(shuffled::iterator)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("index it again");
        }
        assertThat(events.last().finished()).isTrue();
        assertThat(events.all()).hasSize(1);
    }

    @Test
    void theObserverIsCalledIfAFileCannotBeClosed() throws IOException {
        byte[] content = Files.readAllBytes(plain);
        ByteSource source = new ByteSource() {
            @Override
            public String name() {
                return "stuck";
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(content.length);
            }

            @Override
            public ReadableByteChannel open(long offset) {
                ByteBuffer rest = ByteBuffer.wrap(content, (int) offset, content.length - (int) offset);
                return new ReadableByteChannel() {
                    @Override
                    public int read(ByteBuffer target) {
                        if (!rest.hasRemaining()) {
                            return -1;
                        }
                        int count = Math.min(rest.remaining(), target.remaining());
                        target.put(rest.slice(rest.position(), count));
                        rest.position(rest.position() + count);
                        return count;
                    }

                    @Override
                    public boolean isOpen() {
                        return true;
                    }

                    @Override
                    public void close() throws IOException {
                        throw new IOException("cannot close");
                    }
                };
            }
        };
        DatasetIterator<?> iterator = RecordDataset.sources(source)
                .observed(PipelineObserver.atEnd(statistics -> events.accept(statistics.progress())))
                .iterator();
        for (int i = 0; i < 3; i++) {
            iterator.next();
        }
        assertThatThrownBy(iterator::close)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot close");
        assertThat(events.last().records()).isEqualTo(3);
    }
}
