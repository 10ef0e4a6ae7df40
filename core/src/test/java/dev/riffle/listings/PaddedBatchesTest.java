package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaddedBatchesTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<DenseTensor> rows = Dataset.of("1 2", "3", "4 5 6")
                .map(text -> DenseTensor.vector(Values.ofLongs(
                        Stream.of(text.split(" ")).mapToLong(Long::parseLong).toArray())));

        rows.paddedBatch(3).forEach(out::println);
        rows.paddedBatch(3, Collator.padded().shape(4).value(-1)).forEach(out::println);
        rows.raggedBatch(3).forEach(out::println);
        // end
        assertThat(out).hasToString("""
                int64 [3, 3] [[1, 2, 0], [3, 0, 0], [4, 5, 6]]
                int64 [3, 4] [[1, 2, -1, -1], [3, -1, -1, -1], [4, 5, 6, -1]]
                int64 [3, None] [[1, 2], [3], [4, 5, 6]]
                """);
    }
}
