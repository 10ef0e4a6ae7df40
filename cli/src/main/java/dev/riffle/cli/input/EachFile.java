package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ClosedPipeException;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;
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
                code = report(terminal, e);
            } catch (OutOfMemoryError e) {
                code = report(terminal, Failures.outOfMemory(file.name(), e));
            }
            worst = worst.worse(code);
        }
        return worst;
    }

    private static ExitCode report(Terminal terminal, Exception failure) throws IOException {
        terminal.out().flush();
        terminal.report(failure);
        return Failures.exitCode(failure);
    }
}
