package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Writes random and extreme values as wire format, text and JSON in both dialects, and reads them again. */
class ExampleRoundTripTest {

    private static final int MESSAGES = Rounds.count(2000);

    private final long seed = Rounds.seed("example round trip");
    private final RandomMessages messages = new RandomMessages(new Random(seed));

    @Test
    void readsWrittenExamples() {
        for (Dialect dialect : Dialect.values()) {
            for (int i = 0; i < MESSAGES; i++) {
                Example example = messages.example(dialect);
                String round = "seed " + seed + " round " + i;
                assertThat(Example.parse(example.toByteArray(dialect), dialect))
                        .as(round)
                        .isEqualTo(example);
                assertThat(Example.parseText(example.toText(dialect), dialect))
                        .as(round)
                        .isEqualTo(example);
                assertThat(Example.parseJson(example.toJson(dialect), dialect))
                        .as(round)
                        .isEqualTo(example);
                assertThat(example.toBuilder().build())
                        .as(round)
                        .isEqualTo(example)
                        .hasSameHashCodeAs(example);
            }
        }
    }

    @Test
    void readsWrittenSequenceExamples() {
        for (int i = 0; i < MESSAGES; i++) {
            SequenceExample example = messages.sequenceExample();
            String round = "seed " + seed + " round " + i;
            assertThat(SequenceExample.parse(example.toByteArray())).as(round).isEqualTo(example);
            assertThat(SequenceExample.parseText(example.toText())).as(round).isEqualTo(example);
            assertThat(SequenceExample.parseJson(example.toJson())).as(round).isEqualTo(example);
        }
    }

    @Test
    void keepsTheBitsOfNaN() {
        int[] patterns = {0x7fc00000, 0x7f800001, 0xffc12345, 0x7fffffff};
        for (int pattern : patterns) {
            float[] floats = new float[100];
            java.util.Arrays.fill(floats, Float.intBitsToFloat(pattern));
            Example example = Example.builder()
                    .put("one", Float.intBitsToFloat(pattern))
                    .put("many", floats)
                    .build();
            byte[] bytes = example.toByteArray();
            assertThat(Example.parse(bytes).toByteArray()).isEqualTo(bytes);
            assertThat(Float.floatToRawIntBits(
                            Example.parse(bytes).feature("many").floatAt(99)))
                    .isEqualTo(pattern);
        }
    }

    /**
     * Tests that the shortest decimal text restores powers of two, their neighbours, and floats with every number of
     * digits.
     */
    @Test
    void readsNumbersOfEverySize() {
        Random random = new Random(seed);
        for (int bits = 0; bits < 64; bits++) {
            long power = 1L << bits;
            Example example = Example.builder()
                    .put("i", power - 1, power, power + 1, -power, ~power)
                    .put(
                            "d",
                            Feature.ofDoubles(
                                    power, 1.0 / power, Math.nextUp((double) power), random.nextDouble() / power))
                    .put("f", (float) power, 1f / power, Math.nextUp((float) power), random.nextFloat() * power)
                    .build();
            assertThat(Example.parse(example.toByteArray(Dialect.ONEFLOW), Dialect.ONEFLOW))
                    .isEqualTo(example);
            assertThat(Example.parseText(example.toText(Dialect.ONEFLOW), Dialect.ONEFLOW))
                    .isEqualTo(example);
            assertThat(Example.parseJson(example.toJson(Dialect.ONEFLOW), Dialect.ONEFLOW))
                    .isEqualTo(example);
        }
    }
}
