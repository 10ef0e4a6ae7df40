package dev.riffle.example;

import dev.riffle.CorruptRecordException;
import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.conformance.JsonComparison;
import dev.riffle.conformance.MapOrder;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares Riffle's reader with the results that an independent reader recorded for OneFlow's files and messages. */
class OfRecordConformanceTest {

    private static final RecordReaderOptions OFRECORD =
            RecordReaderOptions.defaults().format(RecordFormat.OFRECORD).compression(Compression.NONE);

    @Test
    void agreesWithTheCarefulReader() throws IOException {
        ConformanceFile.run("ofrecord.jsonl", OfRecordConformanceTest::problems);
    }

    private static List<String> problems(ConformanceCase aCase) throws IOException {
        List<String> problems = new ArrayList<>();
        List<ConformanceCase> records = aCase.objects("records");
        int count = 0;
        try (RecordReader reader = RecordReader.open(RecordFiles.source(aCase.bytes("file")), OFRECORD)) {
            while (reader.next()) {
                if (count == records.size()) {
                    problems.add("more than " + count + " records");
                    return problems;
                }
                checkRecord(records.get(count), reader, problems);
                count++;
            }
            if (!aCase.text("end").equals("clean")) {
                problems.add("found the end of the file, expected " + aCase.text("kind"));
            }
        } catch (CorruptRecordException e) {
            if (!aCase.has("kind")
                    || e.reason() != reason(aCase.text("kind"))
                    || e.offset() != aCase.number("offset")) {
                problems.add("unexpected " + e);
            }
        }
        if (count != records.size()) {
            problems.add(count + " records, expected " + records.size());
        }
        return problems;
    }

    private static void checkRecord(ConformanceCase expected, RecordReader reader, List<String> problems)
            throws IOException {
        if (reader.offset() != expected.number("offset")) {
            problems.add("record at " + reader.offset() + ", expected " + expected.number("offset"));
        }
        byte[] payload = reader.payloadBytes();
        if (!Arrays.equals(payload, expected.bytes("wire"))) {
            problems.add("the payload differs");
        }
        Example record;
        try {
            record = Example.parse(payload, Dialect.ONEFLOW);
        } catch (MalformedMessageException e) {
            if (!expected.flag("key_not_utf8")) {
                problems.add("rejected: " + e.getMessage());
            }
            return;
        }
        byte[] deterministic = MapOrder.sorted(
                expected.bytes(expected.hasBytes("deterministic_known") ? "deterministic_known" : "deterministic"));
        byte[] written = record.toByteArray(Dialect.ONEFLOW);
        if (!Arrays.equals(written, deterministic)) {
            problems.add("the serialized bytes differ");
        }
        JsonComparison.difference(
                        expected.value("json"),
                        JsonValue.parse(record.toJson(Dialect.ONEFLOW)),
                        JsonComparison.Precision.DOUBLE)
                .ifPresent(problems::add);
        if (written.length > 0) {
            byte[] file = RecordFiles.write(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), written);
            if (!Arrays.equals(
                    RecordFiles.read(RecordFiles.source(file), OFRECORD)
                            .records()
                            .get(0)
                            .toByteArray(),
                    written)) {
                problems.add("the record differs after writing it to a file");
            }
        }
    }

    private static Reason reason(String kind) {
        return switch (kind) {
            case "truncated_header" -> Reason.TRUNCATED_HEADER;
            case "truncated_data" -> Reason.TRUNCATED_PAYLOAD;
            case "negative_length" -> Reason.NEGATIVE_LENGTH;
            case "zero_length" -> Reason.ZERO_LENGTH;
            case "malformed_message" -> Reason.MALFORMED_MESSAGE;
            default -> throw new IllegalArgumentException("unknown kind " + kind);
        };
    }
}
