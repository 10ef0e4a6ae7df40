package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.CorruptRecordException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the rows of {@code docs/reference/errors.md} are messages of the sources. */
class ErrorsPageTest {

    private static List<String> rows;

    @BeforeAll
    static void read() throws IOException {
        rows = ExplainedMessages.read().rows();
    }

    @Test
    void everyRowIsAMessageOfTheSources() {
        MessageRow sources = new MessageRow(MessageTexts.all());
        assertThat(rows).hasSizeGreaterThan(400).doesNotHaveDuplicates();
        assertThat(rows.stream().filter(row -> !sources.isMessage(row))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CorruptRecordException.Reason.class)
    void everyReasonOfDamageHasARow(CorruptRecordException.Reason reason) {
        assertThat(rows).anyMatch(row -> row.contains(reason.text() + ": expected "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payload checksum is not correct",
                "record N at offset N: payload checksum does not matter",
                "FILE: permission denied; check its owner",
                "FILE: no such file; check the pathname",
                "no such file"
            })
    void anInventedMessageIsNoMessage(String row) {
        assertThat(new MessageRow(MessageTexts.all()).isMessage(row)).isFalse();
    }
}
