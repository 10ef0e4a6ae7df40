package dev.riffle.cli.sql;

import dev.riffle.arrow.ArrowColumnException;
import dev.riffle.arrow.ArrowRecords;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.output.WholeRows;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.io.ByteSink;
import dev.riffle.io.CompressedOutput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.sql.SqlResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;

/**
 * Writes the rows of a result to its output, and commits the output.
 *
 * @param query the query, for messages
 */
record ResultOutput(Terminal terminal, SqlTarget target, QueryProgress progress, String query) {

    /** Returns the number of rows. */
    long write(SqlResult result) throws IOException {
        return switch (target.kind()) {
            case TABLE -> text(result, table(result));
            case CSV, TSV, JSON, JSONL -> textFile(result);
            case ARROW, ARROWS -> arrow(result.rows());
            case TFRECORD, OFRECORD -> records(result.rows());
            case PARQUET -> throw new IllegalStateException("DuckDB writes Parquet");
        };
    }

    private TableRows table(SqlResult result) {
        boolean cut = terminal.screen().isTerminal() && !target.full();
        return new TableRows(
                terminal, cut ? TableRows.Extent.SCREEN : TableRows.Extent.ALL, result.columns(), progress::hide);
    }

    private long textFile(SqlResult result) throws IOException {
        try (ByteSink.Output output = target.file().sink(terminal).create();
                CompressedOutput compressed = target.compression().compress(output)) {
            Writer out = Channels.newWriter(compressed, StandardCharsets.UTF_8);
            WholeRows whole = new WholeRows(out);
            long rows;
            try {
                rows = text(result, rows(result, whole));
            } catch (Throwable e) {
                whole.endEarly(compressed, e);
                throw e;
            }
            out.flush();
            compressed.finish();
            output.commit();
            return rows;
        }
    }

    private RowText rows(SqlResult result, WholeRows out) throws IOException {
        List<String> names =
                result.columns().stream().map(SqlResult.Column::name).toList();
        return switch (target.kind()) {
            case TSV -> new CsvRows(out, '\t', names);
            case JSON -> new JsonRows(out, JsonRows.Form.ARRAY, names);
            case JSONL -> new JsonRows(out, JsonRows.Form.LINES, names);
            default -> new CsvRows(out, ',', names);
        };
    }

    private long text(SqlResult result, RowText text) throws IOException {
        long count = 0;
        ArrowReader rows = result.rows();
        while (rows.loadNextBatch()) {
            VectorSchemaRoot batch = rows.getVectorSchemaRoot();
            List<ColumnValues> columns = batch.getFieldVectors().stream()
                    .map(vector -> ColumnValues.of(vector, rows))
                    .toList();
            for (int row = 0; row < batch.getRowCount(); row++) {
                write(text, columns, row, count + row);
            }
            count += batch.getRowCount();
        }
        text.end();
        return count;
    }

    private void write(RowText text, List<ColumnValues> columns, int row, long number) throws IOException {
        try {
            text.row(columns, row);
        } catch (ColumnValues.LargeValueException e) {
            throw new IOException(place(number) + ", " + e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw Failures.outOfMemory(place(number), e);
        }
    }

    private String place(long row) {
        return query + ": row " + row;
    }

    private long arrow(ArrowReader rows) throws IOException {
        try (ByteSink.Output output = target.file().sink(terminal).create()) {
            long count = 0;
            VectorSchemaRoot batch = rows.getVectorSchemaRoot();
            try (ArrowWriter writer = writer(batch, rows, output)) {
                writer.start();
                while (rows.loadNextBatch()) {
                    writer.writeBatch();
                    count += batch.getRowCount();
                }
                writer.end();
                output.commit();
            }
            return count;
        }
    }

    private ArrowWriter writer(VectorSchemaRoot batch, ArrowReader rows, WritableByteChannel output) {
        return target.kind() == OutputKind.ARROW
                ? new ArrowFileWriter(batch, rows, output)
                : new ArrowStreamWriter(batch, rows, output);
    }

    private long records(ArrowReader rows) throws IOException {
        try {
            return ArrowRecords.write(rows, records());
        } catch (ArrowColumnException e) {
            throw new IOException(query + ": " + e.getMessage(), e);
        }
    }

    private RecordOutput records() throws IOException {
        OutputFiles files = new TargetCheck(terminal, target).records();
        return files.isStandardOutput()
                ? RecordOutput.sink(ByteSink.of(terminal.out(), "standard output"), files.options())
                : RecordOutput.file(terminal.path(files.output()), files.options());
    }
}
