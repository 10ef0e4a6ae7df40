package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.OfRecordParts;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleConversion;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.oneflow.OfRecordBytesDecoder;
import dev.riffle.parse.oneflow.OfRecordRawDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfRecordCallsTest {

    private final Bytes jpeg = Bytes.ofHex("ffd8ff");
    private final Example sample = Example.builder()
            .put("labels", Feature.ofInt32s(3))
            .put("count", Feature.of(3L))
            .put("score", Feature.ofDoubles(0.25))
            .put("images", Feature.of(0.5f, 1.5f))
            .put("encoded", Feature.of(jpeg))
            .build();

    @Test
    void files(@TempDir Path directory) throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults().format(RecordFormat.OFRECORD);
        Path part = directory.resolve("part-0");
        RecordWriter.write(part, options, records -> records.write(sample.toBytes(Dialect.ONEFLOW)));
        try (RecordReader records = RecordReader.open(part)) {
            for (Bytes record : records) {
                assertThat(Example.parse(record, Dialect.ONEFLOW)).isEqualTo(sample);
            }
        }
        OfRecordParts parts = OfRecordParts.in(directory);
        try (RecordReader records = RecordReader.open(parts.source())) {
            assertThat(records.stream().count()).isEqualTo(1);
        }
        OfRecordParts named = OfRecordParts.in(directory, "part-", -1);
        assertThat(named.files()).containsExactly(part);
        OfRecordParts counted = OfRecordParts.in(directory).requireCount(1);
        assertThat(counted.files()).containsExactly(part);
        assertThat(sample.toBytes(Dialect.ONEFLOW).size())
                .isLessThan(sample.toText(Dialect.ONEFLOW).length());
        Feature feature = sample.feature("labels");
        assertThat(feature.ints()).containsExactly(3);
        Example record = Example.builder().put("labels", Feature.ofInt32s(3)).build();
        assertThat(record.feature("labels")).isEqualTo(feature);
    }

    @Test
    void decoders() {
        List<Bytes> payloads = List.of(sample.toBytes(Dialect.ONEFLOW));
        OfRecordRawDecoder images = OfRecordRawDecoder.of("images", Shape.of(2), DType.FLOAT32);
        DenseTensor pixels = images.decode(payloads);
        assertThat(pixels.values().toFloats()).containsExactly(0.5f, 1.5f);
        OfRecordRawDecoder counts = OfRecordRawDecoder.of("count", Shape.of(1, 1), DType.INT32);
        assertThat(counts.decode(payloads).intAt(0, 0, 0)).isEqualTo(3);
        OfRecordRawDecoder some = OfRecordRawDecoder.of("images", Shape.of(784), DType.FLOAT32);
        OfRecordRawDecoder padded = some.truncate();
        assertThat(padded.decode(payloads).values().size()).isEqualTo(784);
        OfRecordRawDecoder varying = some.varyingFirstDimension();
        assertThat(varying.decode(payloads.get(0)).values().size()).isEqualTo(2);
        OfRecordBytesDecoder encoded = OfRecordBytesDecoder.of("encoded");
        assertThat(encoded.decode(payloads.get(0)).values().size()).isEqualTo(3);
        FeatureSpecs specs = FeatureSpecs.parse("labels:int32, score:float64");
        ExampleParser parser = ExampleParser.compile(specs, Dialect.ONEFLOW);
        assertThat(parser.parse(payloads).dense("labels").intAt(0)).isEqualTo(3);
        ExampleParser other = ExampleParser.compile(FeatureSpecs.parse("count:int32"), Dialect.ONEFLOW);
        assertThatThrownBy(() -> other.parse(payloads)).isInstanceOf(ExampleParseException.class);
    }

    @Test
    void conversion() {
        Example example = Example.builder().put("labels", 3).build();
        ExampleConversion conversion = ExampleConversion.toOfRecord();
        byte[] converted = conversion.convert(example.toByteArray());
        assertThat(Example.parse(converted, Dialect.ONEFLOW)).isEqualTo(example);
    }
}
