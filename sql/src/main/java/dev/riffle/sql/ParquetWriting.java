package dev.riffle.sql;

import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.io.ByteSink;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.AtomicCommit;
import dev.riffle.shard.internal.FileStorage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Writes Parquet files under hidden names with DuckDB, and renames all of them at the end. */
final class ParquetWriting {

    /** The number of rows of a row group that DuckDB uses without an option. */
    private static final int MOST_ROWS = 122_880;

    /** The limits of DuckDB, whose writer holds row groups. */
    private static final SessionOptions SESSION = ParquetSource.session(OptionalLong.of(1L << 30));

    /** The approximate largest size of a row group in memory. */
    private static final long GROUP_BYTES = 64L << 20;

    private static final String STREAM = "records";

    private final List<ArrowBatches> inputs;
    private final List<Path> files;
    private final ParquetOptions options;
    private final List<ParquetColumns> columns = new ArrayList<>();

    ParquetWriting(List<ArrowBatches> inputs, List<Path> files, ParquetOptions options) {
        this.inputs = inputs;
        this.files = files;
        this.options = options;
        for (ArrowBatches input : inputs) {
            columns.add(ParquetColumns.of(input.schema()));
        }
    }

    List<WrittenShard> write() throws IOException {
        RecordWriterOptions existing = RecordWriterOptions.defaults();
        RecordWriterOptions overwrites = options.overwrites() ? existing.overwrite() : existing;
        try (AtomicCommit commit = AtomicCommit.of(files, overwrites, new FileStorage())) {
            List<WrittenShard> written = new ArrayList<>();
            for (int i = 0; i < files.size(); i++) {
                // DuckDB replaces this empty file, whose creation reports a missing directory or permission in Riffle's
                // words.
                try (ByteSink.Output empty = commit.sink(i).create()) {
                    empty.commit();
                }
                Path staged = commit.hidden(i).toAbsolutePath();
                long rows = write(i, staged);
                sync(staged);
                written.add(new WrittenShard(files.get(i).toString(), rows, Files.size(staged)));
            }
            commit.publish();
            commit.settle();
            return written;
        }
    }

    /** Writes a file under its hidden name. Returns the number of rows. */
    private long write(int number, Path staged) throws IOException {
        Path file = files.get(number);
        try (BufferAllocator allocator = new RootAllocator();
                DuckSession session = DuckSession.open(SESSION, allocator)) {
            RecordStream records = RecordStream.open(session.allocator(), inputs.get(number));
            session.register(STREAM, records);
            session.lock(List.of(staged));
            long rows = session.copyToParquet(
                    columns.get(number).select(DuckSession.identifier(STREAM)), staged, copyOptions(number, records));
            if (rows != records.rows()) {
                throw new IOException(file + ": DuckDB wrote " + rows + " of " + records.rows()
                        + " rows; write the file again, and report this as a bug if it happens again");
            }
            return rows;
        } catch (IOException | SqlException e) {
            if (e instanceof SqlException stopped && stopped.reason() == SqlException.Reason.CANCELLED) {
                throw ParquetErrors.interrupted(e);
            }
            Optional<DuckFailure> failure = ParquetErrors.ofDuckDb(e);
            if (failure.isPresent()) {
                throw ParquetErrors.ofWrite(file, failure.get(), e);
            }
            throw e;
        }
    }

    private String copyOptions(int number, RecordStream records) throws IOException {
        return "COMPRESSION " + options.compression().codec() + ", ROW_GROUP_SIZE " + group(records)
                + ", OVERWRITE_OR_IGNORE true, KV_METADATA {" + DuckSession.quoted(StoredSchema.KEY) + ": "
                + DuckSession.quoted(StoredSchema.text(inputs.get(number).schema())) + "}";
    }

    private int group(RecordStream records) throws IOException {
        if (options.rowGroup().isPresent()) {
            return options.rowGroup().getAsInt();
        }
        long bytes = records.bytesPerRow();
        return bytes == 0 ? MOST_ROWS : (int) Math.max(1, Math.min(MOST_ROWS, GROUP_BYTES / bytes));
    }

    private static void sync(Path staged) throws IOException {
        try (FileChannel channel = FileChannel.open(staged, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
