package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Feature;
import dev.riffle.formats.numpy.NpyArray;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArrayRowsTest {

    private static final int MEBIBYTE = 1 << 20;

    /** Few rows of large values must not collect in memory. */
    @Test
    void writesLargeValuesSoon() throws IOException {
        byte[] value = new byte[MEBIBYTE];
        value[MEBIBYTE - 1] = 1;
        Feature image = Feature.of(Bytes.ofOwned(value));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (NpyWriter writer =
                NpyWriter.create(ByteSink.of(file, "file"), NpyArray.ofStrings(MEBIBYTE, 20, Shape.scalar()))) {
            ArrayRows rows = new ArrayRows(writer);
            for (int i = 0; i < 20; i++) {
                rows.add(image);
            }
            assertThat(file.size()).isGreaterThan(15 * MEBIBYTE);
            rows.flush();
            writer.commit();
        }
        assertThat(file.size()).isEqualTo(128 + 20 * MEBIBYTE);
    }
}
