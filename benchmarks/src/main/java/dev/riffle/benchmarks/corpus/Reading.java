package dev.riffle.benchmarks.corpus;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one reader in a separate process, with the arguments {@code TITLE FOLDER FILE...}. Prints a line for each file,
 * in order.
 */
public final class Reading {

    /** The exit code if the time limit for a file has passed. */
    static final int HANGS = 97;

    /** The exit code if a class is missing or has another version, so that a grade is not possible. */
    static final int INCOMPLETE = 98;

    /** The line that the process prints before it reads the first file. */
    static final String READY = "ready";

    private static final long LIMIT_MILLIS = 60_000;

    private Reading() {}

    /** Reads the files. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        GradedReader reader = GradedReader.all().stream()
                .filter(candidate -> candidate.title().equals(arguments[0]))
                .findFirst()
                .orElseThrow();
        Path folder = Path.of(arguments[1]);
        Set<String> requested = new HashSet<>(Arrays.asList(arguments).subList(2, arguments.length));
        AtomicInteger done = new AtomicInteger();
        watch(done);
        out.println(READY);
        for (CorpusRow row : CorpusRow.all(folder)) {
            if (requested.contains(row.file())) {
                out.println(read(reader, folder, row).line());
                done.incrementAndGet();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static Outcome read(GradedReader reader, Path folder, CorpusRow row) {
        List<String> payloads = new ArrayList<>();
        try {
            reader.read(folder.resolve(row.file()), row, payload -> payloads.add(Outcome.digest(payload)));
            return new Outcome(payloads, Outcome.Ending.END, "");
        } catch (Exception | OutOfMemoryError | AssertionError e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof OutOfMemoryError) {
                    return new Outcome(payloads, Outcome.Ending.OUT_OF_MEMORY, String.valueOf(cause));
                }
            }
            return new Outcome(payloads, Outcome.Ending.ERROR, String.valueOf(e));
        } catch (LinkageError e) {
            // A missing class is not a result of the reader.
            e.printStackTrace();
            Runtime.getRuntime().halt(INCOMPLETE);
            throw e;
        }
    }

    private static void watch(AtomicInteger done) {
        Thread watch = new Thread(
                () -> {
                    int before = -1;
                    while (before != done.get()) {
                        before = done.get();
                        try {
                            Thread.sleep(LIMIT_MILLIS);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    Runtime.getRuntime().halt(HANGS);
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
    }
}
