package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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

/** Records of one format are no records of the other, whatever is done with them. */
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

    private void assertRefused(RecordFormat format, Writing writing) throws IOException {
        Path input = input(format);
        for (RecordOutput target : targets(OPTIONS.format(other(format)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writing.write(RecordRewrite.of(List.of(ByteSource.of(input))), target))
                    .withMessageContaining("records of " + format.title() + " cannot be written as "
                            + other(format).title());
            assertThat(RewriteFiles.names(directory)).containsExactly("in");
        }
    }

    /** What writes. */
    @FunctionalInterface
    private interface Writing {
        void write(RecordRewrite rewrite, RecordOutput target) throws IOException;
    }

    private List<RecordOutput> targets(RecordWriterOptions options) {
        String prefix = directory.resolve("out").toString();
        return List.of(
                RecordOutput.file(Path.of(prefix), options),
                RecordOutput.shards(ShardNames.of(prefix, 2), options),
                RecordOutput.ofRecords(prefix, "", 2, options),
                RecordOutput.byKey(ShardNames.of(prefix, 2), "n", MissingKey.FIRST, options));
    }

    @ParameterizedTest
    @EnumSource(RecordRewriteTest.Operation.class)
    void noOperationWritesRecordsIntoAFileOfTheOtherFormat(RecordRewriteTest.Operation operation) throws IOException {
        for (RecordFormat format : RecordFormat.values()) {
            assertRefused(format, operation::run);
        }
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void noShuffleNeither(RecordFormat format) throws IOException {
        assertRefused(
                format,
                (rewrite, target) -> ExternalShuffle.of(rewrite.input(), 1).writeTo(target));
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void nothingGoesIntoAPlaceForDuplicatesOfTheOtherFormat(RecordFormat format) throws IOException {
        RecordOutput right = RecordOutput.file(directory.resolve("right"), OPTIONS.format(format));
        assertRefused(format, (rewrite, target) -> rewrite.dedupe(DistinctBy.payload(), right, target));
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void noSampleOfAStreamNeither(RecordFormat format) throws IOException {
        byte[] bytes = Files.readAllBytes(input(format));
        assertRefused(
                format,
                (rewrite, target) -> RecordRewrite.of(List.of(ByteSource.of(new ByteArrayInputStream(bytes), "stream")))
                        .sampleCount(1, 1, target));
    }

    @Test
    void aFileThatIsWrittenInPlaceIsNoTarget() throws IOException {
        Path own = input(RecordFormat.TFRECORD);
        byte[] before = Files.readAllBytes(own);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordOutput.file(own, OPTIONS.inPlace().overwrite()))
                .withMessageContaining("leave out inPlace()");
        assertThat(own).hasBinaryContent(before);
    }
}
