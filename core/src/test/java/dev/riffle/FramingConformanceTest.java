package dev.riffle;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.conformance.ExpectedRecords;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Reads intact and damaged record files with the same results as TensorFlow. If TensorFlow ignores damage, this test
 * checks both policies.
 */
class FramingConformanceTest {

    @Test
    void agreesWithTensorFlow() throws IOException {
        ConformanceFile.run("framing.jsonl", FramingConformanceTest::problems);
    }

    private static List<String> problems(ConformanceCase aCase) throws IOException {
        ConformanceCase expectation = aCase.object(aCase.has("right") ? "right" : "expect");
        RecordReaderOptions options = RecordFiles.tfRecord(Compression.of(aCase.text("compression")));
        byte[] file = aCase.bytes("file");
        List<String> problems = new ArrayList<>();
        RecordFiles.Outcome strict = RecordFiles.read(RecordFiles.source(file), options);
        checkStrict(aCase, expectation, strict, problems);
        if (expectation.text("end").equals("clean")) {
            RecordFiles.Outcome compatible =
                    RecordFiles.read(RecordFiles.source(file), options.damage(DamagePolicy.STOP_AT_TORN_TAIL));
            if (!ExpectedRecords.of(compatible.records()).equals(ExpectedRecords.of(expectation))) {
                problems.add("torn tail allowed: " + compatible.records().size() + " records, expected "
                        + ExpectedRecords.of(expectation).count());
            }
            if (!compatible.damage().isEmpty()) {
                problems.add("torn tail allowed: expected a clean end, found " + compatible.only());
            }
        }
        return problems;
    }

    private static void checkStrict(
            ConformanceCase aCase, ConformanceCase expectation, RecordFiles.Outcome outcome, List<String> problems) {
        ExpectedRecords least = ExpectedRecords.of(expectation);
        ExpectedRecords most = aCase.has("upto") ? ExpectedRecords.of(aCase.object("upto")) : least;
        ExpectedRecords found = ExpectedRecords.of(outcome.records());
        if (!least.isPrefixOf(found) || !found.isPrefixOf(most)) {
            problems.add(found.count() + " records, expected " + least.count() + " to " + most.count());
        }
        Set<Reason> reasons = reasons(expectation);
        boolean maySayNothing = reasons.isEmpty();
        if (aCase.flag("incomplete_stream") || aCase.flag("ignored_tail")) {
            reasons.add(Reason.DECOMPRESSION);
        }
        if (outcome.damage().isEmpty()) {
            if (!maySayNothing) {
                problems.add("a clean end, expected " + reasons);
            }
            return;
        }
        CorruptRecordException damage = outcome.only();
        if (!reasons.contains(damage.reason())) {
            problems.add("expected " + reasons + ", found " + damage);
        }
        if (damage.reason() != Reason.DECOMPRESSION) {
            if (damage.offset() != expectation.number("offset")) {
                problems.add("damage at " + damage.offset() + ", expected " + expectation.number("offset"));
            }
            if (expectation.has("record_offset") && damage.recordOffset() != expectation.number("record_offset")) {
                problems.add(
                        "record at " + damage.recordOffset() + ", expected " + expectation.number("record_offset"));
            }
        }
    }

    private static Set<Reason> reasons(ConformanceCase expectation) {
        if (!expectation.has("kind")) {
            return EnumSet.noneOf(Reason.class);
        }
        return switch (expectation.text("kind")) {
            case "length_crc" -> EnumSet.of(Reason.LENGTH_CHECKSUM);
            case "data_crc" -> EnumSet.of(Reason.PAYLOAD_CHECKSUM);
            case "truncated_header" -> EnumSet.of(Reason.TRUNCATED_HEADER);
            // For lengths from 2^31-8 on, either reason is correct. The reader's choice depends on whether it knows the
            // size.
            case "truncated_data", "too_large" -> EnumSet.of(Reason.TRUNCATED_PAYLOAD, Reason.TOO_LARGE);
            case "decompress" -> EnumSet.of(Reason.DECOMPRESSION);
            default -> throw new IllegalArgumentException("unknown kind " + expectation.text("kind"));
        };
    }
}
