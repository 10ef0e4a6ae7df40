package dev.riffle.cli;

import java.io.IOException;
import java.util.List;

/** Does the same with each of several files: trouble with one is told, and the next one follows. */
final class EachFile {

    /** What is done with a file. */
    @FunctionalInterface
    interface Work {
        ExitCode on(InputFile file) throws IOException;
    }

    private EachFile() {}

    static ExitCode run(Terminal terminal, List<InputFile> files, Work work) throws IOException {
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
