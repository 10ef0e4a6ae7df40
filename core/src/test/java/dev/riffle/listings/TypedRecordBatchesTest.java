package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.listings.TypedRecordTest.Click;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import dev.riffle.typed.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypedRecordBatchesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        List<Click> clicks = IntStream.range(0, 10)
                .mapToObj(i -> new Click(i, "page " + i, i, List.of(), Optional.empty()))
                .toList();
        RecordCodec<Click> codec = RecordCodec.of(Click.class);
        // listing
        ShardNames names = ShardNames.of(directory.resolve("clicks.tfrecord"), 2);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names)) {
            RecordWriter.Typed<Click> typed = writer.typed(codec::encode);
            for (Click click : clicks) {
                typed.write(click);
            }
            writer.commit();
        }

        Dataset<List<Click>> batches =
                RecordDataset.files(names).shuffle(100, 42).batch(4, Collator.decoded(codec));
        batches.forEach(batch -> out.println(batch.size() + " clicks"));
        // end
        assertThat(out).hasToString("""
                4 clicks
                4 clicks
                2 clicks
                """);
    }
}
