package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TensorCommandTest extends CommandContract {

    private static final Bytes FLOATS =
            TensorProto.serialize(DenseTensor.of(Shape.of(2, 2), Values.ofFloats(1, 2.5f, -0f, Float.NaN)));

    @Override
    public List<String> command() {
        return List.of("tensor");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Files.write(directory.resolve("t.tensor"), FLOATS.toByteArray());
        return List.of("t.tensor");
    }

    @Test
    void printsAFileOrStandardInput() throws IOException {
        goodArguments();
        assertThat(run("t.tensor").text()).isEqualTo("float32 [2, 2] [[1.0, 2.5], [-0.0, NaN]]\n");
        assertThat(runWith(FLOATS.toByteArray(), "-", "--json").text())
                .isEqualTo("{\"file\":\"standard input\",\"dtype\":\"float32\",\"shape\":[2,2],"
                        + "\"values\":[[1.0,2.5],[-0.0,\"NaN\"]]}\n");
    }

    @Test
    void printsAllOfALargeTensorAsJsonOnly() throws IOException {
        Bytes many = TensorProto.serialize(DenseTensor.vector(Values.ofUint8(new byte[1000])));
        assertThat(runWith(many.toByteArray(), "-").text()).isEqualTo("uint8 [1000] [0, 0, 0, ..., 0, 0, 0]\n");
        assertThat(runWith(many.toByteArray(), "-", "--json").text()).hasSizeGreaterThan(2000);
    }

    @Test
    void printsATensorOfARecord() throws IOException {
        Bytes text = TensorProto.serialize(DenseTensor.vector(Values.ofStrings("a\u001b")));
        Samples.examples(
                directory.resolve("f.tfrecord"),
                Samples.number(1),
                Example.builder().put("t", FLOATS).put("n", 7).build());
        assertThat(run("f.tfrecord", "--record", "1", "--feature", "t").text()).startsWith("float32 [2, 2] ");
        RecordWriter.write(
                directory.resolve("r.tfrecord"),
                RecordWriterOptions.defaults(),
                records -> records.write(text.toByteArray()));
        assertThat(run("r.tfrecord", "--record", "0").text()).isEqualTo("string [1] [0x611b]\n");
    }

    @Test
    void rejectsSettingsOfRecordFilesForABareTensor() throws IOException {
        goodArguments();
        for (String flag : List.of("--format=ofrecord", "--input-compression=gzip", "--max-record=1GB")) {
            CommandRun run = run("t.tensor", flag);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err())
                    .startsWith(
                            flag.substring(0, flag.indexOf('=')) + " requires --record or --feature; without them,");
        }
        assertThat(run("t.tensor", "--format=tfrecord", "--record=0").err()).doesNotContain("requires");
    }

    @Test
    void reportsAMissingRecordOrFeature() throws IOException {
        printsATensorOfARecord();
        check(2, "f.tfrecord: record 2: no such record; the file has 2 records", "--record", "2");
        check(2, "f.tfrecord: record 0: no such feature: \"t\"; the record has n", "--feature", "t");
        check(
                2,
                "f.tfrecord: record 1: feature \"n\": expected bytes (a serialised tensor), found INT64",
                "--record",
                "1",
                "--feature",
                "n");
        check(2, "--record must not be negative: -1", "--record=-1");
        check(2, "--limit-bytes must not be negative: -1", "--limit-bytes=-1");
        check(1, "f.tfrecord: not a valid tensor: ");
        assertThat(run("f.tfrecord").err())
                .endsWith("; if it is a record file, choose a record, for example with --record 0\n");
    }

    private void check(int code, String message, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(flags));
        arguments.add(0, "f.tfrecord");
        CommandRun run = run(arguments.toArray(String[]::new));
        assertThat(run.err()).contains(message);
        assertThat(run.code()).isEqualTo(code);
    }

    @Test
    void limitsRepeatedValues() {
        byte[] bomb = Bytes.ofHex("080412081206088094ebdc033801").toByteArray();
        CommandRun run = runWith(bomb, "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("1000000000 bytes, more than the limit of 67108864; if you trust the file, raise"
                        + " --limit-bytes");
        byte[] small = Bytes.ofHex("0804120412020864" + "3801").toByteArray();
        assertThat(runWith(small, "-", "--limit-bytes", "10").code()).isEqualTo(1);
        assertThat(runWith(small, "-", "--limit-bytes", "100").text()).startsWith("uint8 [100] [1, 1, ");
    }
}
