package dev.riffle.sql;

import dev.riffle.RecordFormat;
import dev.riffle.arrow.ArrowColumnException;
import dev.riffle.arrow.ArrowRecords;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes the rows of Parquet files as records. All outputs appear at the end, or none. */
final class ParquetReading {

    /** Number of records between progress events. */
    private static final int STEP = 1024;

    private final List<Path> files;
    private final RecordFormat format;
    private final ParquetReadOptions options;

    ParquetReading(List<Path> files, RecordFormat format, ParquetReadOptions options) {
        this.files = files;
        this.format = format;
        this.options = options;
    }

    /** Receives a record. */
    @FunctionalInterface
    private interface Target {
        void write(Bytes payload) throws IOException;
    }

    List<WrittenShard> write(RecordOutput output) throws IOException {
        if (output instanceof RecordOutput.EvenShards even) {
            return writeEvenly(even);
        }
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(output)) {
            readAll(writer::write);
            return writer.commit();
        }
    }

    /** Writes to shards of equal record counts. */
    private List<WrittenShard> writeEvenly(RecordOutput.EvenShards output) throws IOException {
        long records = 0;
        for (Path file : files) {
            try (ParquetSource source = ParquetSource.open(file, options.memoryBytes())) {
                records += source.size();
            }
        }
        long share = records / output.names().count();
        long more = records % output.names().count();
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(output.names().paths(), output.options())) {
            readAll(payload -> {
                long number = writer.count();
                long shard = number < more * (share + 1)
                        ? number / (share + 1)
                        : more + (number - more * (share + 1)) / Math.max(1, share);
                writer.writeToShard((int) Math.min(shard, writer.shards() - 1), payload);
            });
            return writer.commit();
        }
    }

    /** Writes one output for each file. */
    List<WrittenShard> writeEach(ShardedRecordWriter writer) throws IOException {
        try (OperationProgress progress = progress()) {
            for (int i = 0; i < files.size(); i++) {
                int shard = i;
                read(files.get(i), payload -> writer.writeToShard(shard, payload), progress);
            }
        }
        return writer.commit();
    }

    private void readAll(Target target) throws IOException {
        try (OperationProgress progress = progress()) {
            for (Path file : files) {
                read(file, target, progress);
            }
        }
    }

    private OperationProgress progress() {
        return OperationProgress.of(
                options.progress(), files.stream().map(ByteSource::of).toList());
    }

    private void read(Path file, Target target, OperationProgress progress) throws IOException {
        try (ParquetSource source = ParquetSource.open(file, options.memoryBytes())) {
            // DuckDB runs one query at a time, so these queries come before that of the rows.
            Schema schema = source.schema(options.notes());
            double bytesPerRow = (double) Files.size(file) / Math.max(1, source.size());
            try (ArrowReader rows = source.reader(schema)) {
                long count = 0;
                long bytes = 0;
                Iterator<Bytes> payloads =
                        ArrowRecords.payloads(rows, format, options.records()).iterator();
                while (hasNext(source, payloads)) {
                    target.write(payloads.next());
                    if (++count % STEP == 0) {
                        long done = (long) (count * bytesPerRow);
                        progress.advanced(STEP, done - bytes);
                        bytes = done;
                    }
                }
                progress.advanced(count % STEP, Math.max(0, Files.size(file) - bytes));
            }
        } catch (ArrowColumnException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static boolean hasNext(ParquetSource source, Iterator<Bytes> payloads) throws IOException {
        try {
            return payloads.hasNext();
        } catch (UncheckedIOException e) {
            throw source.explained(e);
        }
    }
}
