package dev.riffle.formats;

import dev.riffle.example.Example;
import dev.riffle.example.Kind;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.formats.image.OfRecordImageDecoder;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.structure.NullArgumentsContract;
import dev.riffle.structure.SampleValues;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Checks the arguments of the formats' exported types. */
class NullFormatArgumentsTest extends NullArgumentsContract {

    @Override
    protected Class<?> anyType() {
        return PayloadCompression.class;
    }

    @Override
    protected SampleValues samples(Path directory) {
        ByteSource source = ByteSource.of(Bytes.ofUtf8("a\n1\n"), "a.csv");
        return new SampleValues()
                .with(Bytes.class, Bytes::empty)
                .with(ByteSource.class, () -> source)
                .with(Example.class, Example::empty)
                .with(DenseTensor.class, () -> DenseTensor.of(Shape.of(1, 1, 1), Values.ofUint8((byte) 1)))
                .with(Writer.class, StringWriter::new)
                .with(ColumnTypes.class, () -> ColumnTypes.of(Map.of("a", Kind.INT64)))
                .with(ExampleImport.class, () -> JsonLinesImport.of(source))
                .with(ExampleExport.class, JsonLinesExport::plain)
                .with(CsvImport.class, () -> CsvImport.of(source))
                .with(CsvExport.class, () -> CsvExport.of(List.of("a")))
                .with(JsonLinesImport.class, () -> JsonLinesImport.of(source))
                .with(JsonLinesExport.class, JsonLinesExport::plain)
                .with(ImageDecoder.class, ImageDecoder::defaults)
                .with(OfRecordImageDecoder.class, () -> OfRecordImageDecoder.of("a"))
                .with(MalformedImageException.class, NullFormatArgumentsTest::malformed);
    }

    private static MalformedImageException malformed() {
        try {
            ImageDecoder.defaults().decode(Bytes.ofUtf8("a"));
            throw new IllegalStateException("the image has no known format");
        } catch (MalformedImageException e) {
            return e;
        }
    }
}
