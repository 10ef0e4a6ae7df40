package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes and counts varints, and decodes them one by one and in chunks. */
class VarintsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8001",
        "300, ac02",
        "16383, ff7f",
        "16384, 808001",
        "72057594037927935, ffffffffffffff7f",
        "72057594037927936, 808080808080808001",
        "9223372036854775807, ffffffffffffffff7f",
        "-1, ffffffffffffffffff01",
        "-9223372036854775808, 80808080808080808001"
    })
    void writesAndReadsKnownForms(long value, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(Varints.size(value)).isEqualTo(bytes.length);
        byte[] target = new byte[20];
        assertThat(Varints.write(target, 3, value)).isEqualTo(3 + bytes.length);
        assertThat(Arrays.copyOfRange(target, 3, 3 + bytes.length)).isEqualTo(bytes);
        assertThat(Varints.writeWithin(target, 4, value)).isEqualTo(4 + bytes.length);
        assertThat(Arrays.copyOfRange(target, 4, 4 + bytes.length)).isEqualTo(bytes);
        byte[] tight = new byte[bytes.length];
        assertThat(Varints.writeWithin(tight, 0, value)).isEqualTo(bytes.length);
        assertThat(tight).isEqualTo(bytes);
        for (int end : new int[] {bytes.length, 12, 19}) {
            byte[] room = new byte[20];
            Arrays.fill(room, end, 20, (byte) 7);
            assertThat(Varints.writeBefore(room, end, value)).isEqualTo(end - bytes.length);
            assertThat(Arrays.copyOfRange(room, end - bytes.length, end)).isEqualTo(bytes);
            assertThat(Arrays.copyOfRange(room, end, 20)).containsOnly(7);
        }
        assertThat(scanner(bytes).readVarint()).isEqualTo(value);
    }

    @Test
    void computesSizesForEveryNumberOfBits() {
        for (int bits = 0; bits < 64; bits++) {
            long value = 1L << bits;
            assertThat(Varints.size(value)).isEqualTo(bits / 7 + 1);
            if (bits < 32) {
                assertThat(Varints.size((int) value)).isEqualTo(bits / 7 + 1);
                byte[] target = new byte[5];
                assertThat(Varints.write(target, 0, (int) value)).isEqualTo(bits / 7 + 1);
            }
        }
        assertThat(Varints.size(0)).isEqualTo(1);
    }

    @Test
    void decodesChunks() throws Exception {
        Rounds.run("varints", 2000, (random, name) -> {
            long[] values =
                    random.longs(random.nextInt(40)).map(v -> v >> (v & 63)).toArray();
            byte[] bytes = new byte[values.length * 10 + 2];
            int end = 1;
            for (long value : values) {
                end = Varints.write(bytes, end, value);
            }
            assertThat(PackedVarints.count(bytes, 1, end)).as(name).isEqualTo(values.length);
            long[] decoded = new long[values.length + 1];
            assertThat(PackedVarints.decode(bytes, 1, end, decoded, 1)).isEqualTo(values.length + 1);
            assertThat(Arrays.copyOfRange(decoded, 1, decoded.length)).as(name).isEqualTo(values);
            int[] ints = new int[values.length];
            PackedVarints.decode(bytes, 1, end, ints, 0);
            assertThat(ints)
                    .isEqualTo(Arrays.stream(values).mapToInt(v -> (int) v).toArray());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "0180", "ffffffffffffffffffff01", "01ffffffffffffffffffff01", "80808080808080808080"})
    void rejectsMalformedChunks(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(PackedVarints.count(bytes, 0, bytes.length)).isNegative();
    }

    @Test
    void acceptsManyVarintsOfTenBytes() {
        byte[] bytes = HexFormat.of().parseHex("ffffffffffffffffff01".repeat(50));
        assertThat(PackedVarints.count(bytes, 0, bytes.length)).isEqualTo(50);
    }

    @ParameterizedTest
    @CsvSource({"80, truncated varint", "ffffffffffffffffffff01, varint of more than ten bytes"})
    void rejectsMalformedVarints(String hex, String reason) {
        assertThatThrownBy(() -> scanner(HexFormat.of().parseHex(hex)).readVarint())
                .isInstanceOf(WireException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "'', truncated varint",
        "00, field number 0",
        "07, field number 0",
        "8000, field number 0",
        "8080808010, tag of more than 32 bits",
        "808080808000, tag of more than 32 bits",
        "80, truncated varint"
    })
    void rejectsMalformedTags(String hex, String reason) {
        assertThatThrownBy(() -> scanner(HexFormat.of().parseHex(hex)).readTag())
                .isInstanceOf(WireException.class)
                .hasMessage(reason);
    }

    @Test
    void checksLengthsAgainstTheRemainingBytes() {
        assertThat(scanner(new byte[] {1, 0}).readLength()).isEqualTo(1);
        assertThat(scanner(new byte[] {0}).readLength()).isZero();
        assertThat(scanner(HexFormat.of().parseHex("810000")).readLength()).isEqualTo(1);
        assertThatThrownBy(() -> scanner(new byte[] {2, 0}).readLength())
                .hasMessage("length 2, but only 1 bytes are left");
        assertThatThrownBy(() -> scanner(HexFormat.of().parseHex("ffffffff0f")).readLength())
                .hasMessage("length 4294967295, but only 0 bytes are left");
        assertThatThrownBy(
                        () -> scanner(HexFormat.of().parseHex("808080808000")).readLength())
                .hasMessage("length of more than five bytes");
    }

    private static WireScanner scanner(byte[] bytes) {
        WireScanner scanner = new WireScanner();
        scanner.reset(bytes, 0, bytes.length);
        return scanner;
    }
}
