package dev.riffle.cli.sql;

import dev.riffle.Progress;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Shows the progress of a query over all its tables. Safe for use by several threads.
 */
final class QueryProgress implements AutoCloseable {

    private final ProgressBar bar;
    private volatile boolean isHidden;

    private QueryProgress(ProgressBar bar) {
        this.bar = bar;
    }

    /** Returns the progress of a query. Rows on standard output leave no line for the bar. */
    static QueryProgress of(Terminal terminal, SqlTarget target) {
        boolean silent = target.file().isStandardOutput() && target.kind() != OutputKind.TABLE;
        return new QueryProgress(
                silent ? ProgressBar.silent(terminal) : ProgressBar.over(terminal, "query", List.of()));
    }

    /** Returns the listener of a table, and adds the sources of the table to the work. */
    Consumer<Progress> table(List<ByteSource> sources) {
        bar.expect(sources);
        ProgressBar.Part part = bar.part();
        return progress -> {
            if (!isHidden) {
                part.moved(progress);
            }
        };
    }

    /** Erases the bar, because rows appear on the screen. */
    void hide() {
        isHidden = true;
        bar.close();
    }

    @Override
    public void close() {
        hide();
    }
}
