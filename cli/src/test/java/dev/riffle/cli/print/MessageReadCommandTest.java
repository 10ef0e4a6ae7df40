package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageReadCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("message", "read");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Files.write(directory.resolve("m.pb"), Samples.number(1).toByteArray());
        return List.of("m.pb");
    }

    @Test
    void printsTextAndJson() throws IOException {
        goodArguments();
        assertThat(run("m.pb").text()).isEqualTo(Samples.number(1).toText());
        assertThat(run("m.pb", "--json").text()).isEqualTo(Samples.number(1).toJson() + "\n");
    }

    @Test
    void printsASequenceExample() throws IOException {
        SequenceExample sequence = SequenceExample.of(Samples.number(1), Map.of("s", FeatureList.of(Feature.of(1L))));
        Files.write(directory.resolve("s.pb"), sequence.toByteArray());
        assertThat(run("s.pb").text()).isEqualTo(sequence.toText());
        assertThat(run("s.pb", "--type", "sequence-example").text()).isEqualTo(sequence.toText());
        assertThat(run("s.pb", "--type", "xml").code()).isEqualTo(2);
    }

    @Test
    void printsRankingsAndEvents() throws IOException {
        Files.write(directory.resolve("list.pb"), ForeignMessages.exampleList(1));
        assertThat(run("list.pb").text()).startsWith("examples {\n  features {\n");
        assertThat(run("list.pb", "--json").text())
                .startsWith("{\"examples\":[")
                .endsWith("]}\n");
        assertThat(run("list.pb", "--type", "example").text()).doesNotContain("examples");

        Files.write(directory.resolve("event.pb"), ForeignMessages.eventVersion());
        assertThat(run("event.pb").text()).endsWith("file_version: \"brain.Event:2\"\n");
        assertThat(run("event.pb", "--json").text()).endsWith("\"fileVersion\":\"brain.Event:2\"}\n");
    }

    @Test
    void reportsAFileWithoutAMessage() throws IOException {
        Files.writeString(directory.resolve("t.pb"), "text");
        CommandRun run = run("t.pb");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("t.pb: not a valid Example");
    }
}
