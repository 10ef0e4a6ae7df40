package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.repair.RecordRepair;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the ending of an output's name chooses its compression, with every way to write files. */
class CompressionOfNamesTest {

    private static final RecordWriterOptions DEFAULTS =
            RecordWriterOptions.defaults().withoutSync();
    private static final Bytes PAYLOAD = Example.builder().put("n", 1).build().toBytes();

    @TempDir
    Path directory;

    private Path input;

    /** A way to write one file, or a set with one shard. */
    private interface Writing {
        void write(Path file, RecordWriterOptions options) throws IOException;
    }

    private final Map<String, Writing> ofFiles = new LinkedHashMap<>();

    /** The ways to write a set. The name of the set ends like the name that the test chooses. */
    private final Map<String, Writing> ofSets = new LinkedHashMap<>();

    @BeforeEach
    void listWritings() throws IOException {
        input = directory.resolve("input");
        RecordWriter.write(input, DEFAULTS, records -> records.write(PAYLOAD));
        RecordRewrite rewrite = RecordRewrite.of(RecordSet.of(List.of(input)));
        RecordRepair repair = RecordRepair.of(ByteSource.of(input));
        Dataset<Bytes> payloads = Dataset.of(PAYLOAD);
        ofFiles.put("write", (file, options) -> RecordWriter.write(file, options, out -> out.write(PAYLOAD)));
        ofFiles.put(
                "write in place",
                (file, options) -> RecordWriter.write(file, options.inPlace(), out -> out.write(PAYLOAD)));
        ofFiles.put("copy", (file, options) -> rewrite.copyTo(RecordOutput.file(file, options)));
        ofFiles.put("recompress", (file, options) -> rewrite.recompress(List.of(file), options));
        ofFiles.put("repair", (file, options) -> repair.copyTo(RecordOutput.file(file, options)));
        ofFiles.put("write a dataset", (file, options) -> RecordDataset.write(payloads, file, options));
        ofFiles.put("write elements", (file, options) -> payloads.writeRecords(file, options, bytes -> bytes));
        ofFiles.put("write files", (file, options) -> commit(ShardedRecordWriter.create(List.of(file), options)));
        ofFiles.put(
                "write an output",
                (file, options) -> commit(ShardedRecordWriter.create(RecordOutput.file(file, options))));
        ofSets.put(
                "write shards",
                (prefix, options) -> payloads.writeShards(ShardNames.of(prefix, 1), options, bytes -> bytes));
        ofSets.put(
                "write a set",
                (prefix, options) -> commit(ShardedRecordWriter.create(ShardNames.of(prefix, 1), options)));
        ofSets.put(
                "split", (prefix, options) -> rewrite.copyTo(RecordOutput.shards(ShardNames.of(prefix, 1), options)));
        ofSets.put(
                "split by size",
                (prefix, options) -> rewrite.copyTo(RecordOutput.ofSize(prefix, "", 1 << 20, options)));
        ofSets.put(
                "split by number", (prefix, options) -> rewrite.copyTo(RecordOutput.ofRecords(prefix, "", 5, options)));
        ofSets.put(
                "split by key",
                (prefix, options) ->
                        rewrite.copyTo(RecordOutput.byKey(ShardNames.of(prefix, 1), "n", MissingKey.FAIL, options)));
    }

    private static void commit(ShardedRecordWriter opened) throws IOException {
        try (ShardedRecordWriter writer = opened) {
            writer.write(PAYLOAD);
            writer.commit();
        }
    }

    private Map<String, Writing> all() {
        Map<String, Writing> all = new LinkedHashMap<>(ofFiles);
        all.putAll(ofSets);
        return all;
    }

