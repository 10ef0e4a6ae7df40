package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFile;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Checkpoint;
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
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

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
            try (RecordIndex index = RecordIndex.ofSources(List.of(changing))) {
                index.checkUnchanged();
                String fingerprint = index.fingerprint();

                changing.setVersion("\"two\"");

                assertThatThrownBy(index::checkUnchanged)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("version");
                assertThatThrownBy(() -> index.get(7)).isInstanceOf(IOException.class);
                try (RecordIndex other = RecordIndex.ofSources(List.of(changing))) {
                    assertThat(other.fingerprint()).isNotEqualTo(fingerprint);
                }
            }
        }
    }

    @Test
    void aCheckpointRejectsAnotherVersion() {
        String checkpoint;
        try (DatasetIterator<Bytes> records = RecordDataset.files(source).iterator()) {
            records.next();
            checkpoint = records.checkpoint().toString();
        }
        try (DatasetIterator<Bytes> same = RecordDataset.files(source).resume(Checkpoint.parse(checkpoint))) {
            assertThat(same.next().toByteArray()).isEqualTo(PAYLOADS[1]);
        }

        source.setVersion("\"two\"");

        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> {
                    try (DatasetIterator<Bytes> other =
                            RecordDataset.files(source).resume(Checkpoint.parse(checkpoint))) {
                        other.next();
                    }
                })
                .withMessageContaining("versions");
    }
}
