package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.infer.SchemaInference;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the inference of schemas from real files, on the driver and in tasks. */
class SchemaInferenceTest {

    private static final AtomicInteger GROUPS = new AtomicInteger();

    private static final Example LONG = Example.builder().put("a", 1L).build();
    private static final Example TEXT = Example.builder().put("a", "one").build();

    @TempDir
    private Path folder;

    private static Optional<StructType> infer(Map<String, String> options, List<FileStatus> files) {
        return SchemaInference.infer(
                LocalSession.spark(),
                options,
                RecordOptions.of(RecordFormat.TFRECORD, options, "_corrupt_record"),
                files);
    }

    private static String ddl(Map<String, String> options, List<FileStatus> files) {
        return infer(options, files).orElseThrow().toDDL();
    }

    /** Returns the files of the folder in random order. */
    private List<FileStatus> files() throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.toUri());
        FileStatus[] files = path.getFileSystem(new Configuration()).listStatus(path);
        List<FileStatus> all = new ArrayList<>(Arrays.asList(files));
        Collections.shuffle(all, new Random(all.size()));
        return all;
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private String shown(String name) {
        return new org.apache.hadoop.fs.Path(file(name).toUri()).toString();
    }

    private void write(int count, String pattern, Example... examples) {
        for (int i = 0; i < count; i++) {
            TestFiles.write(file(String.format(Locale.ROOT, pattern, i)), examples);
        }
    }

    /** Returns the number of Spark jobs that an inference starts. */
    private static int jobs(Runnable inference) throws Exception {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(LocalSession.spark().sparkContext());
        String group = "jobs-" + GROUPS.incrementAndGet();
        context.setJobGroup(group, group);
        try {
            inference.run();
        } finally {
            context.clearJobGroup();
        }
        context.sc().listenerBus().waitUntilEmpty(TimeUnit.HOURS.toMillis(1));
        return context.statusTracker().getJobIdsForGroup(group).length;
    }

    @Test
    void infersFromOneSmallFileWithoutAJob() throws Exception {
        write(1, "%d.tfrecord", LONG);
        List<FileStatus> files = files();

        assertThat(jobs(() -> assertThat(ddl(Map.of(), files)).isEqualTo("a BIGINT")))
                .isZero();
    }

    @Test
    void infersFromManyFilesInOneJob() throws Exception {
        write(20, "%02d.tfrecord", LONG, Example.builder().put("b", 1f, 2f).build());
        Files.delete(file("07.tfrecord"));
        TestFiles.write(file("07.tfrecord"), Example.builder().put("c", "text").build());
        List<FileStatus> files = files();

        assertThat(jobs(() -> assertThat(ddl(Map.of("inferFiles", "all"), files))
                        .isEqualTo("a BIGINT,b ARRAY<FLOAT>,c STRING")))
                .isEqualTo(1);
    }

    @Test
    void reportsConflictsOfFilesInDifferentTasks() throws IOException {
        write(5, "%d.tfrecord", Example.empty(), TEXT);
        write(5, "x%d.tfrecord", LONG);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of(), files()))
                .withMessageStartingWith("the records do not agree on a schema:\n  feature \"a\": bytes_list in "
                        + shown("0.tfrecord") + ": record 1 at offset 16, but int64_list in " + shown("x0.tfrecord")
                        + ": record 0 at offset 0\npass a schema");
    }

    @Test
    void examinesOnlyTheSample() throws IOException {
        write(20, "%02d.tfrecord", LONG, LONG, LONG);
        Files.delete(file("03.tfrecord"));
        TestFiles.write(file("03.tfrecord"), TEXT);
        Files.delete(file("04.tfrecord"));
        TestFiles.write(file("04.tfrecord"), LONG, LONG, TEXT);

        assertThat(ddl(Map.of("inferRecords", "2"), files())).isEqualTo("a BIGINT");
        assertThat(ddl(Map.of("inferFiles", "1", "inferRecords", "1"), files())).isEqualTo("a BIGINT");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of("inferRecords", "3"), files()))
                .withMessageContaining(shown("04.tfrecord"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of("inferFiles", "all", "inferRecords", "2"), files()))
                .withMessageContaining(shown("03.tfrecord"));
    }

    @Test
    void spreadsTheSampleEvenly() {
        List<Integer> all = IntStream.range(0, 100).boxed().toList();

        assertThat(SchemaInference.spread(all, 10)).containsExactly(0, 10, 20, 30, 40, 50, 60, 70, 80, 90);
        assertThat(SchemaInference.spread(all, 3)).containsExactly(0, 33, 66);
        assertThat(SchemaInference.spread(all, 99)).hasSize(99).doesNotHaveDuplicates();
        assertThat(SchemaInference.spread(all, 100)).isEqualTo(all);
        assertThat(SchemaInference.spread(all, Integer.MAX_VALUE)).isEqualTo(all);
        assertThat(SchemaInference.spread(List.of(), 10)).isEmpty();
    }

    @Test
    void excludesEmptyFilesFromTheSample() throws IOException {
        for (int i = 0; i < 30; i++) {
            Files.createFile(file(String.format(Locale.ROOT, "part-%02d", i)));
        }
        assertThat(infer(Map.of(), files())).isEmpty();
        TestFiles.write(file("part-30"), LONG);

        assertThat(ddl(Map.of("inferFiles", "1"), files())).isEqualTo("a BIGINT");
    }

    @Test
    void excludesEmptyCompressedFilesFromTheSample() throws IOException {
        for (int i = 0; i < 30; i++) {
            TestFiles.write(
                    file("part-" + (10 + i) + ".gz"),
                    RecordWriterOptions.defaults().compression(Compression.GZIP));
        }
        assertThat(infer(Map.of(), files())).isEmpty();
        TestFiles.write(file("part-27"), LONG);

        assertThat(ddl(Map.of("inferFiles", "2"), files())).isEqualTo("a BIGINT");
    }

    @Test
    void returnsNoSchemaWithoutFiles() {
        assertThat(infer(Map.of(), List.of())).isEmpty();
        assertThat(ddl(Map.of("recordType", "Bytes"), List.of())).isEqualTo("payload BINARY");
    }

    @Test
    void reportsDamageInATaskWithFileAndPlace() throws IOException {
        write(6, "%d.tfrecord", LONG, LONG);
        for (String name : List.of("2.tfrecord", "4.tfrecord")) {
            TestFiles.damage(file(name), 14);
        }

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> infer(Map.of(), files()))
                .withMessageStartingWith(
                        shown("2.tfrecord") + ": record 0 at offset 12: payload checksum does not match: expected ")
                .withCauseInstanceOf(CorruptRecordException.class);
        assertThat(ddl(Map.of("mode", "DROPMALFORMED"), files())).isEqualTo("a BIGINT");
        assertThat(ddl(Map.of("mode", "PERMISSIVE"), files())).isEqualTo("_corrupt_record STRING,a BIGINT");
        assertThat(ddl(Map.of("mode", "PERMISSIVE", "inferFiles", "1"), files()))
                .isEqualTo("a BIGINT");
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void rejectsAFileOfAnotherFormat(ReadMode mode) throws IOException {
        write(3, "%d.tfrecord", LONG);
        Files.writeString(file("notes.txt"), "notes on the files\n".repeat(10));

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> infer(Map.of("mode", mode.name()), files()))
                .withMessageStartingWith(shown("notes.txt") + ": not a TFRecord or OFRecord file: it looks like ")
                .withMessageEndingWith("; exclude the file with the option pathGlobFilter, or read other paths");
    }

    @Test
    void reportsAMissingFile() throws IOException {
        write(1, "%d.tfrecord", LONG);
        List<FileStatus> one = files();
        write(3, "%d-more.tfrecord", LONG);
        List<FileStatus> many = files();
        Files.delete(file("0.tfrecord"));

        assertThatThrownBy(() -> infer(Map.of(), one))
                .hasMessageContaining(file("0.tfrecord").toString());
        assertThatThrownBy(() -> infer(Map.of(), many))
                .hasMessageContaining(file("0.tfrecord").toString());
    }

    @Test
    void skipsMissingAndCorruptFilesOnRequest() throws IOException {
        write(4, "%d.tfrecord", LONG);
        TestFiles.damage(file("1.tfrecord"), 14);
        Files.writeString(file("2.tfrecord"), "notes on the files\n".repeat(10));
        List<FileStatus> files = files();
        Files.delete(file("3.tfrecord"));
        RecordOptions options = RecordOptions.of(RecordFormat.TFRECORD, Map.of(), "bad");
        Map<String, String> given = Map.of("ignoreMissingFiles", "true", "ignorecorruptfiles", "true");

        assertThat(SchemaInference.infer(LocalSession.spark(), given, options, files))
                .contains(StructType.fromDDL("a BIGINT"));
        assertThatThrownBy(() -> SchemaInference.infer(
                        LocalSession.spark(), Map.of("ignoreCorruptFiles", "true"), options, files))
                .hasMessageContaining(file("3.tfrecord").toString());
        assertThatThrownBy(() -> SchemaInference.infer(
                        LocalSession.spark(), Map.of("ignoreMissingFiles", "true"), options, files))
                .hasMessageContaining("1.tfrecord: record 0");
    }

    @Test
    void reportsFilesReadWithWrongOptions() throws IOException {
        TestFiles.write(
                file("s"),
                RecordWriterOptions.defaults(),
                SequenceExample.builder()
                        .put("steps", Feature.of(1L))
                        .build()
                        .toBytes()
                        .toByteArray());
        List<FileStatus> files = files();

        assertThatThrownBy(() -> SchemaInference.infer(
                        LocalSession.spark(),
                        Map.of("ignoreCorruptFiles", "true"),
                        RecordOptions.of(RecordFormat.TFRECORD, Map.of(), "bad"),
                        files))
                .hasMessageContaining("set option recordType to SequenceExample");
    }

    @Test
    void readsFileNamesWithAnyCharacters() throws IOException {
        List<String> names =
                List.of("a b.tfrecord", "100%25.tfrecord", "x#y?z.tfrecord", "día.tfrecord", "k=v.tfrecord");
        for (String name : names) {
            TestFiles.write(file(name), Example.builder().put(name, 1L).build());
        }

        assertThat(infer(Map.of(), files()).orElseThrow().fieldNames()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void tasksUseTheOptionsOfTheRead() throws IOException {
        write(3, "%d.tfrecord", LONG);
        Configuration configuration = new Configuration();
        String link = "fs.viewfs.mounttable.away.link./data";
        configuration.set(link, folder.toUri().toString());
        org.apache.hadoop.fs.Path away = new org.apache.hadoop.fs.Path("viewfs://away/data");
        List<FileStatus> files =
                Stream.of(away.getFileSystem(configuration).listStatus(away)).toList();

        RecordOptions options = RecordOptions.of(RecordFormat.TFRECORD, Map.of(), "bad");

        assertThat(files)
                .allSatisfy(file -> assertThat(file.getPath().toString()).startsWith("viewfs://away/data/"));
        assertThat(SchemaInference.infer(
                                LocalSession.spark(),
                                Map.of(link, folder.toUri().toString()),
                                options,
                                files)
                        .orElseThrow()
                        .toDDL())
                .isEqualTo("a BIGINT");
    }

    @Test
    void comparesNamesByTheCaseSettingOfTheSession() throws IOException {
        write(1, "%d.tfrecord", Example.builder().put("A", 1L).put("a", 1L).build());
        List<FileStatus> files = files();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> infer(Map.of(), files))
                .withMessageContaining("set spark.sql.caseSensitive to true");
        assertThat(LocalSession.with("spark.sql.caseSensitive", true, () -> ddl(Map.of(), files)))
                .isEqualTo("A BIGINT,a BIGINT");
    }

    @Test
    void sourceHasTheInferredSchema() {
        write(3, "%d.tfrecord", LONG, Example.builder().put("words", "a", "b").build());

        assertThat(LocalSession.spark()
                        .read()
                        .format("tfrecord")
                        .load(folder.toString())
                        .schema()
                        .toDDL())
                .isEqualTo("a BIGINT,words ARRAY<STRING>");
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void treatsATornFileOfAnyNameAsDamage(ReadMode mode) throws IOException {
        TestFiles.write(file("part-1"), LONG);
        for (String name : List.of("part-0", "part-0.gz", "part-0.tfrecord")) {
            boolean gzip = name.endsWith(".gz");
            Files.write(file(name), gzip ? new byte[] {0x1f, (byte) 0x8b, 8, 0, 0} : new byte[] {7, 0, 0, 0, 0});

            assertDamage(mode, name, "a BIGINT");
            Files.delete(file(name));
        }
    }

    @ParameterizedTest
    @EnumSource(ReadMode.class)
    void treatsADamagedFirstHeaderAsDamage(ReadMode mode) throws IOException {
        byte[] noise = new byte[200_000];
        new Random(7).nextBytes(noise);
        Example large = Example.builder().put("image", Feature.of(noise)).build();
        TestFiles.write(file("part-0"), large, large);
        TestFiles.damage(file("part-0"), 9);

        assertDamage(mode, "part-0", "image BINARY");
    }

    private void assertDamage(ReadMode mode, String name, String schema) throws IOException {
        Map<String, String> options = Map.of("mode", mode.name());
        List<FileStatus> files = files();
        switch (mode) {
            case FAILFAST ->
                assertThatExceptionOfType(UncheckedIOException.class)
                        .isThrownBy(() -> infer(options, files))
                        .withMessageStartingWith(shown(name) + ": record 0 at offset 0: ")
                        .withCauseInstanceOf(CorruptRecordException.class);
            case PERMISSIVE -> assertThat(ddl(options, files)).isEqualTo("_corrupt_record STRING," + schema);
            case DROPMALFORMED -> assertThat(ddl(options, files)).isEqualTo(schema);
        }
    }
}
