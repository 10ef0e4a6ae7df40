package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.IndexReport;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that operations on features reject records of other types. */
class OtherMessagesTest {

    private static final RecordWriterOptions OPTIONS = RecordWriterOptions.defaults();
    private static final byte[] EXAMPLE =
            Example.builder().put("id", 1L).build().toByteArray();
    private static final byte[] WITHOUT_ID =
            Example.builder().put("n", 1L).build().toByteArray();

    @TempDir
    Path directory;

    /** A payload without features. */
    record Foreign(byte[] payload, String found) {
        @Override
        public String toString() {
            return found;
        }
    }

    static Stream<Foreign> foreign() {
        byte[] cut = Arrays.copyOf(EXAMPLE, EXAMPLE.length - 1);
        return Stream.of(
                new Foreign(
                        ForeignMessages.exampleListWithContext(1),
                        "is an ExampleListWithContext, not an Example; 'riffle cat' prints it"),
                new Foreign(
                        ForeignMessages.event(1, ForeignMessages.scalar("id", 1)),
                        "is a TensorBoard event, not an Example; 'riffle cat' prints it"),
                new Foreign(ForeignMessages.sam(1), "is a protobuf message of another type, not an Example;"),
                new Foreign("{\"id\":1}".getBytes(StandardCharsets.UTF_8), "is JSON text, not an Example;"),
                new Foreign("some text".getBytes(StandardCharsets.UTF_8), "is text, not an Example;"),
                new Foreign(
                        new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 0}, "is an encoded image, not an Example;"),
                new Foreign(cut, "is bytes of an unknown kind, not an Example (at byte "));
    }

    private Path write(String name, RecordFormat format, byte[]... payloads) throws IOException {
        return Files.write(directory.resolve(name), RecordFiles.write(OPTIONS.format(format), payloads));
    }

    private static RecordRewrite rewrite(Path file) {
        return RecordRewrite.of(List.of(ByteSource.of(file)));
    }

    private void assertRejected(ThrowingCallable work, int record, int offset, String found) throws IOException {
        assertThatThrownBy(work)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in: record " + record + " at offset " + offset + " " + found);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("in"));
        }
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void rejectsOtherMessagesInAFilter(Foreign foreign) throws IOException {
        RecordRewrite rewrite = rewrite(write("in", RecordFormat.TFRECORD, EXAMPLE, foreign.payload));
        RecordOutput target = RecordOutput.file(directory.resolve("out"), OPTIONS);
        int offset = EXAMPLE.length + 16;
        for (String condition : List.of("id == 1", "has(id)", "not has(id)")) {
            FeatureFilter filter = FeatureFilter.parse(condition);
            assertRejected(() -> rewrite.filter(filter, target), 1, offset, foreign.found);
            assertRejected(() -> rewrite.filterNot(filter, target), 1, offset, foreign.found);
            assertRejected(() -> rewrite.countFiltered(filter), 1, offset, foreign.found);
        }
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void rejectsOtherMessagesInADeduplication(Foreign foreign) throws IOException {
        RecordRewrite rewrite = rewrite(write("in", RecordFormat.TFRECORD, EXAMPLE, foreign.payload));
        RecordOutput target = RecordOutput.file(directory.resolve("out"), OPTIONS);
        int offset = EXAMPLE.length + 16;
        for (DistinctBy.Missing missing : DistinctBy.Missing.values()) {
            DistinctBy by = DistinctBy.features(List.of("id")).missing(missing);
            assertRejected(() -> rewrite.dedupe(by, target), 1, offset, foreign.found);
            assertRejected(() -> rewrite.countDuplicates(by), 1, offset, foreign.found);
        }
        assertThat(rewrite.countDuplicates(DistinctBy.payload()).duplicates()).isZero();
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void rejectsOtherMessagesInASplitByKey(Foreign foreign) throws IOException {
        RecordRewrite rewrite = rewrite(write("in", RecordFormat.TFRECORD, EXAMPLE, foreign.payload));
        ShardNames names = ShardNames.of(directory.resolve("out"), 2);
        for (MissingKey missing : MissingKey.values()) {
            RecordOutput target = RecordOutput.byKey(names, "id", missing, OPTIONS);
            assertRejected(() -> rewrite.copyTo(target), 1, EXAMPLE.length + 16, foreign.found);
        }
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void rejectsOtherMessagesInAnIndexWithKeys(Foreign foreign) throws IOException {
        Path file = write("in", RecordFormat.TFRECORD, EXAMPLE, foreign.payload, EXAMPLE);
        int offset = EXAMPLE.length + 16;
        IndexOptions keyed = IndexOptions.defaults().key("id");
        assertRejected(() -> IndexFile.of(file).build(keyed), 1, offset, foreign.found);
        assertRejected(() -> RecordIndex.open(List.of(file), keyed).close(), 1, offset, foreign.found);
        assertThat(IndexFile.of(file).build(IndexOptions.defaults()).records()).isEqualTo(3);
    }

    @Test
    void reportsTheSameRecordWithSeveralThreads() throws IOException {
        int size = (16 << 20) + 3;
        byte[] large = Example.builder()
                .put("id", 1L)
                .put("large", new byte[size])
                .build()
                .toByteArray();
        Path file = write(
                "in", RecordFormat.TFRECORD, large, EXAMPLE, large, WITHOUT_ID, ForeignMessages.exampleList(1), large);
        int offset = 2 * large.length + EXAMPLE.length + WITHOUT_ID.length + 4 * 16;
        for (int threads = 1; threads <= 4; threads++) {
            IndexOptions keyed = IndexOptions.defaults().key("id").threads(threads);
            assertRejected(
                    () -> IndexFile.of(file).build(keyed),
                    4,
                    offset,
                    "is an ExampleListWithContext, not an Example; 'riffle cat' prints it");
        }
    }

    /**
     * Checks that operations ignore nested records. A thread can begin inside a payload and find nested records there.
     */
    @Test
    void ignoresNestedRecords() throws IOException {
        byte[][] texts = new byte[1 << 15][];
        Arrays.setAll(texts, i -> ("text number " + i + " ".repeat(1 << 10)).getBytes(StandardCharsets.UTF_8));
        byte[] inner = RecordFiles.tfRecords(texts);
        byte[] outer =
                Example.builder().put("id", 1L).put("file", inner).build().toByteArray();
        Path file = write("in", RecordFormat.TFRECORD, outer, EXAMPLE);
        IndexReport report =
                IndexFile.of(file).build(IndexOptions.defaults().key("id").threads(4));
        assertThat(report.records()).isEqualTo(2);
        assertThat(report.withoutKey()).isZero();
    }

    @Test
    void acceptsMessagesWithoutTheFeature() throws IOException {
        byte[] context = SequenceExample.builder()
                .context(Example.parse(EXAMPLE))
                .build()
                .toByteArray();
        byte[] lists = SequenceExample.builder()
                .put("steps", dev.riffle.example.Feature.of(1L))
                .build()
                .toByteArray();
        Path file = write("in", RecordFormat.TFRECORD, EXAMPLE, WITHOUT_ID, new byte[0], context, lists);
        assertThat(rewrite(file).countFiltered(FeatureFilter.parse("not has(id)")))
                .isEqualTo(new FilterCount(5, 3));
        assertThat(rewrite(file).countDuplicates(DistinctBy.features(List.of("id"))))
                .isEqualTo(new DedupeReport(5, 1, 3, List.of()));
        assertThat(IndexFile.of(file).build(IndexOptions.defaults().key("id")).withoutKey())
                .isEqualTo(3);
        ShardNames names = ShardNames.of(directory.resolve("out"), 2);
        RewriteReport report = rewrite(file).copyTo(RecordOutput.byKey(names, "id", MissingKey.FIRST, OPTIONS));
        assertThat(report.recordsWritten()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(MissingKey.class)
    void rejectsAnExampleInAnOfRecordFile(MissingKey missing) throws IOException {
        byte[] own = Example.builder().put("id", 1L).build().toByteArray(Dialect.ONEFLOW);
        RecordRewrite rewrite = rewrite(write("in", RecordFormat.OFRECORD, own, EXAMPLE));
        ShardNames names = ShardNames.of(directory.resolve("out"), 2);
        RecordOutput target = RecordOutput.byKey(names, "id", missing, OPTIONS.format(RecordFormat.OFRECORD));
        String found = "is an Example, not an OFRecord; 'riffle cat' prints it";
        assertRejected(() -> rewrite.copyTo(target), 1, own.length + 8, found);
        assertRejected(() -> rewrite.countFiltered(FeatureFilter.parse("has(id)")), 1, own.length + 8, found);
    }
}
