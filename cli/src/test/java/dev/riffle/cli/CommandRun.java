package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of a command that ran in this process.
 *
 * @param code its exit code
 * @param out the bytes on standard output
 * @param err the text on standard error
 */
public record CommandRun(int code, byte[] out, String err) {

    /** The flags whose value can be standard output, which then does not have the JSON. */
    private static final List<String> OUTPUTS = List.of("-o", "--output", "--dropped", "--into");

    public static CommandRun of(Path directory, String... arguments) {
        return with(directory, new byte[0], arguments);
    }

    public static CommandRun with(Path directory, byte[] input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = run(directory, input, out, err, arguments);
        CommandRun run = new CommandRun(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
        run.checkSchema(List.of(arguments));
        return run;
    }

    /** Validates the output of a command with {@code --json} with the schema of the command. */
    private void checkSchema(List<String> arguments) {
        boolean json = arguments.contains("--json") || arguments.contains("-j");
        if (!json || arguments.contains("-") && arguments.stream().anyMatch(OUTPUTS::contains)) {
            return;
        }
        int words = arguments.get(0).equals("message") ? 2 : 1;
        Path file = JsonSchema.file(String.join(" ", arguments.subList(0, words)));
        lines().forEach(line -> assertThat(JsonSchema.read(file).problem(JsonValue.parse(line)))
                .as(line)
                .isEmpty());
    }

    /** Runs a command whose standard output is a closed pipe. */
    public static CommandRun intoClosedPipe(Path directory, String... arguments) {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = run(directory, new byte[0], closed, err, arguments);
        return new CommandRun(code, new byte[0], err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command whose standard output is a screen. */
    public static CommandRun onScreen(Path directory, Screen screen, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Riffle.run(terminal(directory, new byte[0], out, err).withScreen(screen), arguments);
        return new CommandRun(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }

    private static int run(Path directory, byte[] input, OutputStream out, OutputStream err, String... arguments) {
        return Riffle.run(terminal(directory, input, out, err), arguments);
    }

    private static Terminal terminal(Path directory, byte[] input, OutputStream out, OutputStream err) {
        return Terminal.of(
                new ByteArrayInputStream(input),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory,
                Terminal.Audience.PROGRAM);
    }

    public String text() {
        return new String(out, StandardCharsets.UTF_8);
    }

    public List<String> lines() {
        return text().lines().toList();
    }
}
