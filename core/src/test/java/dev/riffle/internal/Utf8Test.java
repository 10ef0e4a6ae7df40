package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.Rounds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    @ParameterizedTest
    @ValueSource(
            strings = {"", "00", "7f", "c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf"})
    void acceptsWellFormedBytes(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(Utf8.isValid(bytes, 0, bytes.length)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c080",
                "c1bf",
                "c2",
                "c27f",
                "e0",
                "e0a0",
                "e09fbf",
                "eda080",
                "edbfbf",
                "efbf",
                "f0",
                "f090",
                "f09080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "ff",
                "fe",
                "e28241"
            })
    void rejectsMalformedBytes(String hex) {
        byte[] bytes = HexFormat.of().parseHex("6161616161616161" + hex);
        assertThat(Utf8.invalidAt(bytes, 0, bytes.length)).isEqualTo(8);
    }

    @Test
    void agreesWithTheJdk() throws Exception {
        Rounds.run("utf8", 200_000, (random, name) -> {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = random.nextBoolean() ? (byte) (bytes[at] & 0x7f) : bytes[at];
            }
            assertThat(Utf8.isValid(bytes, 0, bytes.length))
                    .as("%s: %s", name, HexFormat.of().formatHex(bytes))
                    .isEqualTo(jdkDecodes(bytes));
        });
    }

    private static boolean jdkDecodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void encodesTextAndRejectsUnpairedSurrogates() {
        assertThat(Utf8.encode("a?é\ud83d\ude42?"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("a?é\ud83d\ude42?");
        for (String bad : new String[] {"\ud800", "?\udc00", "\ud83d?", "\ude42\ud83d"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Utf8.encode(bad));
        }
    }

    @Test
    void comparesTextsInTheOrderOfTheirBytes() throws Exception {
        int[] points = {0, 'a', 'b', 0xe9, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f642, 0x10ffff};
        Rounds.run("utf8-order", 20_000, (random, name) -> {
            String first = text(random, points);
            String second = text(random, points);
            assertThat(Integer.signum(Utf8.compare(first, second)))
                    .as(name)
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(Utf8.encode(first), Utf8.encode(second))));
        });
        assertThat(Utf8.compare("a\ud83d", "a\ud83d")).isZero();
        assertThat(Utf8.compare("a\ud83d", "a\uffff")).isPositive();
    }

    private static String text(Random random, int[] points) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(4); left > 0; left--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }
}
