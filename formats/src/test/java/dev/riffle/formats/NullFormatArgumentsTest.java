package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Kind;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.formats.image.OfRecordImageDecoder;
import dev.riffle.formats.numpy.ArrayExamples;
import dev.riffle.formats.numpy.NpyArray;
import dev.riffle.formats.numpy.NpyReader;
import dev.riffle.formats.numpy.NpyWriter;
import dev.riffle.formats.numpy.NpzReader;
import dev.riffle.formats.numpy.NpzWriter;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.structure.NullArgumentsContract;
import dev.riffle.structure.SampleValues;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

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
                .with(MalformedImageException.class, NullFormatArgumentsTest::malformed)
                .with(Shape.class, Shape::scalar)
                .with(ByteSink.class, NullFormatArgumentsTest::sink)
                .with(NpyArray.class, NullFormatArgumentsTest::array)
                .with(NpyReader.class, NullFormatArgumentsTest::reader)
                .with(NpyWriter.class, () -> opened(() -> NpyWriter.create(sink(), array())))
                .with(NpzReader.class, () -> opened(() -> NpzReader.open(archive())))
                .with(NpzWriter.class, () -> opened(() -> NpzWriter.create(sink())))
                .with(
                        ArrayExamples.class,
                        () -> opened(() -> ArrayExamples.of(Map.of("a", reader()), Dialect.TENSORFLOW)));
    }

    private static ByteSink sink() {
        return ByteSink.of(new ByteArrayOutputStream(), "array");
    }

    private static NpyArray array() {
        return NpyArray.of(DType.INT64, 0, Shape.scalar());
    }

    private static NpyReader reader() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        return opened(() -> {
            try (NpyWriter writer = NpyWriter.create(ByteSink.of(file, "array"), array())) {
                writer.commit();
            }
            return NpyReader.open(ByteSource.of(Bytes.ofOwned(file.toByteArray()), "array.npy"));
        });
    }

    private static Path archive() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(NullFormatArgumentsTest.class.getResource("/numpy/stored.npz"))
                .toURI());
    }

    private static <T> T opened(Callable<T> opening) {
        try {
            return opening.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
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
