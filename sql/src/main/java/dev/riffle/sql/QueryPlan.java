package dev.riffle.sql;

import dev.riffle.internal.JsonValue;
import dev.riffle.sql.internal.FoldedName;
import dev.riffle.sql.internal.RefusedStatementException;
import dev.riffle.sql.internal.StarRewrite;
import dev.riffle.sql.internal.StatementScan;
import dev.riffle.sql.internal.StatementText;
import dev.riffle.sql.internal.TableUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A checked query with its tables.
 *
 * @param text the statement that DuckDB runs; it differs from the user's statement only in names of files and stars
 * @param records the tables of records
 * @param views the tables of other files
 * @param files the files that DuckDB may open
 */
record QueryPlan(String text, List<RecordTable> records, List<FileView> views, List<Path> files) {

    /**
     * Checks a statement, and finds its tables.
     *
     * @param session an open session that parses the statement
     * @throws SqlException if the statement is not a query that Riffle allows
     */
    static QueryPlan of(String statement, DuckSession session, SqlTables tables, RecordSource source)
            throws IOException {
        try {
            return checked(statement, session, tables, source);
        } catch (RefusedStatementException e) {
            throw refused(e);
        } catch (StackOverflowError e) {
            throw refused(RefusedStatementException.of("statement is nested too deeply"));
        }
    }

    private static SqlException refused(RefusedStatementException e) {
        return new SqlException(SqlException.Reason.STATEMENT, String.valueOf(e.getMessage()), e);
    }

    private static QueryPlan checked(String statement, DuckSession session, SqlTables tables, RecordSource source)
            throws IOException {
        Map<String, JsonValue> tree = StatementText.parse(session::serialized, statement);
        StatementScan scan = StatementScan.of(tree);
        List<RecordTable> records = new ArrayList<>();
        List<FileView> views = new ArrayList<>();
        Set<Path> files = new LinkedHashSet<>();
        checkCase(scan.names());
        for (String name : scan.names()) {
            SqlTable table = tables.find(name);
            if (table.records().isPresent()) {
                List<TableUse> uses = scan.tables().stream()
                        .filter(use -> use.name().equals(name))
                        .toList();
                records.add(RecordTable.of(name, source.applied(table.records().get()), source, uses, scan.columns()));
            } else {
                views.add(new FileView(name, table.kind().orElseThrow(), table.files()));
                files.addAll(table.files());
            }
        }
        String text = new FileNames(statement, scan.calls(), tables).resolved(session, files);
        Map<String, List<String>> places = new LinkedHashMap<>();
        records.forEach(table -> places.put(table.name(), table.places()));
        if (StarRewrite.isNeeded(scan, places)) {
            text = session.deserialized(StarRewrite.json(StatementText.parse(session::serialized, text), places));
        }
        return new QueryPlan(text, List.copyOf(records), List.copyOf(views), List.copyOf(files));
    }

    /** DuckDB ignores the case of names of tables. The names of different files must differ in more than case. */
    private static void checkCase(Set<String> names) {
        Map<String, String> byFolded = new TreeMap<>();
        for (String name : names) {
            String other = byFolded.put(FoldedName.of(name), name);
            if (other != null) {
                throw RefusedStatementException.of("names \"" + other + "\" and \"" + name
                        + "\" differ only in case, which SQL ignores; write one of them with another path, such as ./"
                        + name);
            }
        }
    }

    /** Makes the tables of this query tables of a session, and locks the session. */
    void install(DuckSession session, int threads, Path... outputs) throws IOException {
        List<Path> allowed = new ArrayList<>(files);
        allowed.addAll(List.of(outputs));
        session.lock(allowed);
        for (FileView view : views) {
            view.install(session);
        }
        List<String> names = new ArrayList<>();
        views.forEach(view -> names.add(view.name()));
        records.forEach(table -> names.add(table.name()));
        session.reads(List.copyOf(names), files);
        for (RecordTable table : records) {
            // No file of the statement can have this name.
            table.install(session, "stream " + UUID.randomUUID(), threads);
        }
    }

    /** Returns this query without reports of damage and progress, to read the same records again. */
    QueryPlan silent() {
        return new QueryPlan(text, records.stream().map(RecordTable::silent).toList(), views, files);
    }

    /** Returns this query with all columns of all records, to find the columns that a wrong name can mean. */
    QueryPlan whole() {
        return new QueryPlan(text, records.stream().map(RecordTable::whole).toList(), views, files);
    }

    /** Returns this query with rows of records that DuckDB stores, so that it can read them several times. */
    QueryPlan stored() {
        return new QueryPlan(text, records.stream().map(RecordTable::asStored).toList(), views, files);
    }
}
