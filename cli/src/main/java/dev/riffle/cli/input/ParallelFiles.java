package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.OrderedOutput;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.OrderedWorkers;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Does the same with several files at the same time. What is printed and how it ends is that of {@link EachFile}: the files take
 * turns to print, in their order, and what is printed before its turn is kept. No more than a few MiB are kept; a file that has
 * more to say waits for its turn.
 */
public final class ParallelFiles implements Closeable {

    /** What is done with a file, by any thread. */
    @FunctionalInterface
    public interface Work {

        /**
         * Does it.
         *
         * @param terminal where to print; it is not for other threads
         * @param file the file
         * @param threads how many threads this file may use, that of the caller included
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
            // the error shows where the file is opened
            return 0;
        }
    }

    /** Does the work on all files; trouble with one is told in its turn, and the others are done nevertheless. */
    public static ExitCode run(Terminal terminal, List<InputFile> files, int threads, Work work) throws IOException {
        if (threads == 1 || files.size() < 2) {
            return EachFile.run(terminal, files, file -> work.on(terminal, file, threads));
        }
        try (ParallelFiles parallel = new ParallelFiles(terminal, files, threads, work)) {
            parallel.start(terminal);
            int[] number = {0};
            return EachFile.run(terminal, files, file -> {
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

    /** A file that is larger than the share of one thread gets several: the threads of the others are done before. */
    private int threadsFor(int number) {
        long total = 0;
        for (long size : sizes) {
            total += size;
        }
        double share = total <= 0 ? 0 : (double) sizes[number] / total;
        return Math.max(1, (int) Math.min(threads, Math.ceil(share * threads)));
    }

    /** Ends the work that nobody waits for, and leaves no thread behind. */
    @Override
    public void close() {
        ordered.stop();
        workers.close();
    }
}
