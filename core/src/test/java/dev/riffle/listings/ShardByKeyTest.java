package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardByKeyTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);

        // listing
        ShardNames names = ShardNames.of(directory.resolve("users.tfrecord"), 4);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            for (int visit = 0; visit < 1_000; visit++) {
                String user = "user-" + visit % 100;
                writer.writeByKey(Bytes.ofUtf8(user), Bytes.ofUtf8(user + ": visit " + visit));
            }
            writer.commit();
        }
        out.println("user-42 is in " + names.path(ShardedRecordWriter.shardOf(Bytes.ofUtf8("user-42"), 4)));
        // end
        assertThat(out).hasToString("""
                user-42 is in users.tfrecord-00001-of-00004
                """);
    }
}
