package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.rewrite.RewriteFiles;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests writers whose output chooses the file of each record. */
class ShardedRecordWriterOutputTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path prefix() {
        return directory.resolve("s");
    }

    private List<Bytes> write(RecordOutput target, int records) throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(target)) {
            for (int i = 0; i < records; i++) {
                payloads.add(Bytes.ofUtf8("record " + i));
                writer.write(payloads.get(i));
            }
            assertThat(writer.count()).isEqualTo(records);
            assertThat(RewriteFiles.names(directory)).noneMatch(name -> name.startsWith("s"));
            assertThat(writer.commit().stream().mapToLong(WrittenShard::records).sum())
                    .isEqualTo(records);
            assertThatThrownBy(() -> writer.write(new byte[1]))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith("the writer is committed");
        }
        return payloads;
    }

    private List<Bytes> read() throws IOException {
        List<Bytes> all = new ArrayList<>();
        for (Path file : RecordSet.find(directory, "s@*").files()) {
            all.addAll(RewriteFiles.read(file));
        }
        return all;
    }

    @Test
    void fillsShardsByRecordCount() throws IOException {
        assertThat(write(RecordOutput.ofRecords(prefix(), "", 7, OPTIONS), 20)).isEqualTo(read());
        RecordSet set = RecordSet.find(directory, "s@3");
        assertThat(set.manifest().orElseThrow().check(directory)).isEmpty();
        assertThat(set.manifest().get().shards())
                .extracting(SetManifest.Shard::records)
                .containsExactly(7L, 7L, 6L);
    }

    @Test
    void fillsShardsBySize() throws IOException {
        assertThat(write(RecordOutput.ofSize(prefix(), "", 100, OPTIONS), 50)).isEqualTo(read());
        RecordSet set = RecordSet.find(directory, "s@*");
        assertThat(set.files()).hasSizeGreaterThan(5);
        assertThat(set.manifest().orElseThrow().shards()).allMatch(shard -> shard.bytes() <= 100);
    }

    @Test
    void writesOneEmptyShardWithoutRecords() throws IOException {
        assertThat(write(RecordOutput.ofSize(prefix(), "", 100, OPTIONS), 0)).isEmpty();
        assertThat(RecordSet.find(directory, "s@1").files()).hasSize(1);
    }

    @Test
    void writesNothingWithoutACommit() throws IOException {
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(RecordOutput.ofRecords(prefix(), "", 2, OPTIONS))) {
            for (int i = 0; i < 9; i++) {
                writer.write(new byte[i]);
            }
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(RewriteFiles.names(directory)).isEmpty();
    }

    @Test
    void rejectsAnExistingSet() throws IOException {
        write(RecordOutput.ofRecords(prefix(), "", 7, OPTIONS), 20);
        assertThatThrownBy(() -> ShardedRecordWriter.create(RecordOutput.ofRecords(prefix(), "", 3, OPTIONS)))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void rejectsAnOutputThatNeedsTheRecordCount() {
        assertThatThrownBy(() -> ShardedRecordWriter.create(RecordOutput.shards(ShardNames.of(prefix(), 3), OPTIONS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("RecordOutput.shards needs the number of records in advance;"
                        + " create the writer with ShardNames to write to the shards in turn");
    }

    @Test
    void continuesAfterARejectedPayload() throws IOException {
        RecordWriterOptions ofRecord = OPTIONS.format(RecordFormat.OFRECORD);
        Bytes message = Example.builder().put("n", 1).build().toBytes(Dialect.ONEFLOW);
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(RecordOutput.ofRecords(prefix(), "", 1, ofRecord))) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> writer.write(new byte[0])).isInstanceOf(IllegalArgumentException.class);
                writer.write(message);
            }
            assertThat(writer.commit()).hasSize(2);
        }
    }

    @Test
    void rejectsAShardNumberIfTheOutputChooses() throws IOException {
        try (ShardedRecordWriter writer =
                ShardedRecordWriter.create(RecordOutput.ofRecords(prefix(), "", 7, OPTIONS))) {
            assertThatThrownBy(() -> writer.writeToShard(0, Bytes.ofUtf8("a")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the RecordOutput chooses the file of each record;"
                            + " create the writer with file names to choose files");
            assertThatThrownBy(writer::shards).isInstanceOf(IllegalStateException.class);
            assertThat(writer.count()).isZero();
            writer.commit();
        }
    }
}
