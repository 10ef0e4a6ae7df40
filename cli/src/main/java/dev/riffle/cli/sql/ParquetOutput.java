package dev.riffle.cli.sql;

import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSink;
import dev.riffle.sql.RecordSql;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the rows of a query to a Parquet file, which appears when it is complete. */
record ParquetOutput(Terminal terminal, SqlTarget target) {

    /** Returns the number of rows. */
    long write(RecordSql sql, String statement) throws IOException {
        if (!target.file().isStandardOutput() && target.file().existing() == OutputFiles.Existing.REJECT) {
            return sql.writeParquet(statement, terminal.path(target.file().output()));
        }
        // DuckDB writes only files. The copy is complete before the output changes.
        Path directory = Files.createTempDirectory("riffle-sql-");
        Path copy = directory.resolve("rows.parquet");
        try {
            long rows = sql.writeParquet(statement, copy);
            try (ByteSink.Output output = target.file().sink(terminal).create();
                    InputStream in = Files.newInputStream(copy)) {
                OutputStream out = Channels.newOutputStream(output);
                in.transferTo(out);
                out.flush();
                output.commit();
            }
            return rows;
        } finally {
            Files.deleteIfExists(copy);
            Files.delete(directory);
        }
    }
}
