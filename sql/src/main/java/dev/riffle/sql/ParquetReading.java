package dev.riffle.sql;

import dev.riffle.RecordFormat;
import dev.riffle.arrow.ArrowColumnException;
import dev.riffle.arrow.ArrowRecords;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Writes the rows of Parquet files as records. All outputs appear at the end, or none. */
final class ParquetReading {

    private final List<Path> files;
    private final RecordFormat format;
    private final Consumer<? super String> notes;

    ParquetReading(List<Path> files, RecordFormat format, Consumer<? super String> notes) {
        this.files = files;
        this.format = format;
        this.notes = notes;
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
            for (Path file : files) {
                read(file, writer::write);
            }
            return writer.commit();
        }
    }

    /** Writes to shards of equal record counts. */
    private List<WrittenShard> writeEvenly(RecordOutput.EvenShards output) throws IOException {
        long records = 0;
        for (Path file : files) {
            try (ParquetSource source = ParquetSource.open(file)) {
                records += source.rows();
            }
        }
        long share = records / output.names().count();
        long more = records % output.names().count();
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(output.names().paths(), output.options())) {
            for (Path file : files) {
                read(file, payload -> {
                    long number = writer.count();
                    long shard = number < more * (share + 1)
                            ? number / (share + 1)
                            : more + (number - more * (share + 1)) / Math.max(1, share);
                    writer.write((int) Math.min(shard, writer.shards() - 1), payload);
                });
            }
            return writer.commit();
        }
    }

    /** Writes one output for each file. */
    List<WrittenShard> writeEach(ShardedRecordWriter writer) throws IOException {
        for (int i = 0; i < files.size(); i++) {
            int shard = i;
            read(files.get(i), payload -> writer.write(shard, payload));
        }
        return writer.commit();
    }

    private void read(Path file, Target target) throws IOException {
        try (ParquetSource source = ParquetSource.open(file);
                ArrowReader rows = source.reader(source.schema(notes))) {
            try {
                Iterator<Bytes> payloads = ArrowRecords.payloads(rows, format).iterator();
                while (hasNext(file, payloads)) {
                    target.write(payloads.next());
                }
            } catch (ArrowColumnException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
        }
    }

    private static boolean hasNext(Path file, Iterator<Bytes> payloads) throws IOException {
        try {
            return payloads.hasNext();
        } catch (UncheckedIOException e) {
            throw ParquetErrors.ofRead(file, e);
        }
    }
}
