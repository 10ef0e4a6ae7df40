package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetSplitTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        RecordWriterOptions options = RecordWriterOptions.defaults();
        Path all = directory.resolve("all.tfrecord");
        RecordRewrite.of(RecordSet.find(directory, "observations.tfrecord@4")).copyTo(RecordOutput.file(all, options));

        ShardNames names = ShardNames.of(directory.resolve("train.tfrecord"), 3);
        RewriteReport split = RecordRewrite.of(RecordSet.of(List.of(all))).copyTo(RecordOutput.shards(names, options));
        split.written().forEach(shard -> out.println(shard.name() + ": " + shard.records() + " records"));

        RewriteReport sized = RecordRewrite.of(RecordSet.of(List.of(all)))
                .copyTo(RecordOutput.ofSize(directory.resolve("small.tfrecord"), "", 400_000, options));
        out.println(sized.written().size() + " files of at most 400 kB");
        // end
        assertThat(out).hasToString("""
                train.tfrecord-00000-of-00003: 3334 records
                train.tfrecord-00001-of-00003: 3333 records
                train.tfrecord-00002-of-00003: 3333 records
                3 files of at most 400 kB
                """);
    }
}
