package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.listings.TypedRecordTest.Click;
import dev.riffle.typed.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypedRecordFileTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        List<Click> clicks = List.of(
                new Click(7, "home", 0.5f, List.of("new"), Optional.empty()),
                new Click(8, "cart", 0.25f, List.of(), Optional.of(3L)));
        Path file = directory.resolve("clicks.tfrecord");
        // listing
        RecordCodec<Click> codec = RecordCodec.of(Click.class);
        RecordWriter.write(file, records -> {
            for (Click click : clicks) {
                records.write(codec.encode(click));
            }
        });

        Dataset<Click> read = RecordDataset.files(file).map(codec);
        read.forEach(click -> out.println(click.user() + " " + click.page()));
        // end
        assertThat(out).hasToString("""
                7 home
                8 cart
                """);
    }
}
