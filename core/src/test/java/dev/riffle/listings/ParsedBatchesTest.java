package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParsedBatchesTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<Bytes> records = Dataset.of(
                        Example.builder().put("id", 1).put("tags", List.of("soft", "grey")),
                        Example.builder().put("id", 2),
                        Example.builder().put("id", 3).put("tags", "quick"))
                .map(example -> example.build().toBytes());

        for (String specs : List.of("id:int64, tags:string[?]", "id:int64, tags:ragged(string)")) {
            ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse(specs));
            records.batch(3, Collator.parsed(parser)).forEach(out::print);
        }
        // end
        assertThat(out).hasToString("""
                id: int64 [3] [1, 2, 3]
                tags: string [3, 2] [["soft", "grey"], ["", ""], ["quick", ""]]
                id: int64 [3] [1, 2, 3]
                tags: string [3, None] [["soft", "grey"], [], ["quick"]]
                """);
    }
}
