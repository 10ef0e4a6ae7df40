package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureException;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureRejectionsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Example example = Example.builder().put("label", 1).build();
        List<Runnable> rejected = List.of(
                () -> Feature.of(List.of()),
                () -> Feature.of(List.of(1, "one")),
                () -> Feature.of(List.of(LocalDate.EPOCH)),
                () -> Feature.ofInt64s(List.of(1, 2.5)),
                () -> Feature.ofInt64s(List.of(new BigInteger("9223372036854775808"))),
                () -> Feature.of("half of a pair: \ud83d"),
                () -> Example.builder().put("tags", Arrays.asList("red", null)),
                () -> example.feature("label").floatValue(),
                () -> example.feature("lable"));
        for (Runnable call : rejected) {
            try {
                call.run();
            } catch (IllegalArgumentException | FeatureException e) {
                out.println(e.getMessage());
            }
        }
        // end
        assertThat(out).hasToString("""
                an empty list has no kind; use Feature.ofInt64s, ofFloats or ofBytes for lists that may be empty, or Feature.empty(kind)
                values have different kinds: int64_list for value 0 (Integer), bytes_list for value 1 (String)
                value 0 has an unsupported type: LocalDate
                value 1 is not an integer: 2.5; use Feature.ofFloats, or round it first
                value 0 does not fit 64 bits: 9223372036854775808
                text has no UTF-8 form: unpaired surrogate U+D83D at index 16
                feature "tags": values[1] must not be null; a list cannot hold null, so leave the value out or replace it
                feature "label": expected a float_list or a double_list, found an int64_list of size 1
                feature "lable": not found; available: "label"
                """);
    }
}
