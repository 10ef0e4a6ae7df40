package dev.riffle.sql;

import dev.riffle.sql.internal.FileCall;
import dev.riffle.sql.internal.RefusedStatementException;
import dev.riffle.sql.internal.StatementScan;
import dev.riffle.sql.internal.StatementText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Replaces the names of files in functions such as {@code read_csv('data/*.csv')} by lists of absolute paths, so that
 * Riffle and not DuckDB expands patterns.
 *
 * @param statement the statement
 * @param calls the functions
 * @param tables finds the files
 */
record FileNames(String statement, List<FileCall> calls, SqlTables tables) {

    /** The characters that make a path a pattern for DuckDB. */
    private static final Pattern PATTERN = Pattern.compile("[*?\\[]");

    /**
     * Returns the statement with absolute paths.
     *
     * @param files receives the files
     */
    String resolved(DuckSession session, Set<Path> files) throws IOException {
        if (calls.isEmpty()) {
            return statement;
        }
        List<FileCall> backwards = new ArrayList<>(calls);
        backwards.sort(Comparator.comparingInt(FileCall::position).reversed());
        List<List<String>> expected = new ArrayList<>();
        byte[] text = statement.getBytes(StandardCharsets.UTF_8);
        for (FileCall call : backwards) {
            List<Path> found = new ArrayList<>();
            for (String name : call.names()) {
                found.addAll(tables.files(name));
            }
            files.addAll(found);
            text = replaced(text, call, list(found).getBytes(StandardCharsets.UTF_8));
            expected.add(0, found.stream().map(FileNames::absolute).toList());
        }
        String resolved = new String(text, StandardCharsets.UTF_8);
        List<FileCall> inOrder = new ArrayList<>(StatementScan.of(StatementText.parse(session::serialized, resolved))
                .calls());
        inOrder.sort(Comparator.comparingInt(FileCall::position));
        if (!inOrder.stream().map(FileCall::names).toList().equals(expected)) {
            throw RefusedStatementException.of("cannot replace the names of files in the functions of the query;"
                    + " write the names into FROM instead");
        }
        return resolved;
    }

    /** Returns a list of paths in SQL. */
    static String list(List<Path> files) throws IOException {
        List<String> quoted = new ArrayList<>();
        for (Path file : files) {
            String path = absolute(file);
            if (PATTERN.matcher(path).find()) {
                throw new IOException(file
                        + ": DuckDB cannot open a file with *, ? or [ in its path; rename it, or make a link to it");
            }
            quoted.add(DuckSession.quoted(path));
        }
        return "[" + String.join(", ", quoted) + "]";
    }

    private static String absolute(Path file) {
        return file.toAbsolutePath().toString();
    }

    private static byte[] replaced(byte[] text, FileCall call, byte[] argument) {
        int end = call.position() + call.length();
        byte[] longer = new byte[text.length - call.length() + argument.length];
        System.arraycopy(text, 0, longer, 0, call.position());
        System.arraycopy(argument, 0, longer, call.position(), argument.length);
        System.arraycopy(text, end, longer, call.position() + argument.length, text.length - end);
        return longer;
    }
}
