package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFile;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.io.BilledSource;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.SampleBytes;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.internal.SplitRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Riffle rejects a source that has another version than before, even if the bytes that it reads are intact. */
class ChangedVersionTest {

    private static final int COUNT = 5000;
    private static final int FRAME = 1016;
    private static final byte[][] PAYLOADS = payloads();

    private final BilledSource source = source(RecordFiles.tfRecords(PAYLOADS));

    private static byte[][] payloads() {
        byte[][] payloads = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            payloads[i] = SampleBytes.random(1000, i);
        }
        return payloads;
    }

    private static BilledSource source(byte[] file) {
        BilledSource source = new BilledSource(ByteSource.of(Bytes.ofOwned(file), "remote.tfrecord"));
        source.setVersion("\"one\"");
        return source;
    }

    @Test
    void aReaderRejectsTheRestOfAnotherVersion() throws IOException {
        try (RecordReader records = RecordReader.open(source)) {
            AtomicInteger count = new AtomicInteger();
            assertThat(records.next()).isTrue();
            source.setVersion("\"two\"");
            assertThatThrownBy(() -> {
                        while (records.next()) {
                            count.incrementAndGet();
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("remote.tfrecord")
                    .hasMessageContaining("replaced");
            assertThat(count).hasValueLessThan(COUNT - 1);
        }
    }

    @Test
    void aReaderRejectsASeekInAnotherVersion() throws IOException {
        try (RecordReader records = RecordReader.open(source)) {
            source.setVersion("\"two\"");
            assertThatThrownBy(() -> records.seek(4000L * FRAME, 4000))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("replaced");
        }
    }

    @Test
    void aScanRejectsAVersionThatChangesDuringTheScan() {
        assertThatThrownBy(() -> ParallelScan.of(source)
                        .threads(2)
                        .run(
                                records -> {
                                    source.setVersion("\"two\"");
                                    return 0;
                                },
                                result -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("replaced");
    }

    /** The bytes of the first request are valid, but later requests receive bytes of the second version. */
    @Test
    void aSplitRejectsTheRestOfAnotherVersion() throws IOException {
        try (SplitRecords split = SplitRecords.open(source, 100_000, 1_000_000, RecordReaderOptions.defaults())) {
            assertThat(split.next()).isTrue();
            source.setVersion("\"two\"");
            assertThatThrownBy(() -> {
                        while (split.next()) {
                            assertThat(split.reader().payloadSize()).isEqualTo(1000);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("replaced");
        }
    }

    @Test
    void aFileOfRecordsRejectsAnotherVersion() throws IOException {
        try (RecordFile file = RecordFile.open(source, RecordFormat.TFRECORD)) {
            assertThat(file.get(0, 0).size()).isEqualTo(1000);
            assertThat(file.hasChanged()).isFalse();

            source.setVersion("\"two\"");

            assertThat(file.hasChanged()).isTrue();
            assertThatThrownBy(() -> file.get(0, 0)).isInstanceOf(IOException.class);
            List<ByteRange> frames = List.of(new ByteRange(0, FRAME), new ByteRange(FRAME, FRAME));
            assertThatThrownBy(() -> file.getAll(frames, 0, 1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anIndexRejectsAnotherVersion() throws IOException {
        for (Compression compression : List.of(Compression.NONE, Compression.GZIP)) {
            BilledSource changing =
                    source(RecordFiles.write(RecordWriterOptions.defaults().compression(compression), PAYLOADS));
            try (RecordIndex index = RecordIndex.openSources(List.of(changing))) {
                index.checkUnchanged();
                String fingerprint = index.fingerprint();

                changing.setVersion("\"two\"");

                assertThatThrownBy(index::checkUnchanged)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("version");
                assertThatThrownBy(() -> index.get(7)).isInstanceOf(IOException.class);
                try (RecordIndex other = RecordIndex.openSources(List.of(changing))) {
                    assertThat(other.fingerprint()).isNotEqualTo(fingerprint);
                }
            }
        }
    }

    @Test
    void anIndexFileOfAnotherVersionIsStale(@TempDir Path directory) throws IOException {
        for (Compression compression : List.of(Compression.NONE, Compression.GZIP)) {
            BilledSource changing =
                    source(RecordFiles.write(RecordWriterOptions.defaults().compression(compression), PAYLOADS));
            IndexFile index = IndexFile.of(changing, directory.resolve("of-" + compression.name()));
            assertThat(index.check().kind()).isEqualTo(IndexState.Kind.MISSING);
            assertThat(index.build(IndexOptions.defaults()).records()).isEqualTo(COUNT);
            assertThat(index.check()).isEqualTo(new IndexState(IndexState.Kind.FRESH, ""));
            assertThat(index.count()).hasValue(COUNT);
            changing.reset();
            try (RecordIndex open = index.open(IndexOptions.defaults())) {
                assertThat(changing.requests()).isZero();
                assertThat(open.get(777).toByteArray()).isEqualTo(PAYLOADS[777]);
            }

            changing.setVersion("\"two\"");

            String reason = "the source has the version \"two\", and had the version \"one\" when it was indexed";
            assertThat(index.check()).isEqualTo(new IndexState(IndexState.Kind.STALE, reason));
            assertThat(index.count()).isEmpty();
            List<String> notes = new ArrayList<>();
            try (RecordIndex open = index.open(IndexOptions.defaults().notes(notes::add))) {
                assertThat(open.get(777).toByteArray()).isEqualTo(PAYLOADS[777]);
            }
            assertThat(notes).containsExactly(index.path() + ": stale, not used: " + reason);
        }
    }

    /** Without a version, the size and the sampled bytes distinguish objects. */
    @Test
    void anIndexFileOfASourceWithoutVersionComparesBytes(@TempDir Path directory) throws IOException {
        byte[] content = RecordFiles.tfRecords(PAYLOADS);
        Path file = directory.resolve("index");
        ByteSource first = ByteSource.of(Bytes.copyOf(content), "memory");
        IndexFile.of(first, file).build(IndexOptions.defaults());
        assertThat(IndexFile.of(first, file).check().kind()).isEqualTo(IndexState.Kind.FRESH);
        assertThat(IndexFile.of(source, file).check().reason())
                .isEqualTo("the source has the version \"one\", and had no version when it was indexed");

        content[20] ^= 1;

        assertThat(IndexFile.of(ByteSource.of(Bytes.ofOwned(content), "memory"), file)
                        .check()
                        .reason())
                .isEqualTo("the first bytes of the file have changed");
    }

    /** The sources come from a dataset, so that the pipeline does not know them before the run. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aCheckpointInsideAFileRejectsAnotherVersion(int reads) {
        RecordDataset records = RecordDataset.sources(Dataset.of(source)).parallelReads(reads);
        String checkpoint;
        try (DatasetIterator<Bytes> run = records.iterator()) {
            run.next();
            checkpoint = run.checkpoint().toString();
        }
        try (DatasetIterator<Bytes> same = records.resume(Checkpoint.parse(checkpoint))) {
            assertThat(same.next().toByteArray()).isEqualTo(PAYLOADS[1]);
        }

        source.setVersion("\"two\"");

        try (DatasetIterator<Bytes> other = records.resume(Checkpoint.parse(checkpoint))) {
            assertThatThrownBy(other::next)
                    .hasMessageContaining("remote.tfrecord")
                    .hasRootCauseMessage(
                            "remote.tfrecord: expected version \"one\", as in the checkpoint, found version"
                                    + " \"two\"; begin a new run");
        }
    }

    private static Dataset<Bytes> records(String kind, ByteSource source) {
        return switch (kind) {
            case "supplied" -> RecordDataset.sources(Dataset.of(source));
            case "parallel" -> RecordDataset.sources(Dataset.of(source)).parallelReads(2);
            case "created" -> Dataset.of(source).flatMap(each -> RecordDataset.sources(each));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** The run has read the complete source, and the shuffle holds most records. */
    @ParameterizedTest
    @ValueSource(strings = {"supplied", "parallel", "created"})
    void aCheckpointWithHeldRecordsRejectsAnotherVersion(String kind) {
        BilledSource small = source(RecordFiles.tfRecords(Arrays.copyOf(PAYLOADS, 10)));
        Dataset<Bytes> records = records(kind, small).shuffle(20, 1);
        String checkpoint;
        try (DatasetIterator<Bytes> run = records.iterator()) {
            run.next();
            checkpoint = run.checkpoint().toString();
        }
        try (DatasetIterator<Bytes> same = records.resume(Checkpoint.parse(checkpoint))) {
            assertThat(same).toIterable().hasSize(9);
        }

        small.setVersion("\"two\"");

        assertThatThrownBy(() -> records.resume(Checkpoint.parse(checkpoint)).close())
                .hasRootCauseMessage(
                        "remote.tfrecord: found version \"two\", but the checkpoint has a record of another"
                                + " version; begin a new run");
    }

    @Test
    void aCheckpointRejectsAnotherVersion() {
        String checkpoint;
        try (DatasetIterator<Bytes> records = RecordDataset.sources(source).iterator()) {
            records.next();
            checkpoint = records.checkpoint().toString();
        }
        try (DatasetIterator<Bytes> same = RecordDataset.sources(source).resume(Checkpoint.parse(checkpoint))) {
            assertThat(same.next().toByteArray()).isEqualTo(PAYLOADS[1]);
        }

        source.setVersion("\"two\"");

        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> {
                    try (DatasetIterator<Bytes> other =
                            RecordDataset.sources(source).resume(Checkpoint.parse(checkpoint))) {
                        other.next();
                    }
                })
                .withMessageContaining("versions");
    }
}
