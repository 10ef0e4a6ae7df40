package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the text of numbers with the output of Python. */
class FloatTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "-0.0, -0.0",
        "1, 1.0",
        "0.1, 0.1",
        "3.4028235e38, 3.4028235e+38",
        "1.4e-45, 1.4013e-45",
        "1.17549435e-38, 1.1754944e-38",
        "1e10, 10000000000.0",
        "123456790, 123456790.0",
        "1e-7, 1e-07",
        "16777216, 16777216.0",
        "0.33333334, 0.33333334",
        "1e15, 1000000000000000.0",
        "1e16, 1e+16",
        "1e-4, 0.0001",
        "9.9e-5, 9.9e-05",
        "-2.5, -2.5",
        "999999, 999999.0",
        "1000000, 1000000.0",
        "34008.71, 34008.71"
    })
    void printsFloatsLikePython(float value, String expected) {
        assertThat(text(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1", "-0.0, -0.0", "1e300, 1e+300", "4.9e-324, 5e-324",
                "1.7976931348623157e308, 1.7976931348623157e+308",
        "123456789012345680, 1.2345678901234568e+17", "9007199254740993, 9007199254740992.0", "0.3, 0.3", "1e22, 1e+22",
                "5e-5, 5e-05",
        "2.2250738585072014e-308, 2.2250738585072014e-308", "1.5e-323, 1.5e-323",
                "0.30000000000000004, 0.30000000000000004", "2147483648, 2147483648.0"
    })
    void printsDoublesLikePython(double value, String expected) {
        StringBuilder out = new StringBuilder();
        FloatText.append(out, value);
        assertThat(out).hasToString(expected);
    }

    @Test
    void readsItsOwnTextAsEqualNumbers() throws Exception {
        Rounds.run("float text", 20_000, (random, name) -> {
            float value = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(value)) {
                assertThat(Float.parseFloat(text(value))).as(name).isEqualTo(value);
            }
        });
    }

    @Test
    void quickAndExactMethodsAgree() {
        long seed = Rounds.seed("float text");
        Random random = new Random(seed);
        int quick = 0;
        for (int i = 0; i < 200_000; i++) {
            float value = switch (i % 3) {
                case 0 -> Float.intBitsToFloat(random.nextInt());
                case 1 -> random.nextInt(10_000_000) / 1000f;
                default -> nearPowerOfTen(random);
            };
            StringBuilder quickly = new StringBuilder();
            if (Float.isFinite(value) && value != 0 && FloatText.appendQuickly(quickly, value)) {
                quick++;
                StringBuilder exactly = new StringBuilder();
                FloatText.layOut(exactly, FloatText.shortest(value));
                assertThat(quickly).as("seed %d", seed).hasToString(exactly.toString());
            }
        }
        assertThat(quick).isGreaterThan(100_000);
    }

    private static float nearPowerOfTen(Random random) {
        float power = Float.parseFloat("1e" + (random.nextInt(24) - 10));
        return Float.intBitsToFloat(Float.floatToRawIntBits(power) + random.nextInt(40) - 20);
    }

    private static String text(float value) {
        StringBuilder out = new StringBuilder();
        FloatText.append(out, value);
        return out.toString();
    }
}
