package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketsByLengthTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Dataset<DenseTensor> sentences = Dataset.of(
                        "a cat", "two dogs bark at a cat", "no", "three goats eat hay", "it rains", "the end")
                .map(text -> DenseTensor.vector(Values.ofStrings(text.split(" "))));

        Dataset<DenseTensor> batches =
                sentences.bucketBySequenceLength(words -> words.values().size(), new int[] {3, 5}, new int[] {2, 2, 2});
        batches.forEach(out::println);
        // end
        assertThat(out).hasToString("""
                string [2, 2] [["a", "cat"], ["no", ""]]
                string [2, 2] [["it", "rains"], ["the", "end"]]
                string [1, 4] [["three", "goats", "eat", "hay"]]
                string [1, 6] [["two", "dogs", "bark", "at", "a", "cat"]]
                """);
    }
}
