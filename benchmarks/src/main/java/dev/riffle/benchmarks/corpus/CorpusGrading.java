package dev.riffle.benchmarks.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Implements the program that {@code benchmarks/grade} starts. Each reader reads each file of the corpus, and the
 * program prints the results as tables in Markdown. Each reader has a separate process with little memory. If the
 * process crashes, another process continues after the file that caused the crash. The readers' messages go to standard
 * error.
 *
 * <p>The system property {@code repository} sets the path of the checkout.
 */
public final class CorpusGrading {

    private final Path folder;
    private final List<CorpusRow> rows;
    private final Map<GradedReader, Map<CorpusRow, Outcome>> outcomes = new LinkedHashMap<>();

    private CorpusGrading(Path folder) throws IOException {
        this.folder = folder;
        rows = CorpusRow.all(folder);
    }

    /** Grades all readers. */
    public static void main(String[] arguments) throws Exception {
        CorpusGrading grading = new CorpusGrading(
                Path.of(System.getProperty("repository", ".")).resolve("corpus").toAbsolutePath());
        for (GradedReader reader : GradedReader.all()) {
            grading.run(reader);
        }
        System.out.println(grading.summary());
        System.out.print(grading.table());
    }

    private void run(GradedReader reader) throws IOException, InterruptedException {
        Map<CorpusRow, Outcome> done = new LinkedHashMap<>();
        List<CorpusRow> left =
                new ArrayList<>(rows.stream().filter(reader::isFor).toList());
        while (!left.isEmpty()) {
            Path results = Files.createTempFile("grading", ".txt");
            Path output = Files.createTempFile("grading", ".err");
            int exit = start(reader, left, results, output);
            List<String> lines = Files.readAllLines(results);
            if (!lines.contains(Reading.READY) || exit == Reading.INCOMPLETE) {
                throw new IllegalStateException(
                        reader.title() + ": the grading itself failed with exit code " + exit + ":\n" + output(output));
            }
            lines.stream().filter(Outcome::isLine).forEach(line -> done.put(left.remove(0), Outcome.ofLine(line)));
            if (exit != 0) {
                System.err.println(reader.title() + ": exit code " + exit + ":\n" + output(output));
            }
            Files.delete(results);
            Files.delete(output);
            if (!left.isEmpty()) {
                Outcome.Ending ending = exit == Reading.HANGS ? Outcome.Ending.HANG : Outcome.Ending.DEATH;
                done.put(left.remove(0), new Outcome(List.of(), ending, "exit code " + exit));
            }
        }
        done.forEach((row, outcome) -> System.err.println(reader.title() + "\t" + row.file() + "\t"
                + Verdict.of(row, reader.manner(), outcome) + "\t"
                + outcome.payloads().size() + "\t" + outcome.ending()
                + "\t" + outcome.message()));
        outcomes.put(reader, done);
    }

    private int start(GradedReader reader, List<CorpusRow> left, Path results, Path output)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=/dev/null",
                "-cp",
                System.getProperty("java.class.path"),
                Reading.class.getName(),
                reader.title(),
                folder.toString()));
        left.forEach(row -> command.add(row.file()));
        return new ProcessBuilder(command)
                .redirectOutput(results.toFile())
                .redirectError(output.toFile())
                .start()
                .waitFor();
    }

    private static String output(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private String summary() {
        StringBuilder out = new StringBuilder("| |");
        outcomes.keySet()
                .forEach(reader -> out.append(' ').append(reader.title()).append(" |"));
        out.append("\n|---|").append("--:|".repeat(outcomes.size())).append('\n');
        out.append("| files |");
        outcomes.values().forEach(all -> out.append(' ').append(all.size()).append(" |"));
        for (Verdict verdict : Verdict.values()) {
            out.append("\n| ").append(verdict).append(" |");
            outcomes.forEach((reader, all) -> out.append(' ')
                    .append(all.entrySet().stream()
                            .filter(entry -> Verdict.of(entry.getKey(), reader.manner(), entry.getValue()) == verdict)
                            .count())
                    .append(" |"));
        }
        return out.append('\n').toString();
    }

    private String table() {
        StringBuilder out = new StringBuilder("| file |");
        outcomes.keySet()
                .forEach(reader -> out.append(' ').append(reader.title()).append(" |"));
        out.append("\n|---|").append("---|".repeat(outcomes.size())).append('\n');
        for (CorpusRow row : rows) {
            out.append("| `").append(row.file()).append("` |");
            outcomes.forEach((reader, all) ->
                    out.append(' ').append(cell(row, reader, all.get(row))).append(" |"));
            out.append('\n');
        }
        return out.toString();
    }

    private static String cell(CorpusRow row, GradedReader reader, @Nullable Outcome outcome) {
        if (outcome == null) {
            return "–";
        }
        Verdict verdict = Verdict.of(row, reader.manner(), outcome);
        return switch (verdict) {
            case RIGHT -> verdict.toString();
            case CRASHES -> "**" + verdict + "**: " + outcome.ending();
            case UNNOTICED, LOSES, WRONG, FAILS, EARLY, LATE ->
                "**" + verdict + "**: " + outcome.payloads().size() + " of "
                        + (reader.manner() == GradedReader.Manner.STRICT
                                ? row.strict()
                                : row.rescued().size()) + ", "
                        + outcome.ending();
        };
    }
}
