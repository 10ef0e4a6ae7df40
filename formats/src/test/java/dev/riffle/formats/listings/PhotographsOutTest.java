package dev.riffle.formats.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.documents.Repository;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.io.Bytes;
import dev.riffle.listings.Printed;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhotographsOutTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path photographs = PhotographFile.in(directory);
        // listing
        ExampleParser parser = ExampleParser.compile(
                FeatureSpecs.parse("height:int64, width:int64, depth:int64, label:int64, image_raw:string"));
        ImageDecoder decoder = ImageDecoder.defaults();
        try (RecordReader records = RecordReader.open(photographs)) {
            for (Bytes record : records) {
                ParsedFeatures photograph = parser.parse(record);
                Bytes image = photograph.dense("image_raw").bytesAt();
                DenseTensor pixels = decoder.decode(image);
                long label = photograph.dense("label").longAt();
                Files.write(directory.resolve("photograph-" + label + ".jpg"), image.toByteArray());
                out.println(label + ": " + image.size() + " bytes, " + pixels.dtype() + " " + pixels.shape());
            }
        }
        // end
        assertThat(out).hasToString("""
                0: 12546 bytes, uint8 [213, 320, 3]
                1: 15607 bytes, uint8 [213, 320, 3]
                """);
        assertThat(directory.resolve("photograph-0.jpg"))
                .hasSameBinaryContentAs(Repository.root().resolve("samples/chelsea.jpg"));
    }
}
