package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "5, 5",
                "+5, 5",
                "-0, 0",
                "007, 7",
                "9223372036854775807, 9223372036854775807",
                "-9223372036854775808, -9223372036854775808"
            })
    void readsIntegers(String text, long expected) {
        assertThat(NumberText.integer(text)).hasValue(expected);
        assertThat(NumberText.integer(" \t\n\013\f\r" + text + ' ')).hasValue(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "+",
                "-",
                "+-1",
                "--1",
                "1 2",
                "1e3",
                "1.0",
                "0x10",
                "12abc",
                "1L",
                "\u0661",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999999"
            })
    void rejectsInvalidIntegers(String text) {
        assertThat(NumberText.integer(text)).isEqualTo(OptionalLong.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "1.5, 1.5",
        ".5, 0.5",
        "5., 5",
        "+1e2, 100",
        "-1E-2, -0.01",
        "1e400, Infinity",
        "-1e400, -Infinity",
        "1e-400, 0",
        "1e99999999999, Infinity",
        "inf, Infinity",
        "-INF, -Infinity",
        "+Infinity, Infinity",
        "nan, NaN",
        "-NaN(ind_1), NaN",
        "0x10, 16",
        "-0X.8, -0.5",
        "0x1.8p1, 3",
        "0x1P-1, 0.5",
        "00.1e01, 1"
    })
    void readsDecimals(String text, double expected) {
        assertThat(NumberText.decimal(text).map(Double::parseDouble)).hasValue(expected);
        assertThat(NumberText.decimal(' ' + text + '\t').map(Double::parseDouble))
                .hasValue(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "+",
                "-",
                "+-1",
                "-+1",
                "++1",
                "1 2",
                "1e",
                "1e+",
                "e1",
                "1.2.3",
                "1,5",
                "1f",
                "1d",
                "0x",
                "0x.",
                "0xg",
                "0x1p",
                "infinit",
                "infinityx",
                "nan(",
                "nan(-)",
                "NaNx",
                "\u0661",
                "1_000"
            })
    void rejectsInvalidDecimals(String text) {
        assertThat(NumberText.decimal(text)).isEmpty();
    }

    @Test
    void readsLongNumbersInLinearTime() {
        String digits = "9".repeat(1_000_000);
        assertThat(NumberText.decimal(digits + 'x')).isEmpty();
        assertThat(NumberText.decimal(digits).map(Double::parseDouble)).hasValue(Double.POSITIVE_INFINITY);
        assertThat(NumberText.integer(digits)).isEmpty();
    }
}
