package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaddedPairsTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<DenseTensor> sentences = Dataset.of("a cat", "no", "three goats eat")
                .map(text -> DenseTensor.vector(Values.ofStrings(text.split(" "))));
        Dataset<Long> labels = Dataset.of(1L, 0L, 1L);

        Dataset<Pair<Tensor, Tensor>> batches =
                Dataset.zip(sentences, labels).batch(2, Collator.pairs(Collator.padded(), Collator.tensors()));
        for (Pair<Tensor, Tensor> batch : batches) {
            out.println(batch.first() + " with " + batch.second());
        }
        // end
        assertThat(out).hasToString("""
                string [2, 2] [["a", "cat"], ["no", ""]] with int64 [2] [1, 0]
                string [1, 3] [["three", "goats", "eat"]] with int64 [1] [1]
                """);
    }
}
