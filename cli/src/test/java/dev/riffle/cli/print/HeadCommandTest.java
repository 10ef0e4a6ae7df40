package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("head");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    @Test
    void printsTenRecords() throws IOException {
        Samples.penguins(directory);
        assertThat(run("--json", "penguins.tfrecord").lines()).hasSize(10);
        assertThat(run("--json", "--limit", "2", "penguins.tfrecord").lines()).hasSize(2);
        assertThat(run("--json", "--from", "5", "--to", "25", "penguins.tfrecord")
                        .lines())
                .hasSize(20);
        assertThat(run("-n", "0", "penguins.tfrecord").out()).isEmpty();
    }

    @Test
    void showsTheFirstPenguin() throws IOException {
        Samples.penguins(directory);
        assertThat(run("-n", "1", "--json", "penguins.tfrecord").text())
                .isEqualTo("{\"features\":{\"feature\":{\"Beak Depth (mm)\":{\"floatList\":{\"value\":[18.7]}},"
                        + "\"Beak Length (mm)\":{\"floatList\":{\"value\":[39.1]}},"
                        + "\"Body Mass (g)\":{\"int64List\":{\"value\":[\"3750\"]}},"
                        + "\"Flipper Length (mm)\":{\"int64List\":{\"value\":[\"181\"]}},"
                        + "\"Island\":{\"bytesList\":{\"value\":[\"VG9yZ2Vyc2Vu\"]}},"
                        + "\"Sex\":{\"bytesList\":{\"value\":[\"TUFMRQ==\"]}},"
                        + "\"Species\":{\"bytesList\":{\"value\":[\"QWRlbGll\"]}}}}}\n");
    }

    @Test
    void doesNotReadAfterItsRecords() throws IOException {
        Samples.flip(Samples.texts(directory.resolve("a.tfrecord"), "one", "two"), 19 + 12);
        CommandRun run = run("-n", "1", "--raw", "a.tfrecord");
        assertThat(run.code()).isZero();
        assertThat(run.text()).isEqualTo("one");
    }
}
