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
    void completesEveryCommand() {
        assertThat(run().text()).startsWith("#!/usr/bin/env bash").contains("verify", "--skip-damage", "completion");
    }
}
