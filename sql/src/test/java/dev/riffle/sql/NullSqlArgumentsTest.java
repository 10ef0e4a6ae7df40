package dev.riffle.sql;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.io.ByteSink;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.structure.NullArgumentsContract;
import dev.riffle.structure.SampleValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;

/** Checks the arguments of the exported types of the module for SQL. */
class NullSqlArgumentsTest extends NullArgumentsContract {

    private final BufferAllocator allocator = new RootAllocator();
    private final Closing results = new Closing();

    @AfterEach
    void close() throws IOException {
        results.close();
        allocator.close();
    }

    @Override
    protected Class<?> anyType() {
        return RecordSql.class;
    }

    @Override
    protected int fewestCalls() {
        return 10;
    }

    @Override
    protected int fewestCallsWithElements() {
        return 1;
    }

    private SqlResult result() throws IOException {
        SqlResult result = RecordSql.defaults().threads(1).run("SELECT 1", allocator);
        results.add(result);
        return result;
    }

    @Override
    protected SampleValues samples(Path directory) throws IOException {
        Path file = SqlFiles.pets(directory.resolve("a.tfrecord"), 0, 1);
        Path parquet = directory.resolve("a.parquet");
        RecordSql.defaults().threads(1).writeParquet("SELECT 1 AS a", parquet);
        RecordInput input =
                SqlTables.in(directory).find(file.toString()).records().orElseThrow();
        SqlResult result = result();
        return new SampleValues()
                .with(RecordInput.class, () -> input)
                .with(RecordReaderOptions.class, RecordReaderOptions::defaults)
                .with(FeatureSpecs.class, () -> FeatureSpecs.parse("label:int64"))
                .with(Schema.class, () -> new Schema(List.of()))
                .with(BufferAllocator.class, () -> allocator)
                .with(ArrowReader.class, result::rows)
                .with(SqlResult.class, () -> result)
                .with(SqlTable.class, () -> SqlTable.records(input))
                .with(SqlTables.class, () -> SqlTables.in(directory))
                .with(RecordSql.class, () -> RecordSql.defaults().threads(1))
                .with(
                        RecordOutput.class,
                        () -> RecordOutput.sink(
                                ByteSink.of(new ByteArrayOutputStream(), "memory"), RecordWriterOptions.defaults()))
                .with(ArrowBatches.class, () -> ArrowBatches.of(input, FeatureSpecs.parse("label:int64")))
                .with(RecordWriterOptions.class, RecordWriterOptions::defaults)
                .with(ParquetOptions.class, ParquetOptions::defaults)
                .with(ParquetReadOptions.class, ParquetReadOptions::defaults)
                .with(SqlException.class, () -> new SqlException(SqlException.Reason.VALUES, "SQL: wrong"));
    }
}
