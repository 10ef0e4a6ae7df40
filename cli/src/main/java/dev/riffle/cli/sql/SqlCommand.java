package dev.riffle.cli.sql;

import dev.riffle.cli.input.DuckDbMemoryFlag;
import dev.riffle.cli.input.PartialFlag;
import dev.riffle.cli.input.ReadFlags;
import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.TextOutput;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.print.SpecErrors;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.MalformedTextException;
import dev.riffle.parse.FeatureSpecs;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle sql}. */
@Command(
        name = "sql",
        description = {
            "Runs a SQL query over record files with DuckDB.",
            "A quoted name in FROM or JOIN names record files, sets, folders or patterns, or Parquet, CSV or JSON files:"
                    + " FROM 'train@10'. Each feature is a column. The columns _file, _record and _offset state the"
                    + " place of a record. The first records decide the types. The statement must be a SELECT,"
                    + " DESCRIBE or SUMMARIZE."
        })
public final class SqlCommand implements Flags {

    private static final String ALL = "all";

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Mixin
    private PartialFlag partial = new PartialFlag();

    @Mixin
    private ThreadsFlag threads = new ThreadsFlag();

    @Parameters(paramLabel = "QUERY", arity = "1", description = "Runs this query, one SQL statement in quotes.")
    private String query = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = FlagText.OUTPUT + " Default: standard output.")
    private String output = Terminal.DASH;

    @Option(names = "--overwrite", description = FlagText.OVERWRITE)
    private boolean overwrite;

    @Option(
            names = "--as",
            paramLabel = "KIND",
            completionCandidates = Choices.Results.class,
            description = FlagText.AS
                    + " Here: csv, tsv, json, jsonl, parquet, arrow, arrows, tfrecord or ofrecord. Default: by the"
                    + " ending of the output, or else an aligned table.")
    private @Nullable String as;

    @Option(names = "--full", description = FlagText.FULL)
    private boolean full;

    /** Defines flags of which the user may set only one. */
    static final class SpecFlags {
        @Option(names = "--features", paramLabel = "SPECS", description = FlagText.FEATURES)
        private @Nullable String features;

        @Option(names = "--features-file", paramLabel = "FILE", description = FlagText.FEATURES_FILE)
        private @Nullable String file;
    }

    @ArgGroup
    private SpecFlags specs = new SpecFlags();

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = FlagText.SAMPLE
                    + " Here: N records of each table, or all records with the word all. Default: 1000; for written"
                    + " output with all columns, all records.")
    private @Nullable String sample;

    @Option(names = "--skip-damage", description = FlagText.SKIP_DAMAGE)
    private boolean skipDamage;

    @Mixin
    private DuckDbMemoryFlag memory = new DuckDbMemoryFlag();

    @Option(
            names = "--temp",
            paramLabel = "DIR",
            description = FlagText.TEMP + " Default: the system's directory for temporary files.")
    private @Nullable String temporary;

    @Override
    public Request request() {
        OutputKind kind = OutputKind.of(output, Optional.ofNullable(as));
        if (overwrite && output.equals(Terminal.DASH)) {
            throw new IllegalArgumentException("--overwrite requires -o");
        }
        return new SqlRequest(
                query,
                new SqlInput(
                        partial.sets(),
                        read.settings(),
                        Optional.ofNullable(specs.features).map(text -> specs(text)),
                        Optional.ofNullable(specs.file),
                        sampled(),
                        skipDamage ? PrintRequest.Damage.SKIPPED : PrintRequest.Damage.ENDS_THE_FILE),
                new SqlTarget(
                        new TextOutput(output, overwrite ? OutputFiles.Existing.REPLACE : OutputFiles.Existing.REJECT),
                        kind,
                        kind.compression(output),
                        full),
                new SqlLimits(threads.threads(), memory.bytes(), Optional.ofNullable(temporary)));
    }

    private static FeatureSpecs specs(String text) {
        try {
            return SqlInput.parse(text);
        } catch (IllegalArgumentException | MalformedTextException e) {
            throw new IllegalArgumentException(SpecErrors.ofFlag("--features", e), e);
        }
    }

    private OptionalLong sampled() {
        if (sample == null) {
            return OptionalLong.empty();
        }
        if (sample.equals(ALL)) {
            return OptionalLong.of(Long.MAX_VALUE);
        }
        if (!sample.matches("[0-9]{1,18}") || Long.parseLong(sample) == 0) {
            throw new IllegalArgumentException("--sample must be a positive number or all: " + sample);
        }
        return OptionalLong.of(Long.parseLong(sample));
    }
}
