package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.RiffleException;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import dev.riffle.typed.RecordCodec;
import dev.riffle.typed.TypedRecordException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Typed records in pipelines, batches and record sets. */
class TypedRecordsTest {

    private static final int COUNT = 20;

    public record Click(long user, String page) {}

    private static final RecordCodec<Click> CODEC = RecordCodec.of(Click.class);

    @TempDir
    Path directory;

    private Path file;
    private Path damaged;

    private static Click click(int number) {
        return new Click(number, "page " + number);
    }

    private static List<Click> clicks() {
        return IntStream.range(0, COUNT).mapToObj(TypedRecordsTest::click).toList();
    }

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("clicks.tfrecord");
        Dataset.fromList(clicks()).writeRecords(file, CODEC::encode);
        damaged = directory.resolve("damaged.tfrecord");
        RecordWriter.write(damaged, RecordWriterOptions.defaults(), records -> {
            records.write(CODEC.encode(click(0)));
            records.write(Example.builder().put("user", 1).build().toBytes());
            records.write("not an Example");
            records.write(CODEC.encode(click(3)));
        });
    }

    @Test
    void mapDecodesRecords() {
        Dataset<Click> decoded = RecordDataset.files(file).map(CODEC);

        assertThat(decoded).containsExactlyElementsOf(clicks());
        assertThat(RecordDataset.files(file).map(CODEC, Parallel.calls(2))).containsExactlyElementsOf(clicks());
        assertThat(RecordDataset.files(file).shuffle(5, 42).map(CODEC::decode))
                .containsExactlyInAnyOrderElementsOf(clicks());
    }

    @Test
    void aRejectedRecordIsReportedWithFileAndOffset() {
        long second = 16 + CODEC.encode(click(0)).size();
        try (DatasetIterator<Click> iterator =
                RecordDataset.files(damaged).map(CODEC).iterator()) {
            assertThat(iterator.next()).isEqualTo(click(0));
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("damaged.tfrecord at offset " + second)
                    .hasMessageContaining("component page")
                    .hasCauseInstanceOf(TypedRecordException.class);
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("not a valid Example");
            assertThat(iterator.next()).isEqualTo(click(3));
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void batchesOfRecords() {
        assertThat(RecordDataset.files(file).batch(8, Collator.decoded(CODEC)))
                .containsExactly(clicks().subList(0, 8), clicks().subList(8, 16), clicks().subList(16, COUNT));
        assertThat(RecordDataset.files(file).map(CODEC).batch(8))
                .containsExactly(clicks().subList(0, 8), clicks().subList(8, 16), clicks().subList(16, COUNT));
    }

    @Test
    void aRejectedRecordOfABatchIsReportedWithFileAndOffset() {
        long second = 16 + CODEC.encode(click(0)).size();
        try (DatasetIterator<List<Click>> iterator =
                RecordDataset.files(damaged).batch(2, Collator.decoded(CODEC)).iterator()) {
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("damaged.tfrecord at offset " + second)
                    .hasMessageContaining("component page")
                    .hasCauseInstanceOf(TypedRecordException.class);
            assertThatThrownBy(iterator::next).hasMessageContaining("not a valid Example");
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void aCallerOfACollatorCatchesARejectedRecordByTheBaseType() {
        List<Bytes> payloads = List.of(CODEC.encode(click(0)), Bytes.ofUtf8("nonsense"));

        assertThatThrownBy(() -> Collator.decoded(CODEC).collate(payloads))
                .isInstanceOf(RiffleException.class)
                .hasMessageContaining("not a valid Example");
    }

    @Test
    void batchesResumeAfterACheckpoint() {
        Dataset<List<Click>> batches = RecordDataset.files(file).batch(3, Collator.decoded(CODEC));
        Checkpoint checkpoint;
        try (DatasetIterator<List<Click>> iterator = batches.iterator()) {
            iterator.next();
            checkpoint = iterator.checkpoint();
        }

        List<List<Click>> rest = new ArrayList<>();
        try (DatasetIterator<List<Click>> iterator = batches.resume(checkpoint)) {
            iterator.forEachRemaining(rest::add);
        }

        assertThat(rest).hasSize(6).first().isEqualTo(clicks().subList(3, 6));
    }

    @Test
    void shardedWritersTakeRecords() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("set.tfrecord"), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            RecordWriter.Typed<Click> typed = writer.typed(CODEC::encode);
            for (Click click : clicks()) {
                typed.write(click);
            }
            writer.commit();
        }

        assertThat(read(names.paths().get(1)))
                .containsExactly(click(1), click(4), click(7), click(10), click(13), click(16), click(19));
    }

    @Test
    void shardedWritersTakeRecordsWithKeys() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("keyed.tfrecord"), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            for (Click click : clicks()) {
                writer.writeByKey(ShardedRecordWriter.keyOf(click.user()), CODEC.encode(click));
            }
            writer.commit();
        }

        for (int shard = 0; shard < 3; shard++) {
            int number = shard;
            assertThat(read(names.paths().get(shard)))
                    .isNotEmpty()
                    .allMatch(
                            click -> ShardedRecordWriter.shardOf(ShardedRecordWriter.keyOf(click.user()), 3) == number);
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void aWriterContinuesAfterARejectedRecord() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("rejected.tfrecord"), 1);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            RecordWriter.Typed<Click> typed = writer.typed(CODEC::encode);
            typed.write(click(1));
            assertThatThrownBy(() -> typed.write(new Click(2, null))).isInstanceOf(TypedRecordException.class);
            typed.write(click(3));
            writer.commit();
        }

        assertThat(read(names.paths().get(0))).containsExactly(click(1), click(3));
        Path file = directory.resolve("one.tfrecord");
        RecordWriter.write(file, records -> {
            RecordWriter.Typed<Click> typed = records.typed(CODEC::encode);
            typed.write(click(1));
            assertThatThrownBy(() -> typed.write(new Click(2, null))).isInstanceOf(TypedRecordException.class);
            typed.write(click(3));
        });
        assertThat(file).hasSameBinaryContentAs(names.path(0));
    }

    @Test
    void datasetsWriteRecordsToShards() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("written.tfrecord"), 2);

        assertThat(Dataset.fromList(clicks()).writeShards(names, CODEC::encode)).isEqualTo(COUNT);
        assertThat(RecordDataset.files(names).map(CODEC)).containsExactlyInAnyOrderElementsOf(clicks());
    }

    @Test
    void theSpecsOfACodecParseItsMessages() throws IOException {
        PayloadBatch payloads = new PayloadBatch();
        for (Click click : clicks()) {
            payloads.add(CODEC.encode(click));
        }

        assertThat(ExampleParser.compile(CODEC.specs())
                        .parse(payloads)
                        .dense("user")
                        .values()
                        .toLongs())
                .containsExactly(IntStream.range(0, COUNT).asLongStream().toArray());
    }

    private static List<Click> read(Path path) throws IOException {
        List<Click> clicks = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(path)) {
            while (reader.next()) {
                clicks.add(CODEC.decode(reader.payload()));
            }
        }
        return clicks;
    }

    @Test
    void aCodecMustBePresent() {
        RecordDataset records = RecordDataset.files(file);
        RecordCodec<Click> none = nothing();

        assertThatThrownBy(() -> records.map(none)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Collator.decoded(none)).isInstanceOf(IllegalArgumentException.class);
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <X> X nothing() {
        return null;
    }
}
