package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingResumedTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Random random = new Random(42);
        for (int shard = 0; shard < 4; shard++) {
            Path file = directory.resolve("line.tfrecord-0000" + shard + "-of-00004");
            RecordWriter.write(file, records -> {
                for (int i = 0; i < 1_000; i++) {
                    float x = random.nextFloat();
                    Example example =
                            Example.builder().put("x", x).put("y", 3 * x - 1).build();
                    records.write(example.toBytes());
                }
            });
        }
        // listing
        out.println(new Training(directory.resolve("uninterrupted")).train(directory, 1_000));

        Path saved = directory.resolve("saved");
        new Training(saved).train(directory, 120); // the program is killed after 120 steps; step 100 is saved
        out.println(new Training(saved).train(directory, 1_000));
        // end
        assertThat(out).hasToString("""
                y = 2.9838681 * x + -0.99175555
                y = 2.9838681 * x + -0.99175555
                """);
    }
}
