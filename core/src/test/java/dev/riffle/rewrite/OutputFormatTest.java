package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.BuiltInFormats;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that no operation writes records of one format to an output of the other format. */
class OutputFormatTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path input(RecordFormat format) throws IOException {
        Path path = directory.resolve("in");
        Bytes message = RewriteFiles.message(new Random(1), format);
        RewriteFiles.write(path, OPTIONS.format(format), List.of(message, message, message));
        return path;
    }

    private static RecordFormat other(RecordFormat format) {
        return format == RecordFormat.TFRECORD ? RecordFormat.OFRECORD : RecordFormat.TFRECORD;
    }

    private void assertRejected(RecordFormat format, Writing writing) throws IOException {
        Path input = input(format);
        for (RecordOutput target : targets(OPTIONS.format(other(format)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writing.write(RecordRewrite.of(List.of(ByteSource.of(input))), target))
                    .withMessageContaining("cannot write " + format.title() + " records to an output in "
                            + other(format).title());
            assertThat(RewriteFiles.names(directory)).containsExactly("in");
        }
    }

    /** An operation that writes records. */
    @FunctionalInterface
    private interface Writing {
        void write(RecordRewrite rewrite, RecordOutput target) throws IOException;
    }

    private List<RecordOutput> targets(RecordWriterOptions options) {
        Path prefix = directory.resolve("out");
        return List.of(
                RecordOutput.file(prefix, options),
                RecordOutput.shards(ShardNames.of(prefix, 2), options),
                RecordOutput.ofRecords(prefix, "", 2, options),
                RecordOutput.byKey(ShardNames.of(prefix, 2), "n", MissingKey.FIRST, options));
    }

    @ParameterizedTest
    @EnumSource(RecordRewriteTest.Operation.class)
    void rejectsTheOtherFormatInAllRewrites(RecordRewriteTest.Operation operation) throws IOException {
        for (RecordFormat format : BuiltInFormats.all()) {
            assertRejected(format, operation::run);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void rejectsTheOtherFormatInShuffles(RecordFormat format) throws IOException {
        assertRejected(
                format,
                (rewrite, target) -> ExternalShuffle.of(rewrite.input(), 1).writeTo(target));
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void rejectsTheOtherFormatForDuplicates(RecordFormat format) throws IOException {
        RecordOutput right = RecordOutput.file(directory.resolve("right"), OPTIONS.format(format));
        assertRejected(format, (rewrite, target) -> rewrite.dedupe(DistinctBy.payload(), right, target));
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void rejectsTheOtherFormatInSamplesOfStreams(RecordFormat format) throws IOException {
        byte[] bytes = Files.readAllBytes(input(format));
        assertRejected(
                format,
                (rewrite, target) -> RecordRewrite.of(List.of(ByteSource.of(new ByteArrayInputStream(bytes), "stream")))
                        .sampleCount(1, 1, target));
    }

    @Test
    void rejectsOutputsWrittenInPlace() throws IOException {
        Path own = input(RecordFormat.TFRECORD);
        byte[] before = Files.readAllBytes(own);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordOutput.file(own, OPTIONS.inPlace().overwrite()))
                .withMessageContaining("remove inPlace()");
        assertThat(own).hasBinaryContent(before);
    }
}
