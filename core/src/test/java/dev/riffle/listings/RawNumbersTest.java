package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RawDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class RawNumbersTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        ByteBuffer samples = ByteBuffer.allocate(6).order(ByteOrder.LITTLE_ENDIAN);
        samples.putShort((short) 1).putShort((short) -2).putShort((short) 300).flip();
        Example example = Example.builder().put("samples", samples).build();

        RawDecoder decoder = RawDecoder.of(DType.INT16);
        DenseTensor numbers = decoder.decode(example.feature("samples").bytesValue());

        out.println(numbers);
        // end
        assertThat(out).hasToString("""
                int16 [3] [1, -2, 300]
                """);
    }
}
