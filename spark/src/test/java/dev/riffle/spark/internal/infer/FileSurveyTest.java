package dev.riffle.spark.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests surveys of bad files and bad records. */
class FileSurveyTest {

    private static final Example GOOD = Example.builder().put("a", 1L).build();

    private static final Bytes NO_MESSAGE = Bytes.ofHex("0aff");

    private static RecordOptions options(String... namesAndValues) {
        return options(RecordFormat.TFRECORD, namesAndValues);
    }

    private static RecordOptions options(RecordFormat format, String... namesAndValues) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return RecordOptions.of(format, options, "_corrupt_record");
    }

    private static PartialSchema survey(RecordOptions options, MadeFile file) {
        return MadeFile.survey(options, file).get(0);
    }

    private static String ddl(PartialSchema known, RecordOptions options) {
        return InferredSchema.of(known, options, true).orElseThrow().toDDL();
    }

    private static MadeFile damaged() {
        MadeFile intact = MadeFile.of("d.tfrecord", GOOD, GOOD, GOOD);
        return intact.damagedAt(intact.bytes().length / 3 + 14);
    }

    private static MadeFile malformed() {
        return MadeFile.of("m.tfrecord", GOOD.toBytes(), NO_MESSAGE, GOOD.toBytes());
    }

    @Test
    void reportsDamageWithFileAndPlace() {
        PartialSchema known = survey(options(), damaged());

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> InferredSchema.of(known, options(), true))
                .withMessageMatching(
                        "d\\.tfrecord: record 1 at offset \\d+: payload checksum does not match: expected .*"
                                + ", found .*")
                .withCauseInstanceOf(CorruptRecordException.class);
    }

    @Test
    void skipsDamageInTheOtherModes() {
        PartialSchema dropping = survey(options("mode", "DROPMALFORMED"), damaged());
        PartialSchema permissive = survey(options("mode", "PERMISSIVE"), damaged());

        assertThat(dropping.records()).isEqualTo(2);
        assertThat(dropping.badRecords()).isEqualTo(1);
        assertThat(ddl(dropping, options("mode", "DROPMALFORMED"))).isEqualTo("a BIGINT");
        assertThat(permissive).usingRecursiveComparison().isEqualTo(dropping);
        assertThat(ddl(permissive, options("mode", "PERMISSIVE"))).isEqualTo("_corrupt_record STRING,a BIGINT");
        assertThat(ddl(permissive, options("mode", "PERMISSIVE", "columnNameOfCorruptRecord", "bad")))
                .isEqualTo("a BIGINT,bad STRING");
    }

    @Test
    void addsNoCorruptRecordColumnForIntactFiles() {
        RecordOptions permissive = options("mode", "PERMISSIVE");

        assertThat(ddl(survey(permissive, MadeFile.of("f", GOOD)), permissive)).isEqualTo("a BIGINT");
    }

    @Test
    void ignoresDamageAfterTheSample() {
        PartialSchema known = survey(options("inferRecords", "1"), damaged());

        assertThat(known.records()).isEqualTo(1);
        assertThat(ddl(known, options())).isEqualTo("a BIGINT");
    }

    @Test
    void reportsRecordsThatAreNotMessages() {
        PartialSchema known = survey(options(), malformed());

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> InferredSchema.of(known, options(), true))
                .withMessageMatching("m\\.tfrecord: record 1 at offset \\d+: not a valid Example: at byte \\d+: .*;"
                        + " the payload looks like bytes of an unknown kind; option recordType Bytes reads such records;"
                        + " to skip bad records or read them as nulls, set option mode");
    }

    @Test
    void skipsRecordsThatAreNotMessagesInTheOtherModes() {
        RecordOptions permissive = options("mode", "PERMISSIVE");
        PartialSchema known = survey(permissive, malformed());

        assertThat(known.records()).isEqualTo(2);
        assertThat(known.badRecords()).isEqualTo(1);
        assertThat(ddl(known, permissive)).isEqualTo("_corrupt_record STRING,a BIGINT");
    }

    @Test
    void ignoresAllFeaturesOfABadRecord() {
        byte[] begun = Example.builder()
                .put("a", "text")
                .put("b", 1L)
                .build()
                .toBytes()
                .toByteArray();
        byte[] both = Arrays.copyOf(begun, begun.length + 2);
        both[begun.length] = 0x0a;
        both[begun.length + 1] = 0x7f;
        MadeFile file = MadeFile.of("f", GOOD.toBytes(), Bytes.copyOf(both), GOOD.toBytes());
        RecordOptions dropping = options("mode", "DROPMALFORMED");

        PartialSchema known = survey(dropping, file);

        assertThat(known.badRecords()).isEqualTo(1);
        assertThat(ddl(known, dropping)).isEqualTo("a BIGINT");
    }

    @Test
    void ignoresAllFeaturesOfAListWithABadExample() {
        byte[] begun = Example.builder().put("b", 1L).build().toByteArray();
        Bytes bad = Bytes.copyOf(ForeignMessages.join(
                ForeignMessages.field(1, begun), ForeignMessages.field(1, ForeignMessages.sam(1))));
        MadeFile file = MadeFile.of("f", Bytes.copyOf(ForeignMessages.exampleList(1)), bad);
        RecordOptions dropping = options("mode", "DROPMALFORMED", "recordType", "ExampleListWithContext");
        RecordOptions failing = options("recordType", "ExampleListWithContext");

        PartialSchema known = survey(dropping, file);

        assertThat(known.records()).isEqualTo(1);
        assertThat(known.badRecords()).isEqualTo(1);
        assertThat(known.lists()).containsOnlyKeys("document_tokens", "relevance");
        assertThatThrownBy(() -> ddl(survey(failing, file), failing))
                .hasMessageMatching("f: record 1 at offset \\d+: example 1: expected an Example, found .*");
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void rejectsAFileWithoutMessagesInAnyMode(ReadMode mode) {
        MadeFile file = MadeFile.of("f", NO_MESSAGE, NO_MESSAGE);
        RecordOptions options = options("mode", mode.name());

        assertThatThrownBy(() -> InferredSchema.of(survey(options, file), options, true))
                .hasMessageContaining("f: record 0 at offset 0: ")
                .hasMessageContaining("the payload looks like bytes of an unknown kind; option recordType Bytes reads"
                        + " such records");
    }

    @ParameterizedTest
    @CsvSource({
        "FAILFAST, Example",
        "FAILFAST, SequenceExample",
        "PERMISSIVE, Example",
        "PERMISSIVE, SequenceExample",
        "DROPMALFORMED, Example",
        "DROPMALFORMED, SequenceExample"
    })
    void reportsListsOfExamplesInAnyMode(String mode, String type) {
        RecordOptions options = options("mode", mode, "recordType", type);
        MadeFile file = MadeFile.of(
                "f",
                Bytes.copyOf(ForeignMessages.exampleListWithContext(0)),
                Bytes.copyOf(ForeignMessages.exampleList(1)));

        assertThatThrownBy(() -> InferredSchema.of(survey(options, file), options, true))
                .hasMessageContaining("f: record 0 at offset 0: ")
                .hasMessageContaining(
                        "an ExampleListWithContext; option recordType ExampleListWithContext reads such records")
                .message()
                .doesNotContain("recordType to SequenceExample", "recordType SequenceExample");
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void reportsOtherMessagesInAnyMode(ReadMode mode) {
        for (byte[] payload : new byte[][] {
            ForeignMessages.sam(1), ForeignMessages.variant(1), ForeignMessages.position(1),
        }) {
            for (String type : List.of("Example", "SequenceExample")) {
                RecordOptions options = options("mode", mode.name(), "recordType", type);
                MadeFile file = MadeFile.of("f", Bytes.copyOf(payload), Bytes.copyOf(payload));

                assertThatThrownBy(() -> InferredSchema.of(survey(options, file), options, true))
                        .hasMessageContaining("f: record 0 at offset 0: ")
                        .hasMessageContaining(
                                "a protobuf message of another type; option recordType Bytes reads" + " such records");
            }
        }
    }

    @Test
    void treatsOtherMessagesAsBadRecords() {
        MadeFile file = MadeFile.of(
                "f",
                GOOD.toBytes(),
                Bytes.copyOf(ForeignMessages.exampleListWithContext(0)),
                Bytes.copyOf(new byte[0]),
                GOOD.toBytes());
        RecordOptions permissive = options("mode", "PERMISSIVE");

        PartialSchema known = survey(permissive, file);

        assertThat(known.records()).isEqualTo(3);
        assertThat(known.badRecords()).isEqualTo(1);
        assertThat(ddl(known, permissive)).isEqualTo("_corrupt_record STRING,a BIGINT");
        assertThatThrownBy(() -> ddl(survey(options(), file), options()))
                .hasMessageMatching("f: record 1 at offset \\d+: expected an Example, found an ExampleListWithContext;"
                        + " option recordType ExampleListWithContext reads such records");
    }

    @Test
    void suggestsTheTypeOfSequenceExamples() {
        SequenceExample lists =
                SequenceExample.builder().put("steps", Feature.notSet()).build();
        MadeFile file = MadeFile.of("f", GOOD.toBytes(), lists.toBytes());

        assertThatThrownBy(() -> ddl(survey(options(), file), options()))
                .hasMessageMatching("f: record 1 at offset \\d+: expected an Example, found a SequenceExample;"
                        + " option recordType SequenceExample reads such records");
    }

    @Test
    void acceptsAnyPayloadAsBytes() {
        RecordOptions permissive = options("mode", "PERMISSIVE", "recordType", "Bytes");

        assertThat(ddl(survey(permissive, malformed()), permissive)).isEqualTo("payload BINARY");
        assertThat(ddl(survey(permissive, damaged()), permissive)).isEqualTo("_corrupt_record STRING,payload BINARY");
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void rejectsOtherFilesInAnyMode(ReadMode mode) {
        byte[] text = "name,label\nrose,1\ntulip,2\n".repeat(20).getBytes(StandardCharsets.UTF_8);
        RecordOptions options = options("mode", mode.name());

        PartialSchema known = survey(options, new MadeFile("table.csv", text));

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> InferredSchema.of(known, options, true))
                .withMessageStartingWith("table.csv: not a TFRecord or OFRecord file: it looks like ")
                .withCauseInstanceOf(UnrecognizedFileException.class);
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void reportsFilesOfTheOtherFormat(ReadMode mode) {
        RecordOptions tfRecord = options(RecordFormat.TFRECORD, "mode", mode.name());
        RecordOptions ofRecord = options(RecordFormat.OFRECORD, "mode", mode.name());

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ddl(survey(tfRecord, MadeFile.ofRecords("f", GOOD)), tfRecord))
                .withMessage("f: expected TFRecord, found OFRecord; read it with format(\"ofrecord\")");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ddl(survey(ofRecord, MadeFile.of("f", GOOD)), ofRecord))
                .withMessage("f: expected OFRecord, found TFRecord; read it with format(\"tfrecord\")");
    }

    @Test
    void readsOfRecordFilesThatAreNotDetected() {
        // The message begins with an unknown field.
        byte[] good = GOOD.toBytes(Dialect.ONEFLOW).toByteArray();
        byte[] odd = new byte[good.length + 2];
        odd[0] = 0x50;
        odd[1] = 1;
        System.arraycopy(good, 0, odd, 2, good.length);
        MadeFile file = MadeFile.of("part-0", RecordFormat.OFRECORD, Compression.NONE, Bytes.copyOf(odd));
        RecordOptions options = options(RecordFormat.OFRECORD);

        assertThat(ddl(survey(options, file), options)).isEqualTo("a BIGINT");
    }

    @Test
    void endsAnOfRecordFileAtDamage() {
        MadeFile intact = MadeFile.ofRecords("f.ofrecord", GOOD, GOOD, GOOD);
        MadeFile cut = intact.cutAt(intact.bytes().length - 3);
        RecordOptions failing = options(RecordFormat.OFRECORD);
        RecordOptions permissive = options(RecordFormat.OFRECORD, "mode", "PERMISSIVE");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ddl(survey(failing, cut), failing))
                .withMessageContaining("f.ofrecord: record 2 at offset")
                .withMessageContaining("truncated record");
        assertThat(survey(permissive, cut).records()).isEqualTo(2);
        assertThat(ddl(survey(permissive, cut), permissive)).isEqualTo("_corrupt_record STRING,a BIGINT");
    }

    @Test
    void endsAFileAtABrokenCompressedStream() {
        Bytes[] payloads = new Bytes[2000];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = Example.builder().put("a", i * 7919L * i).build().toBytes();
        }
        MadeFile intact = MadeFile.of("f.tfrecord.gz", RecordFormat.TFRECORD, Compression.GZIP, payloads);
        MadeFile cut = intact.cutAt(intact.bytes().length / 2);
        RecordOptions failing = options("inferRecords", "all");
        RecordOptions permissive = options("inferRecords", "all", "mode", "PERMISSIVE");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ddl(survey(failing, cut), failing))
                .withMessageContaining("f.tfrecord.gz: record ")
                .withMessageContaining("damaged compressed stream");
        PartialSchema known = survey(permissive, cut);
        assertThat(known.records()).isBetween(100L, 1900L);
        assertThat(known.badRecords()).isEqualTo(1);
        assertThat(survey(options(), cut).records()).isGreaterThan(0);
    }

    @Test
    void samplesCompressedFilesFromTheirBeginning() {
        for (Compression compression : Compression.builtIn()) {
            MadeFile file = MadeFile.of("f", RecordFormat.TFRECORD, compression, GOOD.toBytes(), GOOD.toBytes());
            PartialSchema known = survey(options(), file);

            assertThat(known.records()).as(compression.name()).isEqualTo(2);
            assertThat(ddl(known, options())).isEqualTo("a BIGINT");
        }
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void ignoresCompressedFilesWithoutRecords(RecordFormat format) {
        MadeFile file = MadeFile.of("f", format, Compression.GZIP);

        assertThat(survey(options(format), file)).isEqualTo(PartialSchema.EMPTY);
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void rejectsSequenceExamplesReadAsExamples(ReadMode mode) {
        MadeFile file = MadeFile.of(
                "f",
                SequenceExample.builder()
                        .context(GOOD)
                        .put("steps", Feature.of(1L))
                        .build());
        RecordOptions options = options("mode", mode.name());

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ddl(survey(options, file), options))
                .withMessage("f: record 0 at offset 0: expected an Example, found a SequenceExample with feature lists;"
                        + " set option recordType to SequenceExample, or pass a schema to read only its"
                        + " context");
    }

    @Test
    void throwsReadFailures() {
        ByteSource missing = new ByteSource() {
            @Override
            public String name() {
                return "gone";
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.empty();
            }

            @Override
            public ReadableByteChannel open(long offset) throws IOException {
                throw new IOException("gone: the network is down");
            }
        };

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> FileSurvey.of(missing, options("mode", "PERMISSIVE")))
                .withMessage("gone: the network is down");
    }

    @Test
    void detectsFlippedBytesOrKeepsTheSchema() {
        MadeFile intact = MadeFile.of("f.tfrecord", GOOD, GOOD, GOOD);
        RecordOptions permissive = options("mode", "PERMISSIVE");

        for (int at = 0; at < intact.bytes().length; at++) {
            MadeFile damaged = intact.damagedAt(at);
            assertThat(survey(options(), damaged).problem()).as("at " + at).isNotNull();
            assertThat(ddl(survey(permissive, damaged), permissive))
                    .as("at " + at)
                    .isEqualTo("_corrupt_record STRING,a BIGINT");
        }
    }

    @Test
    void treatsUnknownDataAsDamageOfTheChosenFormat() {
        MadeFile torn = new MadeFile("part-0", new byte[] {7, 0, 0, 0, 0});
        for (RecordFormat format : RecordFormat.values()) {
            RecordOptions permissive = options(format, "mode", "PERMISSIVE");
            RecordOptions failing = options(format);

            assertThat(ddl(survey(permissive, torn), permissive)).isEqualTo("_corrupt_record STRING");
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> ddl(survey(failing, torn), failing))
                    .withMessageStartingWith("part-0: record 0 at offset 0: ");
        }
    }
}