    /** Returns the only file in the directory besides the input, and deletes it. */
    private Compression written() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> visible = files.filter(file -> !file.equals(input)
                            && !file.getFileName().toString().startsWith("."))
                    .toList();
            assertThat(visible).hasSize(1);
            Compression compression = compressionOf(visible.get(0));
            Files.delete(visible.get(0));
            return compression;
        }
    }

    private static Compression compressionOf(Path file) throws IOException {
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.next()).isTrue();
            assertThat(Bytes.copyOf(reader.payload())).isEqualTo(PAYLOAD);
            return reader.compression();
        }
    }

    private void clear() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file -> !file.equals(input)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void theEndingChooses() throws IOException {
        Map<String, Compression> endings = Map.of(
                "x.tfrecord.gz", Compression.GZIP,
                "x.gz", Compression.GZIP,
                "x.GZ", Compression.GZIP,
                "x.tfrecord.zlib", Compression.ZLIB,
                "x.snappy", Compression.SNAPPY,
                "x.tfrecord", Compression.NONE,
                "x.gz.tfrecord", Compression.NONE);
        for (Map.Entry<String, Compression> ending : endings.entrySet()) {
            for (Map.Entry<String, Writing> writing : all().entrySet()) {
                writing.getValue().write(directory.resolve(ending.getKey()), DEFAULTS);
                assertThat(written().name())
                        .as("%s %s", writing.getKey(), ending.getKey())
                        .isEqualTo(ending.getValue().name());
                clear();
            }
        }
    }

    @Test
    void theNumbersOfAShardDoNotCount() throws IOException {
        for (String name : List.of("x.tfrecord.gz-00000-of-00001", "x-00000-of-00001.tfrecord.gz")) {
            for (Map.Entry<String, Writing> writing : ofFiles.entrySet()) {
                writing.getValue().write(directory.resolve(name), DEFAULTS);
                assertThat(written().name()).as("%s %s", writing.getKey(), name).isEqualTo("GZIP");
                clear();
            }
        }
        commit(ShardedRecordWriter.create(new ShardNames(directory.resolve("x"), 1, ".tfrecord.gz"), DEFAULTS));
        assertThat(written().name()).isEqualTo("GZIP");
        clear();
        commit(ShardedRecordWriter.create(RecordOutput.ofSize(directory.resolve("x"), ".gz", 1 << 20, DEFAULTS)));
        assertThat(written().name()).isEqualTo("GZIP");
    }

    @Test
    void anOptionThatContradictsTheEndingIsRejected() throws IOException {
        for (Map.Entry<String, Writing> writing : all().entrySet()) {
            for (Compression chosen : List.of(Compression.NONE, Compression.ZLIB)) {
                Path file = directory.resolve("x.tfrecord.gz");
                assertThatIllegalArgumentException()
                        .as("%s %s", writing.getKey(), chosen)
                        .isThrownBy(() -> writing.getValue().write(file, DEFAULTS.compression(chosen)))
                        .withMessageStartingWith(file.toString())
                        .withMessageEndingWith(": the ending of the name means GZIP, but the options set "
                                + chosen.name() + "; omit compression(), or choose another name");
                try (Stream<Path> files = Files.list(directory)) {
                    assertThat(files).as(writing.getKey()).containsExactly(input);
                }
            }
        }
    }

    @Test
    void anOptionWinsUnderOtherNames() throws IOException {
        for (Map.Entry<String, Writing> writing : all().entrySet()) {
            for (String name : List.of("x.tfrecord", "x", "x.zst", "x.gz")) {
                writing.getValue().write(directory.resolve(name), DEFAULTS.compression(Compression.GZIP.level(1)));
                assertThat(written().name()).as("%s %s", writing.getKey(), name).isEqualTo("GZIP");
                clear();
            }
        }
    }

    @Test
    void eachFileOfAListFollowsItsOwnName() throws IOException {
        List<Path> paths = List.of(directory.resolve("a.gz"), directory.resolve("b.tfrecord"));
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(paths, DEFAULTS)) {
            writer.write(PAYLOAD);
            writer.write(PAYLOAD);
            writer.commit();
        }
        assertThat(compressionOf(paths.get(0)).name()).isEqualTo("GZIP");
        assertThat(compressionOf(paths.get(1)).name()).isEqualTo("NONE");
    }

    @Test
    void theNameOfASinkChoosesButDoesNotContradict() throws IOException {
        Path file = directory.resolve("x.tfrecord.gz");
        for (ByteSink sink : List.of(ByteSink.of(file), ByteSink.inPlace(file))) {
            try (RecordWriter writer = RecordWriter.create(sink, DEFAULTS)) {
                assertThat(writer.compression().name()).isEqualTo("GZIP");
                writer.write(PAYLOAD);
                writer.commit();
            }
            assertThat(written().name()).isEqualTo("GZIP");
            commit(ShardedRecordWriter.create(RecordOutput.sink(sink, DEFAULTS.compression(Compression.NONE))));
            assertThat(written().name()).isEqualTo("NONE");
        }
    }

    @Test
    void theNameOfAStreamChoosesNothing() throws IOException {
        for (boolean asSink : List.of(true, false)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (RecordWriter writer = asSink
                    ? RecordWriter.create(ByteSink.of(bytes, "x.gz"), DEFAULTS)
                    : RecordWriter.create(bytes, "x.gz", DEFAULTS)) {
                writer.write("plain");
                writer.commit();
            }
            assertThat(bytes.toString(java.nio.charset.StandardCharsets.ISO_8859_1))
                    .contains("plain");
        }
    }

    @Test
    void theContentOfAnExistingFileDecides() throws IOException {
        Path plain = directory.resolve("plain.gz");
        Files.copy(input, plain);
        RecordRewrite.of(RecordSet.of(List.of(input))).appendTo(plain);
        RecordRewrite.of(RecordSet.of(List.of(input))).appendInPlace(plain);
        RecordWriter.append(plain).commit();
        assertThat(compressionOf(plain).name()).isEqualTo("NONE");
    }

    @Test
    void theNameOfAnEmptyFileDecides() throws IOException {
        RecordRewrite rewrite = RecordRewrite.of(RecordSet.of(List.of(input)));
        Path empty = Files.createFile(directory.resolve("empty.gz"));
        String reason = empty + ": records can be appended only to an uncompressed file, but the ending of the name"
                + " means GZIP";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordWriter.append(empty))
                .withMessage(reason);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rewrite.appendInPlace(empty))
                .withMessage(reason);
        assertThat(empty).isEmptyFile();
        rewrite.appendTo(empty);
        assertThat(compressionOf(empty).name()).isEqualTo("GZIP");
    }

    @Test
    void aFormatRejectsACompressionOfTheName() {
        RecordWriterOptions ofRecord = DEFAULTS.format(RecordFormat.OFRECORD);
        Path file = directory.resolve("x.ofrecord.zlib");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordWriter.create(file, ofRecord))
                .withMessage(file + ": OFRecord files are uncompressed or GZIP, not ZLIB");
    }
}
