package dev.riffle.listings;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** The file of the trainers' listings: houses whose price is twice the area plus half the number of rooms. */
final class Houses {

    private static final String[] CITIES = {"Lyon", "Paris"};

    private Houses() {}

    /** Writes 256 houses. The floats hold all numbers exactly. */
    static Path in(Path directory) throws IOException {
        Path file = directory.resolve("houses.tfrecord");
        Random random = new Random(18);
        RecordWriter.write(file, records -> {
            for (int i = 0; i < 256; i++) {
                float area = random.nextInt(8) / 4f;
                int rooms = 1 + random.nextInt(4);
                records.write(Example.builder()
                        .put("area", area)
                        .put("rooms", rooms)
                        .put("city", CITIES[random.nextInt(2)])
                        .put("price", 2 * area + 0.5f * rooms)
                        .build()
                        .toBytes());
            }
        });
        return file;
    }
}
