package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.Rounds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
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
}
