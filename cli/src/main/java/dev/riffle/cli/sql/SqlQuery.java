package dev.riffle.cli.sql;

import dev.riffle.CorruptRecordException;
import dev.riffle.cli.print.PrintRequest;
import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Notes;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.sql.RecordSql;
import dev.riffle.sql.SqlException;
import dev.riffle.sql.SqlResult;
import java.io.IOException;
import java.util.Optional;

/** Runs the query of a command, and writes its result. */
final class SqlQuery {

    private final Terminal terminal;
    private final SqlRequest request;

    SqlQuery(Terminal terminal, SqlRequest request) {
        this.terminal = terminal;
        this.request = request;
    }

    /** Runs the query. Reports a statement that is not valid, and returns the exit code. */
    ExitCode run() throws IOException {
        SqlTarget target = request.target();
        new TargetCheck(terminal, target).check();
        try (QueryProgress progress = QueryProgress.of(terminal, target);
                CommandTables tables = new CommandTables(terminal, request.input(), target, progress)) {
            RecordSql sql = settings(tables);
            try {
                return write(sql, tables, progress);
            } catch (OutOfMemoryError e) {
                throw Failures.outOfMemory(tables.query(), e);
            }
        } catch (SqlException e) {
            return report(e);
        } catch (CorruptRecordException e) {
            throw Failures.isRepairable(e)
                    ? new IOException(e.getMessage() + "; " + Failures.REPAIR + skipRemedy(), e)
                    : e;
        }
    }

    private String skipRemedy() {
        return request.input().damage() == PrintRequest.Damage.SKIPPED ? "" : ", and --skip-damage skips the damage";
    }

    private RecordSql settings(CommandTables tables) throws IOException {
        SqlInput input = request.input();
        SqlLimits limits = request.limits();
        RecordSql sql = RecordSql.defaults()
                .tables(tables)
                .threads(limits.threads())
                .notes(note -> terminal.note(Escapes.visible(note)))
                .warnings(warning -> terminal.note(Escapes.visible(Notes.text(warning))));
        if (request.target().kind() != OutputKind.TABLE) {
            sql = sql.completeRows();
        }
        if (input.sample().isPresent()) {
            sql = sql.sample(input.sample().getAsLong());
        }
        Optional<FeatureSpecs> specs = input.specs(terminal);
        if (specs.isPresent()) {
            sql = sql.features(specs.get());
        }
        if (limits.memory().isPresent()) {
            sql = sql.memoryLimit(limits.memory().getAsLong());
        }
        if (limits.temporary().isPresent()) {
            sql = sql.spillDirectory(terminal.path(limits.temporary().get()));
        }
        return sql;
    }

    private ExitCode write(RecordSql sql, CommandTables tables, QueryProgress progress) throws IOException {
        SqlTarget target = request.target();
        long rows;
        if (target.kind() == OutputKind.PARQUET) {
            rows = new ParquetOutput(terminal, target).write(sql, request.statement());
        } else {
            try (SqlResult result = sql.run(request.statement())) {
                rows = new ResultOutput(terminal, target, progress, tables.query()).write(result);
            }
        }
        progress.hide();
        if (!target.file().isStandardOutput()) {
            terminal.printSummary(target.file().output() + ": "
                    + Sizes.count(rows, target.kind().isRecords() ? "record" : "row"));
        }
        return tables.exitCode();
    }

    private ExitCode report(SqlException e) {
        terminal.reportLines(e.getMessage() + "\n");
        if (terminal.detail() == Terminal.Detail.STACK_TRACE) {
            terminal.reportStack(e);
        }
        return e.reason() == SqlException.Reason.STATEMENT ? ExitCode.WRONG_USE : ExitCode.FINDINGS;
    }
}
