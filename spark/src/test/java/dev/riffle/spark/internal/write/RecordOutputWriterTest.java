package dev.riffle.spark.internal.write;

import static dev.riffle.RecordFormat.TFRECORD;
import static dev.riffle.spark.internal.options.RecordType.EXAMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.options.RecordOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordOutputWriterTest {

    private static final StructType SCHEMA =
            new StructType().add("id", DataTypes.LongType).add("x", DataTypes.DoubleType);

    @TempDir
    private Path root;

    /** The directory of a task attempt. */
    private Path folder;

    @BeforeEach
    void beginAnAttempt() {
        folder = root.resolve("_temporary/0/attempt");
    }

    private static InternalRow row(long id) {
        return new GenericInternalRow(new Object[] {id, 0.5});
    }

    private static InternalRow mismatch() {
        return new GenericInternalRow(new Object[] {0L, 1e300});
    }

    private OutputWriter open(String stem, RecordOptions options) {
        return open(folder, stem, options);
    }

    private static OutputWriter open(Path folder, String stem, RecordOptions options) {
        return open(folder, stem, options, new Configuration(false));
    }

    private static OutputWriter open(Path folder, String stem, RecordOptions options, Configuration configuration) {
        RecordWriterFactory factory = new RecordWriterFactory(options, null);
        TaskAttemptContextImpl task = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
        return factory.newInstance(folder.resolve(stem) + factory.getFileExtension(task), SCHEMA, task);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }

    private List<Long> ids(String name, RecordFormat format) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (RecordReader records = RecordReader.open(
                folder.resolve(name), RecordReaderOptions.defaults().format(format))) {
            while (records.next()) {
                Example example =
                        Example.parse(records.payload(), format == TFRECORD ? Dialect.TENSORFLOW : Dialect.ONEFLOW);
                ids.add(example.feature("id").longAt(0));
            }
        }
        return ids;
    }

    @ParameterizedTest
    @CsvSource({
        "TFRECORD, NONE, part.tfrecord",
        "TFRECORD, GZIP, part.tfrecord.gz",
        "TFRECORD, ZLIB, part.tfrecord.zlib",
        "TFRECORD, SNAPPY, part.tfrecord.snappy",
        "OFRECORD, NONE, part.ofrecord",
        "OFRECORD, GZIP, part.ofrecord.gz",
    })
    void namesFilesByFormatAndCompression(String formatName, String compression, String name) throws IOException {
        RecordFormat format = RecordFormat.named(formatName).orElseThrow();
        OutputWriter writer = open("part", Options.of(format, EXAMPLE, compression, false, 0));
        for (long id = 0; id < 100; id++) {
            writer.write(row(id));
        }
        writer.close();
        writer.close();

        assertThat(names()).containsExactly(name);
        assertThat(ids(name, format)).hasSize(100).startsWith(0L, 1L).endsWith(99L);
        assertThat(writer.path()).isEqualTo(folder.resolve(name).toString());
    }

    @Test
    void writesAFileWithoutRows() throws IOException {
        open("part", Options.of(TFRECORD, EXAMPLE)).close();
        open("zip", Options.of(TFRECORD, EXAMPLE, "GZIP", false, 0)).close();

        assertThat(Files.size(folder.resolve("part.tfrecord"))).isZero();
        assertThat(ids("zip.tfrecord.gz", TFRECORD)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"TFRECORD, 16", "OFRECORD, 8"})
    void beginsANewFileBeforeTheLimit(String formatName, int frame) throws IOException {
        RecordFormat format = RecordFormat.named(formatName).orElseThrow();
        int payload = RowEncoder.of(SCHEMA, Options.of(format, EXAMPLE))
                .encode(row(1))
                .remaining();
        long limit = 3L * (frame + payload);
        OutputWriter writer = open("part", Options.of(format, EXAMPLE, "NONE", false, limit));
        for (long id = 0; id < 9; id++) {
            writer.write(row(id));
        }
        writer.close();

        String extension = format == TFRECORD ? ".tfrecord" : ".ofrecord";
        assertThat(names()).containsExactly("part-1" + extension, "part-2" + extension, "part" + extension);
        assertThat(ids("part" + extension, format)).containsExactly(0L, 1L, 2L);
        assertThat(ids("part-1" + extension, format)).containsExactly(3L, 4L, 5L);
        assertThat(ids("part-2" + extension, format)).containsExactly(6L, 7L, 8L);
        assertThat(Files.size(folder.resolve("part-2" + extension))).isEqualTo(limit);
    }

    @Test
    void writesALargeRecordToASeparateFile() throws IOException {
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE, "NONE", false, 1));
        writer.write(row(1));
        writer.write(row(2));
        writer.close();

        assertThat(names()).containsExactly("part-1.tfrecord", "part.tfrecord");
    }

    @Test
    void measuresCompressedFilesByTheirStoredSize() throws IOException {
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE, "GZIP", false, 100_000));
        for (long id = 0; id < 200_000; id++) {
            writer.write(row(id));
        }
        writer.close();

        List<String> names = names();
        assertThat(names).hasSizeGreaterThan(2).contains("part.tfrecord.gz", "part-1.tfrecord.gz");
        List<Long> ids = new ArrayList<>();
        for (String name : names) {
            assertThat(Files.size(folder.resolve(name))).isLessThan(400_000);
            ids.addAll(ids(name, TFRECORD));
        }
        assertThat(ids).hasSize(200_000).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "a=1", ".spark-staging-17", "x_temporary"})
    void writesOneFileIfFilesArePublishedSeparately(String place) throws IOException {
        folder = root.resolve(place);
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE, "NONE", false, 1));
        writer.write(row(1));
        writer.write(row(2));
        writer.close();

        assertThat(names()).containsExactly("part.tfrecord");
        assertThat(ids("part.tfrecord", TFRECORD)).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @ValueSource(strings = {".spark-staging-17/_temporary/0/a/p=1", "__magic/job/tasks", "__magic_job-17/tasks/__base"})
    void writesSeveralFilesIfTheDirectoryIsPublished(String place) throws IOException {
        folder = root.resolve(place);
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE, "NONE", false, 1));
        writer.write(row(1));
        writer.write(row(2));
        writer.close();

        assertThat(names()).containsExactly("part-1.tfrecord", "part.tfrecord");
    }

    /**
     * Writes with a limit of file size. Outside task attempts, the writer creates one file, because Spark's streams
     * publish each file separately. Directory names above the job's output do not matter.
     */
    @ParameterizedTest
    @CsvSource({
        "_temporary/deep, ., 1",
        "_temporary/deep, day=1, 1",
        "__magic/deep, .spark-staging-17, 1",
        "_temporary/deep, _temporary/0/a, 2",
        "deep, __magic_job-17/tasks/__base, 2",
    })
    void ignoresNamesAboveTheOutputOfTheJob(String output, String place, int expected) throws IOException {
        for (String scheme : List.of("file:", "file://", "")) {
            Path top = root.resolve(output);
            folder = top.resolve(place).normalize();
            Configuration job = new Configuration(false);
            job.set(FileOutputFormat.OUTDIR, scheme + top);
            OutputWriter writer =
                    open(folder, "part" + scheme.length(), Options.of(TFRECORD, EXAMPLE, "NONE", false, 1), job);
            writer.write(row(1));
            writer.write(row(2));
            writer.close();

            assertThat(names())
                    .as(scheme)
                    .filteredOn(name -> name.startsWith("part" + scheme.length()))
                    .hasSize(expected);
        }
    }

    /** Writes to the local disk in task attempts. With some committers, the committer uploads the files later. */
    @Test
    void supportsAttemptsOnOtherFileSystems() throws IOException {
        folder = root.resolve("_temporary/0/a");
        Configuration job = new Configuration(false);
        job.set("fs.other.impl", OtherFileSystem.class.getName());
        job.set(FileOutputFormat.OUTDIR, "other:/output");
        OutputWriter writer = open(folder, "part", Options.of(TFRECORD, EXAMPLE, "NONE", false, 1), job);
        writer.write(row(1));
        writer.write(row(2));
        writer.close();

        assertThat(names()).filteredOn(name -> name.startsWith("part")).hasSize(2);
    }

    /** Provides the local disk under another scheme. */
    public static final class OtherFileSystem extends RawLocalFileSystem {

        @Override
        public URI getUri() {
            return URI.create("other:///");
        }
    }

    @Test
    void leavesNoFileAfterARejectedRow() throws IOException {
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE, "NONE", false, 1));
        writer.write(row(1));
        writer.write(row(2));
        assertThat(names()).hasSize(2);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.write(mismatch()))
                .withMessageContaining("column \"x\": 1.0E300");
        assertThatIllegalStateException()
                .isThrownBy(() -> writer.write(row(3)))
                .withMessageContaining("has failed before");
        writer.close();
        writer.close();

        assertThat(names()).isEmpty();
    }

    @Test
    void rejectsWritesAfterClose() {
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE));
        writer.close();

        assertThatIllegalStateException().isThrownBy(() -> writer.write(row(3))).withMessageContaining("is closed");
    }

    @Test
    void rejectsAnExistingFile() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("part.tfrecord"), "mine");

        assertThatThrownBy(() -> open("part", Options.of(TFRECORD, EXAMPLE)))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("part.tfrecord");
        assertThat(folder.resolve("part.tfrecord")).hasContent("mine");
    }

    @Test
    void leavesNoFileIfTheNextFileCannotBegin() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("part-1.tfrecord"), "mine");
        OutputWriter writer = open("part", Options.of(TFRECORD, EXAMPLE, "NONE", false, 1));
        writer.write(row(1));

        assertThatThrownBy(() -> writer.write(row(2))).isInstanceOf(FileAlreadyExistsException.class);
        writer.close();

        assertThat(names()).containsExactly("part-1.tfrecord");
        assertThat(folder.resolve("part-1.tfrecord")).hasContent("mine");
    }
}
