package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the progress of a {@link ShardedRecordWriter}. */
class ShardProgressTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();
    private static final int RECORDS = 1000;
    private static final byte[] PAYLOAD = new byte[84];
    private static final long FRAME_BYTES = 100;

    @TempDir
    Path directory;

    private final ProgressEvents events = new ProgressEvents();

    private ShardNames names() {
        return ShardNames.of(directory.resolve("x"), 3);
    }

    @Test
    void theEventsCountRecordsAndBytesBeforeCompression() throws IOException {
        List<RecordOutput> outputs = List.of(
                RecordOutput.ofRecords(directory.resolve("r"), ".gz", 300, OPTIONS),
                RecordOutput.ofRecords(directory.resolve("r"), ".zlib", 300, OPTIONS.threads(2)),
                RecordOutput.file(directory.resolve("file"), OPTIONS));
        List<ShardedRecordWriter> writers = new ArrayList<>();
        writers.add(ShardedRecordWriter.create(
                names(), OPTIONS.compression(Compression.GZIP).threads(2)));
        for (RecordOutput output : outputs) {
            writers.add(ShardedRecordWriter.create(output));
        }
        for (ShardedRecordWriter opened : writers) {
            events.clear();
            try (ShardedRecordWriter writer = opened) {
                writer.progress(events);
                for (int i = 0; i < RECORDS; i++) {
                    writer.write(PAYLOAD);
                }
                assertThat(events.all()).extracting(Progress::records).containsExactly(256L, 512L, 768L);
                writer.commit();
            }
            assertThat(events.all()).hasSize(5);
            assertThat(events.last())
                    .isEqualTo(new Progress(RECORDS, RECORDS * FRAME_BYTES, OptionalLong.empty(), true));
        }
    }

    @Test
    void anEventFollowsAMebibyte() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            writer.progress(events);
            for (int i = 0; i < 4; i++) {
                writer.writeToShard(0, Bytes.copyOf(new byte[600_000]));
            }
            assertThat(events.all()).extracting(Progress::records).containsExactly(2L, 4L);
            writer.discard();
        }
        assertThat(events.last().records()).isEqualTo(4);
    }

    @Test
    void theLastEventAlsoFollowsAnErrorOrAnEmptySet() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            writer.progress(events);
            writer.commit();
        }
        assertThat(events.all()).containsExactly(new Progress(0, 0, OptionalLong.empty(), true));
        events.clear();
        ShardedRecordWriter writer = ShardedRecordWriter.create(
                names(), RecordWriterOptions.defaults().overwrite());
        writer.progress(events);
        writer.write(PAYLOAD);
        assertThatIllegalStateException().isThrownBy(writer::close);
        assertThat(events.all())
                .containsExactly(
                        new Progress(1, FRAME_BYTES, OptionalLong.empty(), false),
                        new Progress(1, FRAME_BYTES, OptionalLong.empty(), true));
    }

    @Test
    void theLastEventOfADiscardedWriterCountsAllRecords() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            writer.progress(events);
            writer.writeToShard(1, PAYLOAD);
            writer.writeByKey(Bytes.ofUtf8("key"), PAYLOAD);
            writer.discard();
        }
        assertThat(events.last()).isEqualTo(new Progress(2, 2 * FRAME_BYTES, OptionalLong.empty(), true));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void anExceptionOfTheListenerEndsTheWriter() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            writer.progress(event -> {
                throw new IllegalArgumentException("stop");
            });
            assertThatThrownBy(() -> {
                        for (int i = 0; i < RECORDS; i++) {
                            writer.write(PAYLOAD);
                        }
                    })
                    .hasMessage("stop");
            assertThatIllegalStateException().isThrownBy(writer::commit);
            writer.discard();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theListenerMustComeBeforeTheFirstRecord() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names())) {
            writer.write(PAYLOAD);
            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.progress(events))
                    .withMessageEndingWith(": the listener of the progress must be set before the first record");
            writer.discard();
        }
    }
}
