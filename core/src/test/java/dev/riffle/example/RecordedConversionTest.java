package dev.riffle.example;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Converts OneFlow's recorded messages to Examples and back. */
class RecordedConversionTest {

    @Test
    void convertsRecordedMessagesAndBack() throws IOException {
        ConformanceFile.runSilently("ofrecord.jsonl", RecordedConversionTest::problems);
    }

    private static List<String> problems(ConformanceCase aCase) throws IOException {
        List<String> problems = new ArrayList<>();
        for (ConformanceCase expected : aCase.objects("records")) {
            byte[] wire = expected.bytes("wire");
            Example record;
            try {
                record = Example.parse(wire, Dialect.ONEFLOW);
            } catch (MalformedMessageException e) {
                continue;
            }
            check(record, wire, problems);
        }
        return problems;
    }

    private static void check(Example record, byte[] wire, List<String> problems) {
        boolean doubles = record.features().values().stream().anyMatch(feature -> feature.kind() == Kind.DOUBLE);
        Example example;
        try {
            example = ExampleConversion.toExample().convert(record);
            if (doubles) {
                problems.add("accepted doubles");
            }
        } catch (ConversionException e) {
            if (!doubles || e.reason() != ConversionException.Reason.DOUBLES) {
                problems.add("rejected: " + e.getMessage());
            }
            return;
        }
        boolean unset = record.features().values().stream().anyMatch(feature -> feature.kind() == Kind.NOT_SET);
        if (unset || record.names().isEmpty()) {
            return;
        }
        byte[] back = ExampleConversion.toOfRecord().convert(example.toByteArray());
        boolean ints = record.features().values().stream().anyMatch(feature -> feature.kind() == Kind.INT32);
        if (!ints && !Arrays.equals(back, record.toByteArray(Dialect.ONEFLOW))) {
            problems.add("the message differs after the conversion back");
        }
        if (wire.length == 0) {
            problems.add("nothing to convert");
        }
    }
}
