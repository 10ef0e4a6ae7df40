package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapBatchesTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed(directory);
        // listing
        Map<String, Tensor> columns = new LinkedHashMap<>();
        columns.put("animal", DenseTensor.vector(Values.ofStrings("cat", "spider", "goat")));
        columns.put("legs", DenseTensor.vector(Values.ofLongs(4, 8, 4)));
        Dataset<Map<String, Tensor>> rows = Dataset.fromTensorSlices(columns);

        Dataset<Map<String, Tensor>> batches = rows.batch(2, Collator.maps(Collator.tensors()));
        batches.forEach(out::println);
        // end
        assertThat(out).hasToString("""
                {animal=string [2] ["cat", "spider"], legs=int64 [2] [4, 8]}
                {animal=string [1] ["goat"], legs=int64 [1] [4]}
                """);
    }
}
