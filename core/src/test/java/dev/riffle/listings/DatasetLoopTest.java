package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetLoopTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        Dataset<Example> examples = RecordDataset.files(file).map(Example::parse);
        try (DatasetIterator<Example> iterator = examples.iterator()) {
            while (iterator.hasNext()) {
                Example example = iterator.next();
                if (example.feature("feature2").utf8Value().equals("goat")) {
                    out.println(example.toMap());
                    break;
                }
            }
        }
        // end
        assertThat(out).hasToString("""
                {feature0=[1], feature1=[4], feature2=[4 bytes [676f6174]], feature3=[-0.49119073]}
                """);
    }
}
