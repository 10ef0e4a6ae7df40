package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Converts messages that both dialects support to the other dialect and back, and compares them. */
class ExampleConversionRoundTripTest {

    private static final int MESSAGES = Rounds.count(5_000);

    @Test
    void convertsExamplesToOfRecordsAndBack() {
        RandomMessages random = new RandomMessages(new Random(Rounds.seed("examples")));
        int converted = 0;
        for (int i = 0; i < MESSAGES; i++) {
            Example message = random.example(Dialect.TENSORFLOW);
            Map<String, Feature> set = new LinkedHashMap<>(message.features());
            set.values().removeIf(feature -> feature.kind() == Kind.NOT_SET);
            if (set.isEmpty()) {
                continue;
            }
            byte[] payload = Example.of(set).toByteArray();
            byte[] record = ExampleConversion.toOfRecord().convert(payload);
            assertThat(Example.parse(record, Dialect.ONEFLOW)).isEqualTo(Example.of(set));
            assertThat(ExampleConversion.toExample().convert(record)).isEqualTo(payload);
            assertThat(ExampleConversion.toOfRecord().dropUnset().convert(message.toByteArray()))
                    .isEqualTo(record);
            converted++;
        }
        assertThat(converted).isGreaterThan(MESSAGES / 2);
    }

    @Test
    void convertsOfRecordsWithoutDoublesAndBack() {
        RandomMessages random = new RandomMessages(new Random(Rounds.seed("OFRecords")));
        int converted = 0;
        for (int i = 0; i < MESSAGES; i++) {
            Map<String, Feature> features =
                    new LinkedHashMap<>(random.example(Dialect.ONEFLOW).features());
            features.values()
                    .removeIf(feature -> feature.kind() == Kind.NOT_SET
                            || feature.kind() == Kind.DOUBLE
                            || feature.kind() == Kind.INT64);
            if (features.isEmpty()) {
                continue;
            }
            byte[] record = Example.of(features).toByteArray(Dialect.ONEFLOW);
            byte[] payload = ExampleConversion.toExample().convert(record);
            assertThat(ExampleConversion.toOfRecord().int32().convert(payload)).isEqualTo(record);
            converted++;
        }
        assertThat(converted).isGreaterThan(MESSAGES / 4);
    }
}
