package dev.riffle.cli.sql;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.Spool;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.TextKind;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.sql.SqlTable;
import dev.riffle.sql.SqlTables;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the tables of a statement by the rules of the command line for input files. */
final class CommandTables implements SqlTables, Closeable {

    private final Terminal terminal;
    private final SqlInput input;
    private final SqlTarget target;
    private final QueryProgress progress;
    private final Map<String, SqlTable> tables = new HashMap<>();
    private final List<Spool> spools = new ArrayList<>();
    private final Set<String> reported = new HashSet<>();

    CommandTables(Terminal terminal, SqlInput input, SqlTarget target, QueryProgress progress) {
        this.terminal = terminal;
        this.input = input;
        this.target = target;
        this.progress = progress;
    }

    @Override
    public synchronized SqlTable find(String name) throws IOException {
        SqlTable known = tables.get(name);
        if (known == null) {
            known = open(name);
            tables.put(name, known);
        }
        return known;
    }

    @Override
    public List<Path> files(String name) throws IOException {
        return SqlTables.in(terminal.directory()).files(name);
    }

    private SqlTable open(String name) throws IOException {
        List<InputFile> files = InputFile.expand(terminal, List.of(name), input.sets());
        new OutputCheck(terminal).reads(files).writes(target.file().output());
        Spool spool = Spool.of(files);
        spools.add(spool);
        List<ByteSource> sources = spool.sources();
        RecordInput records = RecordInput.of(sources).reading(options(sources)).progress(progress.table(sources));
        Optional<List<Path>> paths = paths(files);
        return paths.isPresent() ? SqlTable.of(paths.get(), records) : SqlTable.records(records);
    }

    /**
     * Returns the paths of files that may be files for DuckDB. Empty for standard input, pipes and missing files. Also
     * empty if flags state how to read record files.
     */
    private Optional<List<Path>> paths(List<InputFile> files) {
        List<Path> paths = new ArrayList<>();
        boolean isStated =
                input.read().format().isPresent() || input.read().compression().isPresent();
        for (InputFile file : files) {
            Path path = file.path().orElse(null);
            if (path == null || !Files.isRegularFile(path) && !Files.isDirectory(path)) {
                return Optional.empty();
            }
            if (isStated && !isNamedForDuckDb(path)) {
                return Optional.empty();
            }
            paths.add(path);
        }
        return Optional.of(paths);
    }

    private static boolean isNamedForDuckDb(Path path) {
        String name = String.valueOf(path.getFileName());
        return TextKind.byEnding(name).isPresent() || name.endsWith(".parquet");
    }

    private RecordReaderOptions options(List<ByteSource> sources) {
        RecordReaderOptions options = input.read().options();
        return input.damage() == PrintRequest.Damage.SKIPPED && skipDamage(sources)
                ? options.damage(DamagePolicy.skip(this::report))
                : options;
    }

    /** Returns whether damage in all sources can be skipped. Another error appears when the query reads the source. */
    private boolean skipDamage(List<ByteSource> sources) {
        for (ByteSource source : sources) {
            try (RecordReader reader = input.read().open(source)) {
                if (!reader.format().skipsDamage()) {
                    return false;
                }
            } catch (IOException e) {
                return true;
            }
        }
        return true;
    }

    /** Reports each damaged region once, even if the query reads a table several times. */
    private synchronized void report(SkippedRegion region) {
        String message = region.cause().getMessage() + "; " + Sizes.count(region.length(), "byte") + " skipped";
        if (reported.add(message)) {
            terminal.report(message);
        }
    }

    /** Returns the query with the names of its tables, for messages. */
    synchronized String query() {
        return tables.isEmpty() ? "query" : "query over " + String.join(", ", new TreeSet<>(tables.keySet()));
    }

    /** Returns the exit code of a query without other errors. */
    synchronized ExitCode exitCode() {
        return reported.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    @Override
    public synchronized void close() throws IOException {
        IOException failure = null;
        for (Spool spool : spools) {
            try {
                spool.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
