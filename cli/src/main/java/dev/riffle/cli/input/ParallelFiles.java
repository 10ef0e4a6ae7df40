package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.OrderedOutput;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
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
    private final List<FileOutcome> outcomes = new ArrayList<>();
    private final List<Thread> workers = new ArrayList<>();
    private final long[] sizes;
    private final int threads;

    private ParallelFiles(Terminal terminal, List<InputFile> files, int threads, Work work) {
        this.files = files;
        this.work = work;
        this.threads = threads;
        this.ordered = new OrderedOutput(terminal);
        this.sizes = files.stream().mapToLong(file -> size(file.source())).toArray();
        for (int i = 0; i < files.size(); i++) {
            outcomes.add(new FileOutcome());
        }
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
            Iterator<FileOutcome> outcomes = parallel.outcomes.iterator();
            int[] number = {0};
            return EachFile.run(terminal, files, file -> {
                parallel.ordered.give(number[0]++);
                return outcomes.next().await();
            });
        }
    }

    private void start(Terminal terminal) {
        int count = Math.min(threads, files.size());
        for (int i = 1; i <= count; i++) {
            Thread worker = new Thread(() -> work(terminal), "riffle-files-" + i);
            worker.setDaemon(true);
            worker.start();
            workers.add(worker);
        }
    }

    private void work(Terminal terminal) {
        for (int number = ordered.claim(files.size()); number >= 0; number = ordered.claim(files.size())) {
            FileOutcome outcome = outcomes.get(number);
            Terminal own = terminal.withOutput(ordered.outputOf(number));
            try {
                ExitCode code;
                try {
                    code = work.on(own, files.get(number), threadsFor(number));
                } finally {
                    own.out().flush();
                }
                outcome.ended(code);
            } catch (Throwable e) {
                // thrown again in the file's turn
                outcome.failed(e);
            }
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
        workers.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (int i = 0; i < workers.size(); ) {
            try {
                workers.get(i).join();
                i++;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
