package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeOtherThreadsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        Dataset<Bytes> records = RecordDataset.files(file).shuffle(1_000, 42);
        Dataset<Example> slow = records.map(Example::parse).prefetch(1);
        Dataset<Example> fast = records.map(Example::parse, Parallel.calls(2)).prefetch(16);

        Checkpoint checkpoint;
        try (DatasetIterator<Example> iterator = slow.iterator()) {
            for (int i = 0; i < 5_000; i++) {
                iterator.next();
            }
            checkpoint = iterator.checkpoint();
            out.println(iterator.next().toMap());
        }
        try (DatasetIterator<Example> iterator = fast.resume(checkpoint)) {
            out.println(iterator.next().toMap());
        }
        // end
        assertThat(out).hasToString("""
                {feature0=[1], feature1=[0], feature2=[3 bytes [636174]], feature3=[1.9381627]}
                {feature0=[1], feature1=[0], feature2=[3 bytes [636174]], feature3=[1.9381627]}
                """);
    }
}
