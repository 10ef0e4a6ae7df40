package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.typed.RecordCodec;
import dev.riffle.typed.TypedRecordException;
import org.junit.jupiter.api.Test;

class TypedRecordErrorsTest {

    public record Pixel(byte value, String name) {}

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        RecordCodec<Pixel> codec = RecordCodec.of(Pixel.class);
        Example example = Example.builder().put("value", 300).put("name", "a").build();
        try {
            codec.decode(example.toBytes());
        } catch (TypedRecordException e) {
            out.println(e.component() + ": expected " + e.expected() + ", found " + e.found());
        }
        // end
        assertThat(out).hasToString("""
                value: expected a byte (-128 to 127), found 300
                """);
    }
}
