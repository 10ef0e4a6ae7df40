package dev.riffle.benchmarks;

import dev.riffle.benchmarks.harness.Progress;
import dev.riffle.benchmarks.harness.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Measures the CPU time of one start of the command line, user and system time together. */
record LauncherCpu(Path repository, int count) {

    private static final String TIMED = "TIMEFORMAT='%U %S'; time \"$0\" \"$@\" >/dev/null 2>&1";

    /**
     * Measures the CPU seconds of {@code ./riffle head FILE} with a small file. The first start, which builds the
     * command, does not count.
     */
    Spread head(Path file) throws IOException, InterruptedException {
        Path launcher = repository.resolve("riffle");
        if (!Files.isExecutable(launcher)) {
            throw new IllegalStateException("launcher not found: " + launcher);
        }
        List<String> command = List.of("bash", "-c", TIMED, launcher.toString(), "head", file.toString());
        seconds(command);
        double[] seconds = new double[count];
        for (int run = 0; run < count; run++) {
            seconds[run] = seconds(command);
            Progress.say("  run " + (run + 1) + ": " + seconds[run] + " s");
        }
        return Spread.of(seconds);
    }

    private static double seconds(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String times = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(command + ": expected exit code 0, found " + code);
        }
        double sum = 0;
        for (String time : times.split(" ")) {
            sum += Double.parseDouble(time);
        }
        return sum;
    }
}
