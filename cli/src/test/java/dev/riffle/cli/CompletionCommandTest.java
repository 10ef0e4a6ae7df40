package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("completion");
    }

    @Override
    public List<String> goodArguments() {
        return List.of();
    }

    @Override
    public List<String> missingFile() {
        return List.of();
    }

    @Override
    public List<String> jsonArguments() {
        return List.of();
    }

    @Test
    void bothScriptsHaveEveryCommand() {
        assertThat(run("bash").text()).isEqualTo(run().text()).contains("complete -o default -F _riffle riffle\n");
        assertThat(run("zsh").text()).startsWith("#compdef riffle\n");
        for (String command : HelpTopic.commands()) {
            assertThat(run("bash").text()).contains("\n    " + command + ")\n");
            assertThat(run("zsh").text()).contains("_riffle_" + command + "() {\n");
        }
    }
}
