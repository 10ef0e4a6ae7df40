package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextLineDatasetTest {

    @TempDir
    Path directory;

    @Test
    void readsTheLinesOfAllFiles() throws IOException {
        TextLineDataset lines = TextLineDataset.files(
                file("one\ntwo\r\n\nthree"), file(""), file("\n"), file("a\rb\n\r"), file("end\n"));
        assertThat(lines.toList()).containsExactly("one", "two", "", "three", "", "ab", "end");
        assertThat(lines.toList()).hasSize(7);
        assertThat(lines.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void acceptsPathsNamesAndSources() throws IOException {
        Path one = file("a\nb");
        Path other = file("c\n");
        ByteSource source = ByteSource.of(other);
        for (Dataset<String> lines : List.<Dataset<String>>of(
                TextLineDataset.files(List.of(one, other)),
                TextLineDataset.files(Dataset.of(one, other)),
                TextLineDataset.filesNamed(one.toString(), other.toString()),
                TextLineDataset.filesNamed(List.of(one.toString(), other.toString())),
                TextLineDataset.filesNamed(Dataset.of(one.toString(), other.toString())),
                TextLineDataset.sources(ByteSource.of(one), source),
                TextLineDataset.sources(List.of(ByteSource.of(one), source)),
                TextLineDataset.sources(Dataset.of(ByteSource.of(one), source)))) {
            assertThat(lines.toList()).containsExactly("a", "b", "c");
            assertThat(lines.elementSpec()).isEqualTo(ElementSpec.scalar(DType.STRING));
        }
        Path missing = directory.resolve("missing");
        TextLineDataset delivered = TextLineDataset.files(Dataset.of(one, missing, other));
        assertThat(Trace.of(delivered))
                .containsExactly("a", "b", "! textLines: " + missing + ": no such file; check the path", "c");
        Resumes.everywhere(() -> TextLineDataset.files(Dataset.of(one, missing, other))
                .shuffle(2, Seed.of(1), Reshuffle.EACH_ITERATION));
        CsvDecoder decoder = CsvDecoder.of(CsvColumn.string("none"));
        assertThat(TextLineDataset.files(one).map(decoder::decode).toList().get(1))
                .containsExactly(DenseTensor.scalar(Values.ofStrings("b")));
    }

    @Test
    void readsLongLinesCompletely() throws IOException {
        String longLine = "\u00e9".repeat(200_000);
        assertThat(TextLineDataset.files(file(longLine + "\nx\n" + longLine)).toList())
                .containsExactly(longLine, "x", longLine);
    }

    @Test
    void readsCompressedFilesAndMemory() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("a\nb\n".getBytes(StandardCharsets.UTF_8));
        }
        ByteSource memory = ByteSource.of(Bytes.copyOf(zipped.toByteArray()), "memory");
        assertThat(TextLineDataset.sources(memory).compression(Compression.GZIP).toList())
                .containsExactly("a", "b");
        Resumes.everywhere(() -> TextLineDataset.sources(memory).compression(Compression.GZIP));
    }

    @Test
    void reportsErrorsInTheirPlace() throws IOException {
        Path odd = directory.resolve("odd");
        Files.write(odd, new byte[] {'a', '\n', (byte) 0xff, '\n', 'b'});
        Path missing = directory.resolve("missing");
        TextLineDataset lines = TextLineDataset.files(missing, odd);
        try (DatasetIterator<String> iterator = lines.iterator()) {
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("textLines: " + missing + ": no such file; check the path");
            assertThat(iterator.next()).isEqualTo("a");
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("textLines: " + odd + " at offset 2: line is not UTF-8");
            assertThat(iterator.next()).isEqualTo("b");
            assertThat(iterator.hasNext()).isFalse();
            assertThat(iterator.hasNext()).isFalse();
        }
        Resumes.everywhere(() -> TextLineDataset.files(missing, odd));
    }

    @Test
    void resumesAtEveryLine() throws IOException {
        List<Path> files = List.of(file("a\n\nb\r\nc"), file(""), file("d\n"));
        Resumes.everywhere(() -> TextLineDataset.files(files));
        Resumes.everywhere(() -> TextLineDataset.files(files).shuffle(3, Seed.of(1), Reshuffle.EACH_ITERATION));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "lines", ".txt"), text);
    }
}
