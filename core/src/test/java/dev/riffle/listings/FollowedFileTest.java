package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.io.Bytes;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        Path log = directory.resolve("log.tfrecord");
        Path more = directory.resolve("more.tfrecord");
        RecordWriter.write(log, records -> records.write("first"));
        RecordWriter.write(more, records -> records.write("second"));
        // listing
        try (RecordReader records =
                RecordReader.open(log, RecordReaderOptions.defaults().follow())) {
            while (records.next()) {
                out.println(Bytes.copyOf(records.payload()).utf8());
            }
            out.println("no new records yet");

            RecordRewrite.of(RecordSet.of(List.of(more))).appendInPlace(log);
            while (records.next()) {
                out.println(Bytes.copyOf(records.payload()).utf8());
            }
        }
        // end
        assertThat(out).hasToString("""
                first
                no new records yet
                second
                """);
    }
}
