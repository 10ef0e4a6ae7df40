package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnbatchedRowsTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<Tensor> batches = Dataset.of(
                DenseTensor.of(Shape.of(2, 2), Values.ofLongs(1, 2, 3, 4)),
                DenseTensor.of(Shape.of(1, 2), Values.ofLongs(5, 6)));

        batches.unbatch(Splitter.tensors()).forEach(out::println);
        batches.rebatch(3, Splitter.tensors(), Collator.tensors()).forEach(out::println);
        // end
        assertThat(out).hasToString("""
                int64 [2] [1, 2]
                int64 [2] [3, 4]
                int64 [2] [5, 6]
                int64 [3, 2] [[1, 2], [3, 4], [5, 6]]
                """);
    }
}
