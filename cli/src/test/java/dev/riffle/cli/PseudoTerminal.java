package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Runs a command on a terminal of its own, with the program {@code script} of util-linux. */
final class PseudoTerminal implements AutoCloseable {

    private final Process process;
    private final OutputStream keys;
    private final InputStream screen;
    private final StringBuilder shown = new StringBuilder();

    private PseudoTerminal(Process process) {
        this.process = process;
        this.keys = process.getOutputStream();
        this.screen = process.getInputStream();
    }

    /** Returns whether this system has the program {@code script} of util-linux. */
    static boolean isAvailable() throws IOException {
        return isInstalled("script")
                && Script.run(Path.of("."), Map.of(), "script", "--version")
                        .text()
                        .contains("util-linux");
    }

    /** Returns whether a program is installed. */
    static boolean isInstalled(String program) throws IOException {
        return Script.run(Path.of("."), Map.of(), "sh", "-c", "command -v " + program)
                        .code()
                == 0;
    }

    static PseudoTerminal start(Path directory, String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("script", "-qefc", command, "/dev/null")
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("ZDOTDIR");
        return new PseudoTerminal(builder.start());
    }

    void type(String text) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    /** Waits until the terminal shows a text after all text that earlier calls waited for. Returns the text before. */
    String await(String text) throws IOException {
        byte[] bytes = new byte[4096];
        int at = shown.indexOf(text);
        while (at < 0) {
            int count = screen.read(bytes);
            assertThat(count).as("the terminal closed after: %s", shown).isPositive();
            // The texts of this test are ASCII.
            shown.append(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
            at = shown.indexOf(text);
        }
        String before = shown.substring(0, at);
        shown.delete(0, at + text.length());
        return before;
    }

    @Override
    public void close() throws IOException {
        keys.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
