package dev.riffle.formats.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.documents.Repository;
import dev.riffle.example.Example;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.io.Bytes;
import dev.riffle.listings.Printed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhotographsInTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path samples = Repository.root().resolve("samples");
        // listing
        Path photographs = directory.resolve("photographs.tfrecord");
        List<String> names = List.of("chelsea.jpg", "coffee.jpg");
        RecordWriter.write(photographs, records -> {
            for (int label = 0; label < names.size(); label++) {
                Bytes image = Bytes.ofOwned(Files.readAllBytes(samples.resolve(names.get(label))));
                ImageHeader header = ImageHeader.read(image);
                Example example = Example.builder()
                        .put("height", header.height())
                        .put("width", header.width())
                        .put("depth", header.channels())
                        .put("label", label)
                        .put("image_raw", image)
                        .build();
                records.write(example.toBytes());
                out.println(names.get(label) + ": " + header);
            }
        });
        // end
        assertThat(out).hasToString("""
                chelsea.jpg: ImageHeader[format=JPEG, height=213, width=320, channels=3]
                coffee.jpg: ImageHeader[format=JPEG, height=213, width=320, channels=3]
                """);
    }
}
