package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.OrderedOutput;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.OrderedWorkers;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Runs a step for several files at the same time, with the output and exit code of {@link EachFile}. The files print in
 * order. A buffer of a few MiB holds the output before the turn of a file. A file with more output waits for its turn.
 */
public final class ParallelFiles implements Closeable {

    /** Processes a file on any thread. */
    @FunctionalInterface
    public interface Work {

        /**
         * Runs the step.
         *
         * @param terminal the target of the output; only this thread may use it
         * @param file the file
         * @param threads the number of threads that this file may use, including the calling thread
         */
        ExitCode on(Terminal terminal, InputFile file, int threads) throws IOException;
    }

    private final List<InputFile> files;
    private final Work work;
    private final OrderedOutput ordered;
    private final OrderedWorkers<ExitCode> workers;
    private final long[] sizes;
    private final int threads;

    private ParallelFiles(Terminal terminal, List<InputFile> files, int threads, Work work) {
        this.files = files;
        this.work = work;
        this.threads = threads;
        this.ordered = new OrderedOutput(terminal);
        this.sizes = files.stream().mapToLong(file -> size(file.source())).toArray();
        this.workers =
                new OrderedWorkers<>(Math.min(threads, files.size()), files.size(), number -> "riffle-files-" + number);
    }

    private static long size(ByteSource source) {
        try {
            return source.size().orElse(0);
        } catch (IOException e) {
            // The error appears when the step opens the file.
            return 0;
        }
    }

    /** Runs the step for all files. Reports the failure of a file in its turn and continues with the other files. */
    public static ExitCode run(Terminal terminal, List<InputFile> files, int threads, Style style, Work work)
            throws IOException {
        if (threads == 1 || files.size() < 2) {
            return EachFile.run(terminal, files, style, file -> work.on(terminal, file, threads));
        }
        try (ParallelFiles parallel = new ParallelFiles(terminal, files, threads, work)) {
            parallel.start(terminal);
            int[] number = {0};
            return EachFile.run(terminal, files, style, file -> {
                parallel.ordered.give(number[0]++);
                return parallel.workers.take("interrupted while reading files");
            });
        }
    }

    private void start(Terminal terminal) {
        for (int i = 0; i < files.size(); i++) {
            int number = i;
            workers.submit(() -> work(terminal, number));
        }
    }

    private ExitCode work(Terminal terminal, int number) throws IOException {
        ordered.checkNotStopped();
        Terminal own = terminal.withOutput(ordered.outputOf(number));
        try {
            return work.on(own, files.get(number), threadsFor(number));
        } finally {
            own.out().flush();
        }
    }

    /**
     * Returns the number of threads for a file. A file that is larger than the share of one thread gets several
     * threads, because the threads of the other files finish earlier.
     */
    private int threadsFor(int number) {
        long total = 0;
        for (long size : sizes) {
            total += size;
        }
        double share = total <= 0 ? 0 : (double) sizes[number] / total;
        return Math.max(1, (int) Math.min(threads, Math.ceil(share * threads)));
    }

    /** Ends unfinished work and waits for all threads. */
    @Override
    public void close() {
        ordered.stop();
        workers.close();
    }
}
