package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed readers hold few mappings: JDK 22 and newer unmap a file at its close, and older JDKs limit the number. */
class MappingsTest {

    private static final Path MAPS = Path.of("/proc/self/maps");

    /** A payload size that makes a file large enough for a mapping. */
    private static final int PAYLOAD = 1 << 20;

    private static final int COUNT = 12;

    private static final boolean UNMAPS = Runtime.version().feature() >= 22;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        assumeTrue(Files.isReadable(MAPS), "SKIPPED: mappings can be counted on Linux only");
        file = Files.write(directory.resolve("data.tfrecord"), RecordFiles.tfRecords(new byte[COUNT][PAYLOAD]));
    }

    private static long mappings(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(file.toString())).count();
        }
    }

    private static long mostAfterClose(long passes) {
        return UNMAPS ? 0 : passes;
    }

    /**
     * Counts mappings in a process with a heap that needs no garbage collection. Before JDK 22, a collection can end
     * mappings at any time, and other tests use up the permitted mappings.
     */
    static final class Alone {
        private Alone() {}

        public static void main(String[] arguments) throws IOException {
            MappingsTest test = new MappingsTest();
            test.directory = Path.of(arguments[0]);
            test.file = test.directory.resolve("data.tfrecord");
            switch (arguments[1]) {
                case "repeatedPasses" -> test.repeatedPasses();
                case "indexAndSearch" -> test.indexAndSearch();
                case "copies" -> test.copies();
                case "manyMappings" -> test.manyMappings();
                default -> throw new IllegalArgumentException(arguments[1]);
            }
            System.out.println("counted");
        }
    }

    private void alone(String scenario) throws Exception {
        ChildProcess process = ChildProcess.java(
                directory,
                directory.resolve("output"),
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=2",
                "-Xmn600m",
                "-Xmx1g",
                Alone.class.getName(),
                directory.toString(),
                scenario);
        assertThat(process.awaitEnd()).as(process::output).isZero();
        assertThat(process.output()).isEqualTo("counted\n");
    }

    @Test
    void repeatedPassesLeaveAsManyMappingsAsOnePass() throws Exception {
        alone("repeatedPasses");
    }

    private void repeatedPasses() throws IOException {
        for (int pass = 0; pass < 5; pass++) {
            try (RecordReader records = RecordReader.open(file)) {
                while (records.next()) {
                    assertThat(records.payloadSize()).isEqualTo(PAYLOAD);
                    assertThat(mappings(file)).isEqualTo(1);
                }
            }
            assertThat(mappings(file)).isLessThanOrEqualTo(mostAfterClose(1));
        }
    }

    @Test
    void anIndexAndASearchLeaveNoMoreMappings() throws Exception {
        alone("indexAndSearch");
    }

    private void indexAndSearch() throws IOException {
        for (int pass = 0; pass < 20; pass++) {
            try (RecordIndex index = RecordIndex.open(List.of(file))) {
                assertThat(index.get(COUNT - 1).size()).isEqualTo(PAYLOAD);
                assertThat(mappings(file)).isPositive();
            }
            try (RecordReader records = RecordReader.open(file)) {
                assertThat(records.find(1, Long.MAX_VALUE)).hasValue(PAYLOAD + 16);
            }
            // The threads of a pass use several mappings. The next pass uses these mappings again, so their number
            // stays below the number of passes.
            assertThat(mappings(file)).isLessThanOrEqualTo(mostAfterClose(12));
        }
    }

    @Test
    void aCopyLeavesNoMoreMappings() throws Exception {
        alone("copies");
    }

    private void copies() throws IOException {
        for (int pass = 0; pass < 5; pass++) {
            Path target = directory.resolve("copy-" + pass);
            try (RecordWriter writer =
                    RecordWriter.create(target, RecordWriterOptions.defaults().withoutSync())) {
                try (RecordReader records = RecordReader.open(file)) {
                    assertThat(records.copyTo(writer, Long.MAX_VALUE, Long.MAX_VALUE))
                            .isEqualTo(COUNT);
                }
                // The writer's thread has no more bytes of the source to write.
                assertThat(mappings(file)).isLessThanOrEqualTo(mostAfterClose(1));
                writer.commit();
            }
            assertThat(target).hasSameBinaryContentAs(file);
        }
    }

    @Test
    void aProcessHasALimitedNumberOfMappings() throws Exception {
        byte[][] payloads = new byte[300_000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[i % 100];
        }
        IndexFile indexed = IndexFile.of(Files.write(directory.resolve("many"), RecordFiles.tfRecords(payloads)));
        indexed.build(IndexOptions.defaults());
        assertThat(Files.size(indexed.path())).isGreaterThan(256 << 10);
        alone("manyMappings");
    }

    private void manyMappings() throws IOException {
        int most = 30_000;
        byte[] record = RecordFiles.tfRecords(new byte[300_000]);
        ByteSource source = ByteSource.of(Files.write(directory.resolve("small"), record));
        List<RecordFile> opened = new ArrayList<>();
        for (int i = 0; i <= most; i++) {
            opened.add(RecordFile.open(source, RecordFormat.TFRECORD));
            assertThat(opened.get(i).isMapped()).isEqualTo(i < most);
        }
        assertThat(opened.get(most).get(0, 0).size()).isEqualTo(300_000);
        List<String> notes = new ArrayList<>();
        IndexOptions options = IndexOptions.defaults().notes(notes::add);
        Path indexed = directory.resolve("many");
        try (RecordIndex index = RecordIndex.open(List.of(indexed), options)) {
            for (int i = 0; i < index.size(); i += 999) {
                assertThat(index.get(i).size()).isEqualTo(i % 100);
            }
            assertThat(mappings(IndexFile.of(indexed).path())).isZero();
        }
        assertThat(notes).isEmpty();
        opened.forEach(RecordFile::close);
        try (RecordFile again = RecordFile.open(source, RecordFormat.TFRECORD)) {
            assertThat(again.isMapped()).isEqualTo(UNMAPS);
        }
    }

    @Test
    void closingOneReaderDoesNotEndAnother() throws IOException {
        try (RecordReader first = RecordReader.open(file)) {
            try (RecordReader second = RecordReader.open(file)) {
                assertThat(second.next()).isTrue();
            }
            for (int i = 0; i < COUNT; i++) {
                assertThat(first.next()).isTrue();
                assertThat(first.payloadBytes()).isEqualTo(new byte[PAYLOAD]);
            }
        }
    }

    @Test
    void aViewOfALargePayloadEndsWithTheMapping() throws IOException {
        Path large = Files.write(directory.resolve("large"), RecordFiles.tfRecords(new byte[8 << 20]));
        ByteBuffer payload;
        try (RecordReader records = RecordReader.open(large)) {
            assertThat(records.next()).isTrue();
            payload = records.payload();
            assertThat(payload.get(payload.limit() - 1)).isZero();
        }
        if (UNMAPS) {
            assertThatIllegalStateException().isThrownBy(() -> payload.get(payload.limit() - 1));
        } else {
            assertThat(payload.get(payload.limit() - 1)).isZero();
        }
    }

    /**
     * Opens and closes many files. Runs in a separate process, because it uses up the mappings that other tests need.
     */
    static final class ManyFiles {
        private ManyFiles() {}

        public static void main(String[] arguments) throws IOException {
            Path directory = Path.of(arguments[0]);
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                Path sparse = directory.resolve("sparse-" + i);
                try (FileChannel channel = FileChannel.open(
                        sparse, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
                    channel.write(ByteBuffer.allocate(1), Long.parseLong(arguments[2]) - 1);
                }
                // The content does not matter, because the options set the format.
                RecordReaderOptions options = RecordReaderOptions.defaults()
                        .format(RecordFormat.OFRECORD)
                        .compression(Compression.NONE);
                RecordReader.open(sparse, options).close();
                Files.delete(sparse);
            }
            System.out.println(mappings(directory.resolve("sparse-")));
        }
    }

    @Test
    void readsThroughABufferAfterManyClosedMappings() throws Exception {
        long bytes = 512L << 20;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyFiles.class.getName(),
                        directory.toString(),
                        "20",
                        String.valueOf(bytes))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(Long.parseLong(output.strip())).isLessThanOrEqualTo(UNMAPS ? 0 : (4L << 30) / bytes);
    }
}
