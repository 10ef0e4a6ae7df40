package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.cli.terminal.ByteCount;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("plan");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord");
    }

    @Test
    void explainsThePlan() {
        CommandRun run = run("--bytes", "250GB", "--hosts", "10");
        assertThat(run.code()).isZero();
        assertThat(run.text())
                .isEqualTo("best: 100 files of 2.5 GB each\n" + "  10 files for each of 10 reading hosts.\n"
                        + "  Up to 2,500 files are as good: each still has 100 MB.\n");
        assertThat(run("--bytes", "25MB", "--json").text())
                .isEqualTo("{\"bytes\":25000000,\"hosts\":1,\"shards\":2,\"shard_bytes\":12500000,"
                        + "\"bound\":\"least_size\",\"explanation\":[\"10 files for one reading host would have less than"
                        + " 10 MB each, so the plan has one file for every 10 MB.\"]}\n");
    }

    @Test
    void requiresFilesOrASize() throws IOException {
        Samples.penguins(directory);
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("penguins.tfrecord", "--bytes", "1").code()).isEqualTo(2);
        assertThat(run("-").err()).contains("unknown size");
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "4096,4096",
        "100MB,100000000",
        "100 MB,100000000",
        "1.5GiB,1610612736",
        "2k,2000",
        "7B,7",
        "1PiB,1125899906842624",
        "9223372036854775807,9223372036854775807"
    })
    void parsesByteCounts(String text, long bytes) {
        assertThat(ByteCount.parse("--bytes", text)).isEqualTo(bytes);
    }
}
