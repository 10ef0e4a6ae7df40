package dev.riffle.cli;

import dev.riffle.ChildProcess;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs commands in sequence in another JVM with a heap of 64 MB. */
public final class SmallHeap {

    private static final List<String> OPTIONS = List.of(
            "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--add-opens=java.base/java.nio=ALL-UNNAMED");

    private SmallHeap() {}

    /** Runs these commands and returns their results in order. Blanks separate the words of a command. */
    public static List<CommandRun> run(Path directory, String... commands) throws IOException {
        return run(directory, List.of(), commands);
    }

    /**
     * Like {@link #run(Path, String...)}, with 16 MB for direct buffers. Explicit garbage collections have no effect.
     */
    public static List<CommandRun> runWithFewBuffers(Path directory, String... commands) throws IOException {
        return run(directory, List.of("-XX:MaxDirectMemorySize=16m", "-XX:+DisableExplicitGC"), commands);
    }

    /** Runs one command and returns its exit code. Its standard output is a file, which may be larger than the heap. */
    static int runInto(Path directory, Path output, String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(OPTIONS);
        words.add(Main.class.getName());
        words.addAll(List.of(command.split(" ")));
        return ChildProcess.java(directory, output, words.toArray(new String[0]))
                .awaitEnd();
    }

    private static List<CommandRun> run(Path directory, List<String> options, String... commands) throws IOException {
        Path results = directory.resolve("results");
        List<String> words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(OPTIONS);
        words.addAll(options);
        words.addAll(
                List.of("-cp", System.getProperty("java.class.path"), SmallHeap.class.getName(), directory.toString()));
        words.addAll(List.of(commands));
        Path reported = directory.resolve("messages");
        Process process = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(reported.toFile())
                .start();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(process.exitValue() + ": " + Files.readString(reported));
        }
        List<CommandRun> runs = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(results))) {
            for (int i = 0; i < commands.length; i++) {
                int code = in.readInt();
                byte[] out = in.readNBytes(in.readInt());
                runs.add(new CommandRun(code, out, new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)));
            }
        }
        return runs;
    }

    /** Runs the commands that follow the directory in the arguments. */
    public static void main(String[] words) throws IOException {
        Path directory = Path.of(words[0]);
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(directory.resolve("results")))) {
            for (int i = 1; i < words.length; i++) {
                CommandRun run = CommandRun.of(directory, words[i].split(" "));
                out.writeInt(run.code());
                out.writeInt(run.out().length);
                out.write(run.out());
                byte[] err = run.err().getBytes(StandardCharsets.UTF_8);
                out.writeInt(err.length);
                out.write(err);
            }
        }
    }
}
