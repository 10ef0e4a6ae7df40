package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.CorruptRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares {@code docs/reference/errors.md} with the messages in the sources, in both directions. Rows are messages,
 * and messages about files, data, flags and options have rows. The page describes other messages by their form.
 */
class ErrorsPageTest {

    private static final int SHORTEST_TEXT = 8;

    /** Types that report wrong calls. The sections of wrong arguments, readers and writers describe their forms. */
    private static final Set<String> WRONG_CALLS =
            Set.of("IllegalArgumentException", "IllegalStateException", "IndexOutOfBoundsException");

    /** Types whose messages are part of another message, or that no user sees. */
    private static final Set<String> INTERNAL = Set.of(
            "ArithmeticException",
            "CancellationException",
            "ClosedChannelException",
            "IIOException",
            "IllegalAccessException",
            "InterruptedIOException",
            "JsonSyntaxException",
            "NullPointerException",
            "UncheckedIOException",
            "WireException");

    /** The type of the reasons for which an index is not used. The section of indexes has examples. */
    private static final String INDEX = "UnusableIndexException";

    /** The modules whose users see the messages of wrong arguments, because their arguments are flags and options. */
    private static final Set<String> OPTIONS = Set.of("cli", "hadoop", "spark");

    /** Texts that users do not see, or that are a part of a row. */
    private static final Set<String> OTHER_TEXTS = Set.of(
            "a file of constant size", // an expected value
            "riffle help", // precedes "unknown command"
            "--features", // precedes the message of the specs
            "filter is not supported; Spark must evaluate it", // Spark never passes such a filter
            "records of type bytes accept any payload", // no caller asks
            "but the column is of type", // Spark's generated code calls the fitting method
            "the column is of type",
            "expected an integer type, found");

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

    @Test
    void everyMessageHasARow() {
        List<String> missing = new ArrayList<>();
        for (MessageTexts.Creation creation : MessageTexts.creations()) {
            String text = creation.text();
            boolean isDescribed = INTERNAL.contains(creation.type())
                    || creation.type().equals(INDEX)
                    || WRONG_CALLS.contains(creation.type()) && !isOption(creation);
            if (!isDescribed
                    && text.length() >= SHORTEST_TEXT
                    && !OTHER_TEXTS.contains(text)
                    && rows.stream().noneMatch(row -> row.contains(text))) {
                missing.add(creation.module() + ", " + creation.file() + ": " + text);
            }
        }
        assertThat(missing)
                .as("messages without a row in docs/reference/errors.md")
                .isEmpty();
    }

    private static boolean isOption(MessageTexts.Creation creation) {
        return creation.type().equals("IllegalArgumentException") && OPTIONS.contains(creation.module());
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
