package dev.riffle.formats.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.formats.PayloadCompression;
import dev.riffle.io.Bytes;
import dev.riffle.listings.Printed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CompressedValuesTest {

    @Test
    void run() throws IOException {
        Printed out = new Printed();
        // listing
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("goat ".repeat(1000).getBytes(StandardCharsets.UTF_8));
        }
        Example example = Example.builder().put("text", packed.toByteArray()).build();

        Bytes text = PayloadCompression.GZIP.decompress(example.feature("text").bytesValue());

        out.println(text.size() + " bytes: " + text.utf8().substring(0, 15) + "...");
        // end
        assertThat(out).hasToString("""
                5000 bytes: goat goat goat ...
                """);
    }
}
