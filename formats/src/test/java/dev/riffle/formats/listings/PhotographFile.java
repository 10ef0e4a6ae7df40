package dev.riffle.formats.listings;

import dev.riffle.RecordWriter;
import dev.riffle.documents.Repository;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the file of two photographs that the tutorial writes and reads. */
final class PhotographFile {

    private PhotographFile() {}

    static Path in(Path directory) throws IOException {
        Path samples = Repository.root().resolve("samples");
        Path file = directory.resolve("photographs.tfrecord");
        List<String> names = List.of("chelsea.jpg", "coffee.jpg");
        RecordWriter.write(file, records -> {
            for (String name : names) {
                records.write(Example.builder()
                        .put("height", 213)
                        .put("width", 320)
                        .put("depth", 3)
                        .put("label", names.indexOf(name))
                        .put("image_raw", Files.readAllBytes(samples.resolve(name)))
                        .build()
                        .toBytes());
            }
        });
        return file;
    }
}
