package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/**
 * Reads arbitrary bytes as a message, as text format and as JSON. Riffle throws the documented exception, or returns a
 * message that every form preserves. If Riffle accepts the bytes, protobuf-java must read an equal message. Ordinary
 * test runs replay the saved inputs.
 */
class ExampleFuzzTest {

    @FuzzTest
    void exampleWire(byte[] wire) {
        assertThat(Oracle.EXAMPLE.disagreement(wire)).isNull();
        try {
            checkForms(Example.parse(wire), Dialect.TENSORFLOW);
        } catch (MalformedMessageException e) {
            assertThat(e.offset()).isBetween(0, wire.length);
        }
    }

    @FuzzTest
    void ofRecordWire(byte[] wire) {
        assertThat(Oracle.OFRECORD.disagreement(wire)).isNull();
        try {
            checkForms(Example.parse(wire, Dialect.ONEFLOW), Dialect.ONEFLOW);
        } catch (MalformedMessageException e) {
            assertThat(e.offset()).isBetween(0, wire.length);
        }
    }

    @FuzzTest
    void sequenceExampleWire(byte[] wire) {
        assertThat(Oracle.SEQUENCE_EXAMPLE.disagreement(wire)).isNull();
        try {
            checkForms(SequenceExample.parse(wire));
        } catch (MalformedMessageException e) {
            assertThat(e.offset()).isBetween(0, wire.length);
        }
    }

    @FuzzTest
    void featureWire(byte[] wire) {
        assertThat(Oracle.FEATURE.disagreement(wire)).isNull();
        assertThat(Oracle.OFRECORD_FEATURE.disagreement(wire)).isNull();
        try {
            Feature feature = Feature.parse(wire);
            assertThat(Feature.parse(feature.toBytes())).isEqualTo(feature);
        } catch (MalformedMessageException e) {
            assertThat(e.offset()).isBetween(0, wire.length);
        }
    }

    @FuzzTest
    void text(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        for (Dialect dialect : Dialect.values()) {
            try {
                checkForms(Example.parseText(text, dialect), dialect);
            } catch (MalformedTextException e) {
                checkPlace(e);
            }
        }
        try {
            checkForms(SequenceExample.parseText(text));
        } catch (MalformedTextException e) {
            checkPlace(e);
        }
    }

    @FuzzTest
    void json(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        for (Dialect dialect : Dialect.values()) {
            try {
                checkForms(Example.parseJson(text, dialect), dialect);
            } catch (MalformedTextException e) {
                checkPlace(e);
            }
        }
        try {
            checkForms(SequenceExample.parseJson(text));
        } catch (MalformedTextException e) {
            checkPlace(e);
        }
    }

    private static void checkPlace(MalformedTextException e) {
        assertThat(e.line()).isPositive();
        assertThat(e.column()).isPositive();
        assertThat(e.reason()).isNotEmpty();
    }

    private static void checkForms(Example example, Dialect dialect) {
        assertThat(Example.parse(example.toByteArray(dialect), dialect)).isEqualTo(example);
        assertThat(Example.parseText(example.toText(dialect), dialect)).isEqualTo(example);
        assertThat(Example.parseJson(example.toJson(dialect), dialect)).isEqualTo(example);
    }

    private static void checkForms(SequenceExample example) {
        assertThat(SequenceExample.parse(example.toByteArray())).isEqualTo(example);
        assertThat(SequenceExample.parseText(example.toText())).isEqualTo(example);
        assertThat(SequenceExample.parseJson(example.toJson())).isEqualTo(example);
    }
}
