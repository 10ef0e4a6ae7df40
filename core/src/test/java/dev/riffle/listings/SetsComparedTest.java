package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.rewrite.DiffReport;
import dev.riffle.rewrite.RecordDifference;
import dev.riffle.rewrite.SetDiff;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetsComparedTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        Path monday = directory.resolve("monday.tfrecord");
        Path tuesday = directory.resolve("tuesday.tfrecord");
        RecordWriter.write(monday, records -> {
            records.write(price(1, 10));
            records.write(price(2, 20));
            records.write(price(3, 30));
        });
        RecordWriter.write(tuesday, records -> {
            records.write(price(4, 40));
            records.write(price(3, 35));
            records.write(price(1, 10));
        });
        // listing
        RecordSet before = RecordSet.of(List.of(monday));
        RecordSet after = RecordSet.of(List.of(tuesday));
        DiffReport report = SetDiff.of(before, after).byKey(List.of("id"), difference -> {
            RecordDifference.Side side = difference.left().or(difference::right).orElseThrow();
            Example first = Example.parse(side.payload());
            out.println(difference.kind() + ": id " + first.feature("id").longValue());
        });
        out.println(report.equal() + " equal, " + report.differences() + " differences");
        // end
        assertThat(out).hasToString("""
                ADDED: id 4
                MISSING: id 2
                CHANGED: id 3
                1 equal, 3 differences
                """);
    }

    private static byte[] price(long id, float price) {
        return Example.builder().put("id", id).put("price", price).build().toByteArray();
    }
}
