package dev.riffle.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that {@code corpus/} matches its generator, and that Riffle reads every file as the table expects. */
class CorpusTest {

    private static final Path FOLDER = Path.of("..", "corpus");

    private static final Path GRADES = Path.of("..", "docs", "project", "corpus.md");

    /**
     * Compares the folder with the generator. {@code mvn -pl core test -Dtest=CorpusTest -Driffle.corpus=write} writes
     * the folder again.
     */
    @Test
    void folderMatchesTheGenerator() throws IOException {
        List<CorpusFile> files = Corpus.files();
        if ("write".equals(System.getProperty("riffle.corpus"))) {
            write(files);
        }
        for (CorpusFile file : files) {
            assertThat(FOLDER.resolve(file.name())).hasBinaryContent(file.bytes());
            assertThat(file.bytes().length).isLessThan(20_000);
        }
        assertThat(FOLDER.resolve("expected.jsonl")).hasContent(table(files));
        assertThat(FOLDER.resolve("README.md")).content().contains(rows(files));
        try (Stream<Path> listed = Files.list(FOLDER)) {
            assertThat(listed).hasSize(files.size() + 2);
        }
        assertThat(files.stream().mapToLong(file -> file.bytes().length).sum()).isLessThan(200_000);
        assertThat(files.stream().map(CorpusFile::name)).doesNotHaveDuplicates();
    }

    /** Checks the columns about Riffle in docs/project/corpus.md. The other columns are results of a run. */
    @Test
    void documentedGradesOfRiffleMatchTheExpectations() throws IOException {
        List<String> lines = Files.readAllLines(GRADES);
        for (CorpusFile file : Corpus.files()) {
            String skipping = file.format().equals("tfrecord") ? "right" : "–";
            String grade = "| `" + file.name() + "` | right | " + skipping + " | ";
            assertThat(lines).filteredOn(line -> line.startsWith(grade)).hasSize(1);
        }
        assertThat(lines.stream().filter(line -> line.matches("\\| `(good|bad)-.*")))
                .hasSize(Corpus.files().size());
    }

    @Test
    void everyTensorFlowDifferenceNamesAFile() {
        assertThat(Corpus.files().stream().map(CorpusFile::name)).containsAll(CorpusTensorFlow.files());
    }

    private static String table(List<CorpusFile> files) {
        return files.stream().map(file -> file.json() + "\n").collect(Collectors.joining());
    }

    private static String rows(List<CorpusFile> files) {
        return files.stream().map(CorpusFile::row).collect(Collectors.joining("\n"));
    }

    private static void write(List<CorpusFile> files) throws IOException {
        for (CorpusFile file : files) {
            Files.write(FOLDER.resolve(file.name()), file.bytes());
        }
        Files.writeString(FOLDER.resolve("expected.jsonl"), table(files));
        Path readme = FOLDER.resolve("README.md");
        String text = Files.readString(readme);
        int begin = text.indexOf("|---|---|---|---|---|---|\n") + "|---|---|---|---|---|---|\n".length();
        Files.writeString(readme, text.substring(0, begin) + rows(files) + "\n");
    }

    @TestFactory
    Stream<DynamicTest> readsEveryFileAsTheTableExpects() {
        return Corpus.files().stream().map(file -> DynamicTest.dynamicTest(file.name(), () -> check(file)));
    }

    private static void check(CorpusFile file) throws IOException {
        RecordReaderOptions options = RecordReaderOptions.defaults()
                .format(RecordFormat.named(file.format()).orElseThrow())
                .compression(Compression.of(file.compression()));
        Path path = FOLDER.resolve(file.name());
        List<ByteSource> sources = List.of(
                ByteSource.of(path),
                ByteSource.of(Bytes.copyOf(file.bytes()), file.name()),
                ByteSource.of(new ByteArrayInputStream(file.bytes()), file.name()));
        for (ByteSource source : sources) {
            checkStrict(file, source, options);
        }
        checkSkipping(file, ByteSource.of(path), options);
        checkSkipping(file, ByteSource.of(new ByteArrayInputStream(file.bytes()), file.name()), options);
        if (file.isGood()) {
            checkStrict(file, ByteSource.of(path), RecordReaderOptions.defaults());
        }
    }

    private static void checkStrict(CorpusFile file, ByteSource source, RecordReaderOptions options)
            throws IOException {
        List<Bytes> records = new ArrayList<>();
        CorruptRecordException failure = read(source, options, records);
        List<byte[]> before = file.rescued().subList(0, file.strict());
        assertThat(records).isEqualTo(before.stream().map(Bytes::copyOf).toList());
        if (file.isGood()) {
            assertThat(failure).isNull();
            return;
        }
        assertThat(failure).isNotNull();
        assertThat(failure.recordOffset()).isEqualTo(file.failureAt());
        if (source.size().isPresent()) {
            assertThat(failure.reason().name().toLowerCase(Locale.ROOT)).isEqualTo(file.failure());
        }
    }

    private static void checkSkipping(CorpusFile file, ByteSource source, RecordReaderOptions options)
            throws IOException {
        List<Bytes> records = new ArrayList<>();
        DamagePolicy policy = file.format().equals("tfrecord") ? DamagePolicy.skip(region -> {}) : DamagePolicy.FAIL;
        read(source, options.damage(policy), records);
        assertThat(records).isEqualTo(file.rescued().stream().map(Bytes::copyOf).toList());
    }

    private static CorruptRecordException read(ByteSource source, RecordReaderOptions options, List<Bytes> records)
            throws IOException {
        try (RecordReader reader = RecordReader.open(source, options)) {
            while (reader.next()) {
                records.add(Bytes.copyOf(reader.payload()));
            }
            return null;
        } catch (CorruptRecordException e) {
            return e;
        }
    }
}
