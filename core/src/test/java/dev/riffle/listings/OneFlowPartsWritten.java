package dev.riffle.listings;

// listing

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

public class OneFlowPartsWritten {

    private static final int PARTS = 3;
    private static final int RECORDS_OF_A_PART = 4;
    private static final int PIXELS = 28 * 28;

    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of("dataset"));
        Random random = new Random(42);
        for (int part = 0; part < PARTS; part++) {
            Path file = directory.resolve("part-" + part);
            RecordWriter.write(file, RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), records -> {
                for (int i = 0; i < RECORDS_OF_A_PART; i++) {
                    records.write(record(random).toBytes(Dialect.ONEFLOW));
                }
            });
            System.out.println(file + ": " + Files.size(file) + " bytes");
        }
    }

    /** Returns an image of random pixels from 0 to 1, with a random label from 0 to 9. */
    private static Example record(Random random) {
        float[] pixels = new float[PIXELS];
        for (int i = 0; i < PIXELS; i++) {
            pixels[i] = random.nextFloat();
        }
        return Example.builder()
                .put("images", Feature.of(pixels))
                .put("labels", Feature.ofInt32s(random.nextInt(10)))
                .build();
    }
}
// end
