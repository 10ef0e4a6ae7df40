package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ClosedPipeException;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a step for each of several files. Reports the failure of a file and continues with the next one. */
public final class EachFile {

    /** Processes one file. */
    @FunctionalInterface
    public interface Work {
        ExitCode on(InputFile file) throws IOException;
    }

    private EachFile() {}

    public static ExitCode run(Terminal terminal, List<InputFile> files, Work work) throws IOException {
        return run(terminal, files, Style.TEXT, work);
    }

    /**
     * Like {@link #run(Terminal, List, Work)}, with a style. In JSON, a file that fails has an object with its name and
     * its error.
     */
    public static ExitCode run(Terminal terminal, List<InputFile> files, Style style, Work work) throws IOException {
        ExitCode worst = ExitCode.FINE;
        for (InputFile file : files) {
            ExitCode code;
            try {
                code = work.on(file);
            } catch (ClosedPipeException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                if (Failures.isStop(e)) {
                    throw e;
                }
                code = report(terminal, file, style, e);
            } catch (OutOfMemoryError e) {
                code = report(terminal, file, style, Failures.outOfMemory(file.name(), e));
            }
            worst = worst.worse(code);
        }
        return worst;
    }

    /** Examines the beginning of a file. */
    @FunctionalInterface
    public interface Proof {
        void of(ByteSource source) throws IOException;
    }

    /**
     * Examines every file that can be read twice, so that a command that needs all files writes nothing if one of them
     * fails. Reports all failures.
     *
     * @return the exit code of the worst failure; {@link ExitCode#FINE} if there is none
     */
    public static ExitCode prove(Terminal terminal, List<InputFile> files, Proof proof) throws IOException {
        return run(terminal, files, file -> {
            if (file.path()
                    .filter(path -> !Files.exists(path) || !isStream(path))
                    .isPresent()) {
                proof.of(file.source());
            }
            return ExitCode.FINE;
        });
    }

    /** Returns whether a second read of a path, such as a named pipe, would not return the same bytes. */
    private static boolean isStream(Path path) {
        return !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /** Writes the JSON object of a file that fails. */
    public static void writeError(JsonWriter json, String file, Exception failure) {
        json.beginObject().name("file").string(file);
        json.name("error").string(Failures.message(failure)).endObject();
    }

    private static ExitCode report(Terminal terminal, InputFile file, Style style, Exception failure)
            throws IOException {
        if (style == Style.JSON) {
            StringBuilder line = new StringBuilder();
            writeError(new JsonWriter(line), file.name(), failure);
            terminal.printLine(line.toString());
        }
        terminal.out().flush();
        terminal.report(failure);
        return Failures.exitCode(failure);
    }
}
