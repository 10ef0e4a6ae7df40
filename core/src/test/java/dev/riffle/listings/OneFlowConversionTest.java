package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleConversion;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneFlowConversionTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        Path input = directory.resolve("train.tfrecord");
        Path output = directory.resolve("part-00000");
        RecordWriter.write(
                input,
                RecordWriterOptions.defaults(),
                records -> records.write(Example.builder()
                        .put("label", 3)
                        .put("id", 1L << 40)
                        .build()
                        .toByteArray()));
        // listing
        ExampleConversion conversion = ExampleConversion.toOfRecord().int32(Set.of("label"));

        RecordWriterOptions ofRecord = RecordWriterOptions.defaults().format(RecordFormat.OFRECORD);
        try (RecordReader records = RecordReader.open(input)) {
            RecordWriter.write(output, ofRecord, converted -> {
                while (records.next()) {
                    converted.write(conversion.convert(records.payloadBytes()));
                }
            });
        }
        // end
        try (RecordReader records = RecordReader.open(output)) {
            assertThat(records.next()).isTrue();
            assertThat(Example.parse(records.payload(), Dialect.ONEFLOW).toText(Dialect.ONEFLOW))
                    .contains("int32_list")
                    .contains("int64_list");
        }
    }
}
