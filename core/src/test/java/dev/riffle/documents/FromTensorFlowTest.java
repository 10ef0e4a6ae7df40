package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the second column of {@code docs/migrate/tensorflow-calls.md}. Each cell contains Java code that the test of a
 * listing runs, the name of an existing command, or the statement that Riffle has no counterpart.
 */
class FromTensorFlowTest {

    private static final Pattern ROW = Pattern.compile("\\| ([^|]*) ?\\| ([^|]+) \\|(?: [^|]*)?\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern COMMAND = Pattern.compile("riffle (\\w+).*");
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern NAME = Pattern.compile("\\w+(?:\\.[A-Z0-9_]+)?");
    private static final Pattern ABSENT = Pattern.compile("not (yet|needed|planned)");

    /** Returns the file names of the command line's sources. */
    private static Set<String> commandClasses() throws IOException {
        try (Stream<Path> files = Files.walk(Repository.root().resolve("cli/src/main/java"))) {
            return files.map(file -> String.valueOf(file.getFileName())).collect(Collectors.toSet());
        }
    }

    @Test
    void everyCellIsRunOrStatesThatNothingExists() throws IOException {
        String programs = programs();
        Set<String> commands = commandClasses();
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (String cell : cells()) {
            List<String> pieces =
                    CODE.matcher(cell).results().map(code -> code.group(1)).toList();
            if (pieces.isEmpty() && !ABSENT.matcher(cell).matches()) {
                wrong.add(cell);
            }
            for (String piece : pieces) {
                Matcher command = COMMAND.matcher(piece);
                boolean exists = command.matches()
                        ? commands.contains(className(command.group(1)) + "Command.java")
                        : isIn(programs, SPACE.matcher(piece).replaceAll(""));
                if (!exists) {
                    wrong.add(piece);
                }
                calls++;
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(100);
    }

    /**
     * Returns whether the programs contain the complete Java code of a cell. More calls may follow only a name or a
     * call of a chain.
     */
    private static boolean isIn(String programs, String piece) {
        boolean mayContinue = piece.startsWith(".") || NAME.matcher(piece).matches();
        for (int at = programs.indexOf(piece); at >= 0; at = programs.indexOf(piece, at + 1)) {
            char next = programs.charAt(at + piece.length());
            if (!Character.isJavaIdentifierPart(next) && next != '(' && (mayContinue || next != '.')) {
                return true;
            }
        }
        return false;
    }

    private static String className(String command) {
        return command.substring(0, 1).toUpperCase(Locale.ROOT) + command.substring(1);
    }

    /** Returns the second cells of all rows after the header rows of the tables. */
    private static List<String> cells() throws IOException {
        List<String> cells = new ArrayList<>();
        for (String line : Files.readAllLines(Repository.root().resolve("docs/migrate/tensorflow-calls.md"))) {
            if (line.startsWith("|") && !line.startsWith("|---") && !line.contains("you write |")) {
                Matcher row = ROW.matcher(line);
                assertThat(row.matches()).as(line).isTrue();
                cells.add(row.group(2));
            }
        }
        return cells;
    }

    /** Returns all programs that the build compiles for the documents, without white space. */
    private static String programs() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String directory : List.of(
                "core/src/test/java/dev/riffle/listings", "formats/src/test/java/dev/riffle/formats/listings")) {
            try (Stream<Path> files = Files.walk(Repository.root().resolve(directory))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    all.append(Files.readString(file));
                }
            }
        }
        return SPACE.matcher(all).replaceAll("");
    }
}
