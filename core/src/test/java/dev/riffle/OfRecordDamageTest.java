package dev.riffle;

import static dev.riffle.RecordFiles.GOLDEN_OFRECORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports the damage that a reader can detect in OFRecord, which has no checksums. */
class OfRecordDamageTest {

    private static final RecordReaderOptions OFRECORD =
            RecordReaderOptions.defaults().format(RecordFormat.OFRECORD).compression(Compression.NONE);

    @Test
    void reportsCutsAtEveryLength() throws IOException {
        for (int length = 0; length <= GOLDEN_OFRECORD.length; length++) {
            byte[] file = Arrays.copyOf(GOLDEN_OFRECORD, length);
            for (ByteSource source :
                    new ByteSource[] {RecordFiles.source(file), ByteSource.of(new ByteArrayInputStream(file), "memory")
                    }) {
                RecordFiles.Outcome outcome = RecordFiles.read(source, OFRECORD);
                int whole = length >= 46 ? 2 : length >= 22 ? 1 : 0;
                int rest = length - new int[] {0, 22, 46}[whole];
                assertThat(outcome.records()).hasSize(whole);
                if (rest == 0) {
                    assertThat(outcome.damage()).isEmpty();
                } else {
                    assertThat(outcome.only().reason())
                            .isEqualTo(rest < 8 ? Reason.TRUNCATED_HEADER : Reason.TRUNCATED_PAYLOAD);
                    assertThat(outcome.only().offset()).isEqualTo(whole == 0 ? 0 : 22);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, ZERO_LENGTH",
        "-1, NEGATIVE_LENGTH",
        "-9223372036854775808, NEGATIVE_LENGTH",
        "9223372036854775807, TRUNCATED_PAYLOAD"
    })
    void reportsImpossibleLengths(long length, Reason reason) throws IOException {
        byte[] file = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .array();
        assertThat(RecordFiles.read(RecordFiles.source(file), OFRECORD).only().reason())
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "00, field number 0",
        "0a05, but only 0 are left",
        "0a0c0a016112070a050a04616263, but only 3 are left",
        "0c, end of a group",
        "0e, wire type 6",
        "0b, the end inside a number",
        "0a0c0a0161120712050a03a0a0a0, not a multiple",
        "08ffffffffffffffffffff01, more than 10 bytes"
    })
    void reportsMalformedPayloads(String hex, String problem) throws IOException {
        byte[] payload = java.util.HexFormat.of().parseHex(hex);
        byte[] file = ByteBuffer.allocate(8 + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(payload.length)
                .put(payload)
                .array();
        CorruptRecordException damage =
                RecordFiles.read(RecordFiles.source(file), OFRECORD).only();
        assertThat(damage.reason()).isEqualTo(Reason.MALFORMED_MESSAGE);
        assertThat(damage.found()).contains(problem);
        assertThatThrownBy(
                        () -> RecordFiles.write(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), payload))
                .hasStackTraceContaining("must be an OFRecord message");
    }

    @Test
    void rejectsEmptyPayloads() {
        assertThatThrownBy(() ->
                        RecordFiles.write(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), new byte[0]))
                .hasStackTraceContaining("at least 1 byte");
    }
}
