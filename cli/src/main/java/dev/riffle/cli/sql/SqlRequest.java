package dev.riffle.cli.sql;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Installation;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import java.io.IOException;

/** Runs a query. This class runs without the jars of Arrow and DuckDB, and reports that they are missing. */
record SqlRequest(String statement, SqlInput input, SqlTarget target, SqlLimits limits) implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        Installation.running().requireDuckDb("riffle sql");
        return new SqlQuery(terminal, this).run();
    }
}
