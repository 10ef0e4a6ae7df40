package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Compression;
import dev.riffle.io.SourcePart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfRecordPartsTest {

    private static final RecordWriterOptions OFRECORD =
            RecordWriterOptions.defaults().format(RecordFormat.OFRECORD);

    @TempDir
    Path directory;

    private static byte[] record(long n) {
        return Example.builder().put("n", n).build().toByteArray(Dialect.ONEFLOW);
    }

    private static byte[] file(long... numbers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RecordWriter writer = RecordWriter.create(bytes, "bytes", OFRECORD)) {
            for (long n : numbers) {
                writer.write(record(n));
            }
            writer.commit();
        }
        return bytes.toByteArray();
    }

    private void part(String name, long... numbers) throws IOException {
        Files.write(directory.resolve(name), file(numbers));
    }

    private List<Long> numbers() throws IOException {
        return numbers(OfRecordParts.in(directory));
    }

    private static List<Long> numbers(OfRecordParts parts) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (RecordReader records = RecordReader.open(parts.source())) {
            while (records.next()) {
                assertThat(records.index()).isEqualTo(numbers.size());
                numbers.add(Example.parse(records.payload(), Dialect.ONEFLOW)
                        .feature("n")
                        .longValue());
            }
        }
        return numbers;
    }

    @Test
    void escapesInvisibleCharactersOfNames() throws IOException {
        String prefix = "\u001b[31mp-";
        assertThatThrownBy(() -> OfRecordParts.in(directory, prefix, -1))
                .hasMessageContaining("expected files named \\u001b[31mp-0, \\u001b[31mp-1 and so on");
        Files.write(directory.resolve(prefix + "1"), file(1));
        assertThatThrownBy(() -> OfRecordParts.in(directory, prefix, -1))
                .hasMessageContaining("parts are missing: \\u001b[31mp-0, but found \\u001b[31mp-1;");
    }

    @Test
    void readsPartsInTheOrderOfTheirIndices() throws IOException {
        for (int i = 11; i >= 0; i--) {
            part("part-" + i, 10 * i, 10 * i + 1);
        }
        assertThat(numbers()).hasSize(24).isSorted().startsWith(0L, 1L, 10L).endsWith(111L);
    }

    @Test
    void readsNamesWithZeros() throws IOException {
        for (int i = 0; i < 3; i++) {
            part("part-0000" + i, i);
        }
        assertThat(numbers()).containsExactly(0L, 1L, 2L);
        assertThat(numbers(OfRecordParts.in(directory, "part-", 5))).containsExactly(0L, 1L, 2L);
        assertThatThrownBy(() -> OfRecordParts.in(directory, "part-", -1))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("expected files named part-0, part-1 and so on; found part-00000");
    }

    @Test
    void ignoresOtherFiles() throws IOException {
        part("part-0", 1);
        for (String other : List.of("_SUCCESS", ".part-1.crc", "part-", "part-x", "Part-5")) {
            Files.writeString(directory.resolve(other), "no record");
        }
        Files.createDirectory(directory.resolve("part-1"));
        OfRecordParts parts = OfRecordParts.in(directory);

        assertThat(numbers(parts)).containsExactly(1L);
        assertThat(parts.files()).containsExactly(directory.resolve("part-0"));
        assertThat(parts.directory()).isEqualTo(directory);
        assertThat(parts).hasToString(directory + ": 1 part");
    }

    @Test
    void rejectsOtherFilesWithNamesLikeParts() throws IOException {
        part("part-0", 1);
        for (String other : List.of("part-1.ofrecord", "part-1-5a7e-c000.ofrecord", "part-99999999999")) {
            Path file = Files.writeString(directory.resolve(other), "no record");
            assertThatThrownBy(() -> OfRecordParts.in(directory))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(directory + ": files that are not parts but have similar names: " + other
                            + "; rename or remove them, or specify the prefix and the number of digits of the parts");
            assertThatThrownBy(() -> OfRecordParts.find(directory)).hasMessageContaining(other);
            assertThat(numbers(OfRecordParts.in(directory, "part-", -1))).containsExactly(1L);
            Files.delete(file);
        }
    }

    @Test
    void reportsAnotherNumberOfParts() throws IOException {
        part("part-0", 1);
        part("part-1", 2);
        OfRecordParts parts = OfRecordParts.in(directory);

        assertThat(parts.requireCount(2)).isSameAs(parts);
        assertThatThrownBy(() -> parts.requireCount(4))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(directory + ": parts are missing: expected 4, found 2; the last part is part-1");
        assertThatThrownBy(() -> parts.requireCount(1))
                .isInstanceOf(FileSystemException.class)
                .hasMessageEndingWith("expected 1, found 2; the first surplus part is part-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parts.requireCount(0))
                .withMessage("count must be positive: 0");
    }

    @Test
    void acceptsAnotherPrefix() throws IOException {
        part("train.000", 1);
        part("train.001", 2);
        part("part-0", 9);

        assertThat(numbers(OfRecordParts.in(directory, "train.", 3))).containsExactly(1L, 2L);
    }

    @Test
    void rejectsAnImpossibleSuffixLength() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OfRecordParts.in(directory, "part-", 0))
                .withMessage("suffixLength must be positive, or -1: 0");
    }

    @Test
    void aRecordMayBeginInOnePartAndEndInTheNext() throws IOException {
        byte[] whole = file(1, 2, 3);
        for (int cut = 0; cut <= whole.length; cut++) {
            Files.write(directory.resolve("part-0"), Arrays.copyOf(whole, cut));
            Files.write(directory.resolve("part-1"), Arrays.copyOfRange(whole, cut, whole.length));
            assertThat(numbers()).as("cut at %d", cut).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void readsPartsOfOneByte() throws IOException {
        byte[] whole = file(1, 2, 3);
        for (int i = 0; i < whole.length; i++) {
            Files.write(directory.resolve("part-" + i), new byte[] {whole[i]});
        }
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aPartWithoutBytesHasNoRecords() throws IOException {
        part("part-0");
        part("part-1", 1);
        part("part-2");
        part("part-3", 2);

        assertThat(numbers()).containsExactly(1L, 2L);
    }

    @Test
    void readsGzipParts() throws IOException {
        for (int i = 0; i < 2; i++) {
            int n = i;
            RecordWriter.write(
                    directory.resolve("part-" + i),
                    OFRECORD.compression(Compression.GZIP),
                    records -> records.write(record(n)));
        }
        assertThat(numbers()).containsExactly(0L, 1L);
    }

    @Test
    void listsMissingParts() throws IOException {
        part("part-0", 0);
        part("part-2", 0);
        part("part-5", 0);

        assertThatThrownBy(() -> OfRecordParts.in(directory))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(directory
                        + ": parts are missing: part-1, part-3, part-4, but found part-5; without them the"
                        + " dataset is incomplete");
    }

    @Test
    void countsManyMissingParts() throws IOException {
        part("part-20240101", 0);

        assertThatThrownBy(() -> OfRecordParts.in(directory))
                .hasMessageContaining("part-0, part-1, part-2, part-3, part-4 and 20240096 more, but");
    }

    @Test
    void usesTheNamesOfOneFlowForMissingParts() throws IOException {
        part("part-00001", 0);

        assertThatThrownBy(() -> OfRecordParts.in(directory, "part-", 5)).hasMessageContaining("missing: part-00000,");
    }

    @Test
    void listsPartsThatExistTwice() throws IOException {
        part("part-0", 0);
        part("part-1", 1);
        part("part-00001", 1);
        part("part-01", 1);

        assertThatThrownBy(() -> OfRecordParts.in(directory))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(directory
                        + ": several files for the same part: part-00001 and part-01 and part-1; keep one of each");
        assertThat(OfRecordParts.in(directory, "part-", -1).files()).hasSize(2);
    }

    @Test
    void reportsTheExpectedNamesIfThereAreNoParts() throws IOException {
        assertThatThrownBy(() -> OfRecordParts.in(directory))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(directory + ": directory without parts: expected files named part-0, part-1 and so on, or"
                        + " with leading zeros");
        Files.writeString(directory.resolve("part-00000-5a7e-c000.ofrecord"), "");
        assertThatThrownBy(() -> OfRecordParts.in(directory))
                .hasMessageEndingWith("; found part-00000-5a7e-c000.ofrecord, which must be renamed");
    }

    @Test
    void rejectsFilesAndMissingDirectories() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatThrownBy(() -> OfRecordParts.in(file))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage(file + ": not a directory; specify the directory that contains the parts");
        assertThatThrownBy(() -> OfRecordParts.in(directory.resolve("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("directory not found");
    }

    @Test
    void findsPartsIfTheDirectoryHasAny() throws IOException {
        assertThat(OfRecordParts.find(directory)).isEmpty();
        assertThat(OfRecordParts.find(directory.resolve("none"))).isEmpty();
        part("part-0", 7);
        assertThat(numbers(OfRecordParts.find(directory).orElseThrow())).containsExactly(7L);
        part("part-2", 7);
        assertThatThrownBy(() -> OfRecordParts.find(directory)).hasMessageContaining("missing: part-1,");
    }

    @Test
    void reportsDamageWithItsPart() throws IOException {
        part("part-0", 1, 2);
        byte[] second = file(3, 4);
        int size = second.length / 2;
        second[size + 7] = (byte) 0x80;
        Files.write(directory.resolve("part-1"), second);
        int first = (int) Files.size(directory.resolve("part-0"));

        try (RecordReader records =
                RecordReader.open(OfRecordParts.in(directory).source())) {
            for (int i = 0; i < 3; i++) {
                assertThat(records.next()).isTrue();
            }
            assertThatThrownBy(records::next)
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            e -> assertThat(e.offset()).isEqualTo(first + size))
                    .hasMessageStartingWith(directory + ": record 3 at offset " + (first + size) + " (part-1 at offset "
                            + size + "): negative length: expected a length above 0, found ");
            assertThatThrownBy(records::next).hasMessageContaining("part-1 at offset");
        }
    }

    @Test
    void reportsATornTailOfTheLastPart() throws IOException {
        part("part-0", 1);
        Files.write(directory.resolve("part-1"), Arrays.copyOf(file(2), 9));

        assertThatThrownBy(this::numbers)
                .isInstanceOfSatisfying(
                        CorruptRecordException.class, e -> assertThat(e.part()).hasValue(new SourcePart("part-1", 0)))
                .hasMessageContaining("(part-1 at offset 0): truncated record");
        RecordReaderOptions options = RecordReaderOptions.defaults().damage(DamagePolicy.STOP_AT_TORN_TAIL);
        try (RecordReader records =
                RecordReader.open(OfRecordParts.in(directory).source(), options)) {
            assertThat(records.stream()).hasSize(1);
            assertThat(records.tornTail().orElseThrow().part()).hasValue(new SourcePart("part-1", 0));
        }
    }
}
