package dev.riffle.formats.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.BlockingSink;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes files that NumPy wrote: the folder {@code numpy} of the test resources. */
class NumpyFilesTest {

    @TempDir
    Path directory;

    static byte[] file(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(NumpyFilesTest.class.getResourceAsStream("/numpy/" + name))) {
            return in.readAllBytes();
        }
    }

    private static NpyReader open(byte[] bytes) throws IOException {
        return NpyReader.open(ByteSource.of(Bytes.ofOwned(bytes), "a.npy"));
    }

    /** Reads a complete array, one row at a time. */
    private static Values read(byte[] bytes) throws IOException {
        try (NpyReader reader = open(bytes)) {
            DenseTensor all = reader.read(1000);
            assertThat(reader.read(1000).shape().dim(0)).isZero();
            assertThat(reader.position()).isEqualTo(reader.array().rows());
            assertThat(all.shape())
                    .isEqualTo(reader.array().rowShape().prepend(all.shape().dim(0)));
            try (NpyReader again = open(bytes)) {
                int elements = (int) again.array().rowShape().elements();
                for (int row = 0; row < again.array().rows(); row++) {
                    assertThat(again.read(1).values())
                            .isEqualTo(all.values().slice(row * elements, (row + 1) * elements));
                }
            }
            return all.values();
        }
    }

    @Test
    void readsEachType() throws IOException {
        assertThat(read(file("float32.npy"))).isEqualTo(Values.ofFloats(1.5f, -2, 3, 4));
        assertThat(read(file("int16-big-endian.npy")).toLongs()).containsExactly(1, -2, 300);
        assertThat(read(file("bool.npy"))).isEqualTo(Values.ofBooleans(true, false, true));
        assertThat(read(file("bytes.npy"))).isEqualTo(Values.ofStrings("a", "bcd", ""));
        assertThat(read(file("text.npy"))).isEqualTo(Values.ofStrings("é", "日本", ""));
        assertThat(read(file("text-big-endian.npy"))).isEqualTo(Values.ofStrings("ab", "😀"));
        assertThat(read(file("uint64.npy"))).isEqualTo(Values.ofUint64(0, Long.MIN_VALUE));
        assertThat(read(file("float16.npy"))).isEqualTo(Values.ofFloat16(0.5f, -1));
        assertThat(read(file("float64.npy"))).isEqualTo(Values.ofDoubles(0.1, 1e10));
        assertThat(read(file("complex64.npy"))).isEqualTo(Values.ofComplex64(1, 2));
        assertThat(read(file("version-2.npy"))).isEqualTo(Values.ofLongs(1, 2, 3));
        assertThat(read(file("version-3.npy"))).isEqualTo(Values.ofLongs(1, 2, 3));
        assertThat(read(file("empty.npy")).size()).isZero();
    }

    @Test
    void readsTheShape() throws IOException {
        try (NpyReader reader = open(file("int32-4d.npy"))) {
            assertThat(reader.array()).isEqualTo(NpyArray.of(DType.INT32, 2, Shape.of(3, 1, 4)));
            assertThat(reader.read(1).shape()).isEqualTo(Shape.of(1, 3, 1, 4));
            assertThat(reader.read(5).values().intAt(0)).isEqualTo(12);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    fortran | the array has Fortran's order, so its rows are not together; save numpy.ascontiguousarray(array) instead
                    scalar  | the array is a single value without a first dimension; save array.reshape(1) instead
                    fields  | the type [('a', '<i4'), ('b', '<f8')] is not supported; convert the array to
                    date    | the type <M8[D] is not supported; convert the array to
                    objects | the type |O is not supported; convert the array to
                    """)
    void rejectsOtherArrays(String name, String reason) throws IOException {
        byte[] bytes = file(name + ".npy");
        assertThatThrownBy(() -> open(bytes))
                .isInstanceOf(MalformedArrayException.class)
                .hasMessageStartingWith("a.npy: " + reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"float32", "bool", "uint64", "float16", "float64", "complex64", "int32-4d", "bytes", "empty"})
    void writesTheFilesOfNumpy(String name) throws IOException {
        Path target = directory.resolve(name + ".npy");
        try (NpyReader reader = open(file(name + ".npy"));
                NpyWriter writer = NpyWriter.create(ByteSink.of(target), reader.array())) {
            for (DenseTensor rows = reader.read(2); rows.shape().dim(0) > 0; rows = reader.read(2)) {
                writer.write(rows);
            }
            assertThat(target).doesNotExist();
            writer.commit();
        }
        assertThat(target).hasBinaryContent(file(name + ".npy"));
    }

    @Test
    void findsAnIncompleteFile() throws IOException {
        byte[] bytes = file("float32.npy");
        for (int size = 0; size < bytes.length; size++) {
            byte[] cut = Arrays.copyOf(bytes, size);
            assertThatThrownBy(() -> open(cut)).isInstanceOf(MalformedArrayException.class);
        }
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> open(cut))
                .hasMessage(
                        "a.npy: the header states an array of 144 bytes, but the file has 143; the file is incomplete");
        assertThatThrownBy(() -> open(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessageEndingWith("the file is not only an array");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {'descr': '<f4', 'fortran_order': False, 'shape': (2, 2}                | expected )
                    {'descr': '<f4', 'fortran_order': False, 'shape': (2)}                  | expected a comma after the only dimension
                    {'descr': '<f4', 'fortran_order': False}                                | descr, fortran_order or shape is missing
                    {'descr': '<f4', 'descr': '<f4'}                                        | the key descr is there twice
                    {'descr': '<f4', 'fortran_order': Maybe}                                | expected True or False
                    {'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}                | expected a dimension
                    {'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)} | expected a dimension
                    {'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x               | text after the dictionary
                    {'descr': [('a', '<f4'                                                  | the list of fields does not end
                    {'color': 'red'}                                                        | unknown key color
                    {descr: 1}                                                              | expected a text in quotes
                    {'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4)} | are more than a file holds
                    {'descr': '<f8', 'fortran_order': False, 'shape': (1, 2000000000)}      | more than an array of Java holds
                    {'descr': '<f8', 'fortran_order': False, 'shape': (1, 3000000000)}      | dimension 1 is too large
                    {'descr': '<f7', 'fortran_order': False, 'shape': (2,)}                 | the type <f7 is not supported
                    {'descr': 'b', 'fortran_order': False, 'shape': (2,)}                   | the type b is not supported
                    {'descr': 'i', 'fortran_order': False, 'shape': (2,)}                   | the type i is not supported
                    {'descr': 'S0', 'fortran_order': False, 'shape': (2,)}                  | the type S0 is not supported
                    """)
    void rejectsDamagedHeaders(String header, String problem) {
        assertThatThrownBy(() -> open(withHeader(header)))
                .isInstanceOf(MalformedArrayException.class)
                .hasMessageStartingWith("a.npy: ")
                .hasMessageContaining(problem);
    }

    static byte[] withHeader(String text) {
        byte[] header = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] bytes = Arrays.copyOf(
                new byte[] {
                    (byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) header.length, (byte) (header.length >> 8)
                },
                10 + header.length);
        System.arraycopy(header, 0, bytes, 10, header.length);
        return bytes;
    }

    @Test
    void aLargeHeaderNeedsNoMemory() {
        byte[] bytes = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, -1};
        assertThatThrownBy(() -> open(bytes))
                .hasMessage("a.npy: the header has 4294967295 bytes, more than 1048576; the file is damaged");
        bytes[6] = 4;
        assertThatThrownBy(() -> open(bytes)).hasMessageContaining("version 4 of the format is unknown");
        assertThatThrownBy(() -> open(new byte[] {1, 2, 3})).hasMessageContaining("not an array of NumPy");
    }

    @Test
    void rejectsInvalidCharacters() throws IOException {
        byte[] bytes = file("text.npy");
        bytes[131] = 0x7f;
        try (NpyReader reader = open(bytes)) {
            assertThatThrownBy(() -> reader.read(3))
                    .hasMessage("a.npy: row 0: the text has the invalid character 0x7f0000e9");
        }
    }

    @Test
    void writesOnlyWhatTheArrayHolds() throws IOException {
        Path target = directory.resolve("a.npy");
        NpyArray array = NpyArray.ofStrings(3, 2, Shape.scalar());
        try (NpyWriter writer = NpyWriter.create(ByteSink.of(target), array)) {
            assertThatThrownBy(() -> writer.write(strings("abcd")))
                    .hasMessage("row 0: a string has 4 bytes, more than 3");
            assertThatThrownBy(() -> writer.write(strings("a", "b\0")))
                    .hasMessage("row 1: a string ends with a zero byte, which NumPy does not keep");
            assertThatThrownBy(() -> writer.write(strings("a", "b", "c")))
                    .hasMessage("the array has 2 rows, and 0 are written; the tensor has 3 more");
            assertThatThrownBy(() -> writer.write(DenseTensor.vector(Values.ofLongs(1))))
                    .hasMessageStartingWith("the array has rows of string with the shape []");
            writer.write(strings("a"));
            assertThatThrownBy(writer::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the array has 2 rows, but only 1 are written");
        }
        assertThat(target).doesNotExist();
        assertThatThrownBy(() -> NpyArray.of(DType.BFLOAT16, 1, Shape.scalar()))
                .hasMessageStartingWith("NumPy's files have no bfloat16");
    }

    private static DenseTensor strings(String... strings) {
        return DenseTensor.vector(Values.ofStrings(strings));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stored.npz", "compressed.npz"})
    void readsArchives(String name) throws IOException {
        Path archive = Files.write(directory.resolve(name), file(name));
        try (NpzReader reader = NpzReader.open(archive);
                NpyReader x = reader.array("x");
                NpyReader y = reader.array("y")) {
            assertThat(reader.names()).containsExactly("x", "y");
            assertThat(y.read(1).values().longAt(0)).isEqualTo(5);
            assertThat(x.read(2).values()).isEqualTo(Values.ofFloats(1.5f, -2, 3, 4));
            assertThat(y.read(1).values().longAt(0)).isEqualTo(6);
            assertThatThrownBy(() -> reader.array("z"))
                    .hasMessage(archive + ": no array is named z; the archive has x, y");
        }
    }

    /** Changes bytes of the elements in turn: stored bytes, or a compressed stream, whose last bits have no meaning. */
    @ParameterizedTest
    @ValueSource(strings = {"stored.npz", "compressed.npz"})
    void findsDamageInAnArchive(String name) throws IOException {
        byte[] bytes = file(name);
        // The first entry ends before the signature of the second.
        int end = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\3\4", 4);
        for (int i = end - 16; i < end - 1; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 0x10;
            Path archive = Files.write(directory.resolve(i + name), damaged);
            try (NpzReader reader = NpzReader.open(archive)) {
                assertThatThrownBy(() -> reader.array("x").read(2))
                        .isInstanceOf(MalformedArrayException.class)
                        .hasMessageStartingWith(archive + ": array \"x\": ");
                assertThat(reader.array("y").read(2).values()).isEqualTo(Values.ofLongs(5, 6));
            }
        }
    }

    /** Cuts an archive at each byte, and changes each byte. */
    @ParameterizedTest
    @ValueSource(strings = {"stored.npz", "compressed.npz"})
    void namesADamagedArchive(String name) throws IOException {
        byte[] bytes = file(name);
        Path archive = directory.resolve(name);
        int failures = 0;
        for (int i = 0; i < 3 * bytes.length; i++) {
            byte[] damaged = i < bytes.length ? Arrays.copyOf(bytes, i) : bytes.clone();
            if (i >= bytes.length) {
                damaged[i % bytes.length] ^= (byte) (i < 2 * bytes.length ? 0xff : 1);
            }
            Files.write(archive, damaged);
            try (NpzReader reader = NpzReader.open(archive)) {
                for (String array : reader.names()) {
                    reader.array(array).read(2);
                }
            } catch (IOException e) {
                failures++;
                assertThat(e)
                        .as("%d", i)
                        .isInstanceOf(MalformedArrayException.class)
                        .hasMessageStartingWith(archive + ": ")
                        .hasMessageNotContainingAny("null", "Exception");
            }
        }
        assertThat(failures).isGreaterThan(bytes.length);
    }

    @Test
    void writesArchives() throws IOException {
        Path archive = directory.resolve("a.npz");
        try (NpzWriter writer = NpzWriter.create(ByteSink.of(archive))) {
            NpyWriter x = writer.add("x", NpyArray.of(DType.INT64, 2, Shape.scalar()));
            assertThatThrownBy(() -> writer.add("y", NpyArray.of(DType.INT64, 0, Shape.scalar())))
                    .isInstanceOf(IllegalStateException.class);
            x.write(DenseTensor.vector(Values.ofLongs(1, 2)));
            x.commit();
            writer.add("y", NpyArray.of(DType.INT64, 0, Shape.scalar())).commit();
            assertThatThrownBy(() -> writer.add("x", NpyArray.of(DType.INT64, 0, Shape.scalar())))
                    .hasMessage("the archive already has an array named x");
            writer.add("z", NpyArray.of(DType.INT64, 0, Shape.scalar())).commit();
            writer.commit();
        }
        try (NpzReader reader = NpzReader.open(archive);
                NpyReader x = reader.array("x")) {
            assertThat(reader.names()).isEqualTo(List.of("x", "y", "z"));
            assertThat(x.read(9).values()).isEqualTo(Values.ofLongs(1, 2));
        }
        // The JDK can add an extra field with a time that depends on the time zone.
        assertThat(ByteBuffer.wrap(Files.readAllBytes(archive)).getShort(28)).isZero();
        Files.write(archive, Arrays.copyOf(Files.readAllBytes(archive), 100));
        assertThatThrownBy(() -> NpzReader.open(archive))
                .isInstanceOf(MalformedArrayException.class)
                .hasMessageStartingWith(archive + ": not an archive of NumPy, or incomplete");
    }

    @Test
    void rejectsTheCommitOfAWriterThatTwoThreadsShare() throws Exception {
        BlockingSink blocking = new BlockingSink();
        NpyArray array = NpyArray.of(DType.INT64, 2000, Shape.of());
        DenseTensor half = DenseTensor.of(Shape.of(1000), Values.ofLongs(new long[1000]));
        NpyWriter writer = NpyWriter.create(blocking.sink(), array);
        blocking.during(
                () -> writer.write(half),
                () -> assertThatThrownBy(() -> writer.write(half)).isInstanceOf(ConcurrentModificationException.class));

        assertThatThrownBy(writer::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(ConcurrentModificationException.class);
        writer.close();
    }

    @Test
    void rejectsTheCommitOfAnArchiveThatTwoThreadsShare() throws Exception {
        BlockingSink blocking = new BlockingSink();
        NpzWriter archive = NpzWriter.create(blocking.sink());
        blocking.during(
                () -> archive.add("x".repeat(5000), NpyArray.of(DType.INT64, 0, Shape.of()))
                        .commit(),
                () -> assertThatThrownBy(archive::commit).isInstanceOf(ConcurrentModificationException.class));
        assertThatThrownBy(archive::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(ConcurrentModificationException.class);
        archive.close();
    }
}
