package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Kind;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.formats.image.OfRecordImageDecoder;
import dev.riffle.formats.numpy.ArrayExamples;
import dev.riffle.formats.numpy.MalformedArrayException;
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
import java.io.IOException;
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
    protected SampleValues samples(Path directory) throws IOException {
        ByteSource source = ByteSource.of(Bytes.ofUtf8("a\n1\n"), "a.csv");
        NpyArray array = NpyArray.of(DType.INT64, 1, Shape.scalar());
        Path archive = directory.resolve("a.npz");
        try (NpzWriter writer = NpzWriter.create(ByteSink.replacing(archive))) {
            NpyWriter a = writer.add("a", array);
            a.write(DenseTensor.vector(Values.ofLongs(1)));
            a.commit();
            writer.commit();
        }
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
                .with(Path.class, () -> archive)
                .with(Shape.class, Shape::scalar)
                .with(ByteSink.class, NullFormatArgumentsTest::sink)
                .with(NpyArray.class, () -> array)
                .with(NpyReader.class, () -> array(archive))
                .with(NpyWriter.class, () -> NpyWriter.create(sink(), array))
                .with(NpzReader.class, () -> NpzReader.open(archive))
                .with(NpzWriter.class, () -> NpzWriter.create(sink()))
                .with(ArrayExamples.class, () -> ArrayExamples.of(Map.of("a", array(archive)), Dialect.TENSORFLOW))
                .with(MalformedArrayException.class, NullFormatArgumentsTest::malformedArray)
                .with(MalformedImageException.class, NullFormatArgumentsTest::malformed);
    }

    private static ByteSink sink() {
        return ByteSink.of(new ByteArrayOutputStream(), "memory");
    }

    /** Returns a reader of an array of its own, because closing the archive would end the reader. */
    private static NpyReader array(Path archive) throws IOException {
        try (NpzReader reader = NpzReader.open(archive);
                NpyReader array = reader.array("a")) {
            ByteArrayOutputStream copy = new ByteArrayOutputStream();
            try (NpyWriter writer = NpyWriter.create(ByteSink.of(copy, "copy"), array.array())) {
                writer.write(array.read(1));
                writer.commit();
            }
            return NpyReader.open(ByteSource.of(Bytes.ofOwned(copy.toByteArray()), "a.npy"));
        }
    }

    private static MalformedArrayException malformedArray() throws IOException {
        try (NpyReader array = NpyReader.open(ByteSource.of(Bytes.empty(), "a.npy"))) {
            throw new IllegalStateException("an empty file is an array of " + array.array());
        } catch (MalformedArrayException e) {
            return e;
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
