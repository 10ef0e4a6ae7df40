package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private static String stackOf(Throwable failure) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal.of(
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Path.of(""),
                        Terminal.Audience.PROGRAM)
                .reportStack(failure);
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void keepsMessagesOfCausesOnTheirLine() {
        IOException failure = new IOException("first\nforged", new IOException("cause\nforged"));
        IllegalStateException suppressed = new IllegalStateException("suppressed\nforged");
        suppressed.addSuppressed(new IOException("inner\r\nforged"));
        failure.addSuppressed(suppressed);

        String stack = stackOf(failure);

        assertThat(stack.lines()).noneMatch(line -> line.startsWith("forged"));
        assertThat(stack)
                .startsWith("java.io.IOException: first\\u000aforged\n\tat dev.riffle.cli.terminal.TerminalTest.")
                .contains("Caused by: java.io.IOException: cause\\u000aforged\n")
                .contains("\tSuppressed: java.lang.IllegalStateException: suppressed\\u000aforged\n")
                .contains("\t\tSuppressed: java.io.IOException: inner\\u000d\\u000aforged\n");
    }

    @Test
    void keepsOtherLinesAfterALineBreakMessage() {
        String stack = stackOf(new IOException("\n"));

        assertThat(stack).startsWith("java.io.IOException: \\u000a\n\tat ").endsWith(")\n");
    }

    @Test
    void stopsAtACycleOfCauses() {
        IOException one = new IOException("one");
        IOException other = new IOException("other", one);
        one.initCause(other);

        assertThat(stackOf(one))
                .contains("Caused by: java.io.IOException: other")
                .contains("CIRCULAR REFERENCE");
    }
}
