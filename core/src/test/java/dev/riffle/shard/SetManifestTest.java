package dev.riffle.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.MalformedTextException;
import dev.riffle.example.internal.KeyHash;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.SetManifest.Finding;
import dev.riffle.shard.SetManifest.Finding.Kind;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetManifestTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private ShardNames names() {
        return ShardNames.of(directory.resolve("train"), 3);
    }

    private SetManifest write(RecordWriterOptions options) throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names(), options)) {
            for (int i = 0; i < 7; i++) {
                writer.write(Bytes.ofUtf8("record " + i));
            }
            writer.schema("sha256:abc");
            writer.commit();
        }
        return SetManifest.read(SetManifest.pathOf(names()));
    }

    private static List<Kind> kinds(List<Finding> findings) {
        return findings.stream().map(Finding::kind).toList();
    }

    @Test
    void listsEveryFile() throws IOException {
        SetManifest manifest = write(OPTIONS.compression(Compression.GZIP));
        assertThat(SetManifest.pathOf(names())).hasFileName(".train@3.manifest.json");
        assertThat(manifest.format()).isEqualTo(RecordFormat.TFRECORD);
        assertThat(manifest.compression()).isEqualTo("GZIP");
        assertThat(manifest.schema()).contains("sha256:abc");
        assertThat(manifest.records()).isEqualTo(7);
        assertThat(manifest.shards()).extracting(SetManifest.Shard::records).containsExactly(3L, 2L, 2L);
        for (SetManifest.Shard shard : manifest.shards()) {
            byte[] bytes = Files.readAllBytes(directory.resolve(shard.name()));
            CRC32C checksum = new CRC32C();
            checksum.update(bytes);
            assertThat(shard.bytes()).isEqualTo(bytes.length);
            assertThat(shard.crc32c()).isEqualTo((int) checksum.getValue());
        }
        assertThat(manifest.check(directory)).isEmpty();
        assertThat(ManifestText.parse(manifest.toJson())).isEqualTo(manifest);
    }

    @Test
    void findsDifferences() throws IOException {
        SetManifest manifest = write(OPTIONS);
        Path first = names().path(0);
        byte[] bytes = Files.readAllBytes(first);
        byte[] other = bytes.clone();
        other[bytes.length - 10] ^= 1;
        Files.write(first, other);
        assertThat(kinds(manifest.check(directory))).containsExactly(Kind.CHECKSUM);
        RecordWriter.write(first, OPTIONS.overwrite(), records -> {
            for (int i = 0; i < 3; i++) {
                records.write("another" + i);
            }
        });
        assertThat(kinds(manifest.check(directory))).containsExactly(Kind.CHECKSUM);
        RecordWriter.write(first, OPTIONS.overwrite(), records -> records.write("short"));
        assertThat(manifest.check(directory))
                .containsExactly(new Finding("train-00000-of-00003", Kind.RECORDS, "3 records", "1 record"));
        assertThat(manifest.check(directory, Map.of("train-00000-of-00003", 3L), 1, progress -> {}))
                .containsExactly(new Finding("train-00000-of-00003", Kind.SIZE, bytes.length + " bytes", "21 bytes"));
        Files.delete(first);
        Files.writeString(directory.resolve("train-00001-of-00004"), "");
        List<Finding> findings = manifest.check(directory);
        assertThat(kinds(findings)).containsExactly(Kind.MISSING, Kind.EXTRA);
        assertThat(findings.get(0))
                .hasToString("train-00000-of-00003: differs from the manifest: expected a file, found no file");
        Files.createDirectory(first);
        assertThat(kinds(manifest.check(directory))).containsExactly(Kind.MISSING, Kind.EXTRA);
    }

    @Test
    void reportsTheProgressOfACheck() throws IOException {
        for (Compression compression : List.of(Compression.NONE, Compression.GZIP)) {
            SetManifest manifest = write(OPTIONS.overwrite().compression(compression));
            for (int threads : List.of(1, 2)) {
                ProgressEvents events = new ProgressEvents();
                assertThat(manifest.check(directory, Map.of(), threads, events)).isEmpty();
                assertThat(events.last()).isEqualTo(progress(7, 2 * manifest.bytes()));
                assertThat(events.all()).hasSizeGreaterThan(3);
                events.clear();
                Map<String, Long> counted = Map.of("train-00000-of-00003", 3L);
                assertThat(manifest.check(directory, counted, threads, events)).isEmpty();
                long known = manifest.shards().get(0).bytes();
                assertThat(events.last()).isEqualTo(progress(7, 2 * manifest.bytes() - known));
            }
        }
    }

    @Test
    void theProgressOfACheckReachesTheTotalIfFilesDiffer() throws IOException {
        SetManifest manifest = write(OPTIONS);
        Files.delete(names().path(0));
        RecordWriter.write(names().path(1), OPTIONS.overwrite(), records -> records.write("short"));
        Files.write(names().path(2), new byte[100]);
        ProgressEvents events = new ProgressEvents();
        assertThat(kinds(manifest.check(directory, Map.of(), 2, events)))
                .containsExactly(Kind.MISSING, Kind.RECORDS, Kind.SIZE);
        assertThat(events.last()).isEqualTo(progress(1, 2 * (21 + 100)));
    }

    private static Progress progress(long records, long bytes) {
        return new Progress(records, bytes, OptionalLong.of(bytes), true);
    }

    @Test
    void replacesTheManifestWithTheSet() throws IOException {
        String old = write(OPTIONS).toJson();
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names(), OPTIONS.overwrite())) {
            writer.write(Bytes.ofUtf8("one"));
            writer.commit();
        }
        SetManifest manifest = SetManifest.read(SetManifest.pathOf(names()));
        assertThat(manifest.toJson()).isNotEqualTo(old);
        assertThat(manifest.check(directory)).isEmpty();
        // A list with some of the shards, or with another order, is not a set. So the commit removes the manifest.
        List<Path> reversed = List.of(names().path(2), names().path(1));
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(reversed, OPTIONS.overwrite())) {
            writer.commit();
        }
        assertThat(SetManifest.pathOf(names())).doesNotExist();
    }

    @Test
    void replacesAManifestWithoutShards() throws IOException {
        write(OPTIONS);
        for (Path file : names().paths()) {
            Files.delete(file);
        }
        assertThat(write(OPTIONS).check(directory)).isEmpty();
    }

    @Test
    void writesNoManifestForOtherFiles() throws IOException {
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(
                List.of(directory.resolve("part-00000"), directory.resolve("part-00001")), OPTIONS)) {
            writer.commit();
        }
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\": 1|\"version\": 2|version must be 1",
                "\"version\": 1|\"version\": 1.5|version must be an integer",
                "riffle set|something|kind must be",
                "\"records\": 7|\"records\": 8|records must be 7, the sum of all shards: 8",
                "\"bytes\": 168|\"bytes\": -1|bytes must be an integer",
                "\"bytes\": 168|\"bytes\": 1e99|bytes must be an integer",
                "\"bytes\": 168|\"bytes\": \"168\"|bytes must be a number",
                "\"format\": \"tfrecord\"|\"format\": \"x\"|format must be tfrecord, ofrecord or the name of an installed container: x",
                "\"compression\"|\"compressing\"|unknown member",
                "train-00001-of-00003|train-00002-of-00003|in order: shard 1 of 3",
                "train-00001-of-00003|train-00001-of-00004|in order: shard 1 of 3",
                "train-00001-of-00003|../train-00001-of-00003|a path inside the directory",
                "train-00001-of-00003|other|in order: shard 1 of 3",
                "\"crc32c\":\"|\"crc32c\":\"x|crc32c must be 8 hexadecimal digits",
                "\"records\":3|\"records\":9223372036854775807|overflow",
                "{\"name\":|7, {\"name\":|must be an object",
                "]|]]|",
            })
    void rejectsInvalidManifests(String from, String to, String message) throws IOException {
        String text = write(OPTIONS).toJson();
        assertThat(text).contains(from);
        Path path = SetManifest.pathOf(names());
        int at = text.indexOf(from);
        Files.writeString(path, text.substring(0, at) + to + text.substring(at + from.length()));
        assertThatThrownBy(() -> SetManifest.read(path))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(path + ": invalid manifest: ")
                .hasMessageContaining(message == null ? "" : message);
    }

    @Test
    void rejectsTruncatedManifests() throws IOException {
        String text = write(OPTIONS).toJson().stripTrailing();
        for (int i = 0; i < text.length(); i++) {
            String cut = text.substring(0, i);
            assertThatThrownBy(() -> ManifestText.parse(cut)).isInstanceOf(RuntimeException.class);
        }
        Path path = SetManifest.pathOf(names());
        Files.write(path, new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> SetManifest.read(path)).hasMessageContaining("invalid manifest: not UTF-8");
        Files.delete(path);
        assertThatThrownBy(() -> SetManifest.read(path)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void mapsKeysToTheSameShardsInEveryVersion() throws IOException {
        assertThat(KeyHash.of(Bytes.ofUtf8("").asByteBuffer())).isEqualTo(-1166397803181037274L);
        assertThat(KeyHash.of(Bytes.ofUtf8("key").asByteBuffer())).isEqualTo(-3491282005168279504L);
        assertThat(KeyHash.of(Bytes.ofUtf8("ü").asByteBuffer())).isEqualTo(-7309443716806476511L);
        int[] counts = new int[8];
        for (int i = 0; i < 8000; i++) {
            counts[ShardedRecordWriter.shardOf(Bytes.ofUtf8("key" + i), 8)]++;
        }
        for (int count : counts) {
            assertThat(count).isBetween(850, 1150);
        }
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names(), OPTIONS)) {
            for (int i = 0; i < 30; i++) {
                writer.writeByKey(Bytes.ofUtf8("k" + i % 5), Bytes.ofUtf8("p" + i));
            }
            for (int shard = 0; shard < 3; shard++) {
                assertThat(writer.count(shard) % 6).isZero();
            }
            writer.commit();
        }
        assertThatThrownBy(() -> ShardedRecordWriter.shardOf(Bytes.ofUtf8("x"), 0))
                .hasMessage("shards must be positive: 0");
    }

    @Test
    void storesAnEmptySet() {
        SetManifest manifest = new SetManifest(
                RecordFormat.OFRECORD,
                "NONE",
                List.of(new SetManifest.Shard("a-00000-of-00001", 0, 0, 0)),
                Optional.empty(),
                Map.of());
        assertThat(ManifestText.parse(manifest.toJson())).isEqualTo(manifest);
    }

    @Test
    void storesColumnsInOrder() throws IOException {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("price", "DECIMAL(8,2)");
        columns.put("a \"b\"", "ARRAY<FLOAT>");
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names(), OPTIONS)) {
            writer.columns(columns);
            writer.commit();
        }
        SetManifest manifest = SetManifest.read(SetManifest.pathOf(names()));
        assertThat(manifest.columns()).containsExactlyEntriesOf(columns);
        assertThat(manifest.toJson())
                .contains("  \"columns\": {\"price\":\"DECIMAL(8,2)\",\"a \\\"b\\\"\":\"ARRAY<FLOAT>\"},\n");
        assertThat(SetManifest.ofJson(manifest.toJson())).isEqualTo(manifest);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|columns must be an object with at least one column",
                "[]|columns must be an object with at least one column",
                "{\"a\": 1}|a must be a string"
            })
    void rejectsInvalidColumns(String columns, String message) throws IOException {
        String text = write(OPTIONS).toJson().replace("\"records\": 7", "\"columns\": " + columns + ", \"records\": 7");
        assertThatThrownBy(() -> SetManifest.ofJson(text)).hasMessage("invalid manifest: " + message);
    }

    @Test
    void listsTheFilesOfADirectory() throws IOException {
        Path file = directory.resolve("day=1/part-00000-c000.tfrecord");
        Files.createDirectories(file.getParent());
        RecordWriter.write(file, OPTIONS, records -> records.write("short"));
        CRC32C checksum = new CRC32C();
        checksum.update(Files.readAllBytes(file));
        SetManifest.Shard shard =
                new SetManifest.Shard("day=1/part-00000-c000.tfrecord", 1, Files.size(file), (int) checksum.getValue());
        SetManifest manifest = SetManifest.ofJson(
                new SetManifest(RecordFormat.TFRECORD, "NONE", List.of(shard), Optional.empty(), Map.of()).toJson());
        assertThat(manifest.shards()).containsExactly(shard);
        assertThat(manifest.check(directory)).isEmpty();
        Files.write(file, new byte[3]);
        assertThat(kinds(manifest.check(directory))).containsExactly(Kind.SIZE);
        Files.delete(file);
        assertThat(kinds(manifest.check(directory))).containsExactly(Kind.MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "/a", "../a", "a/../b", "./a", "a//b", "a/", "a\\b", "train-00001-of-00002"})
    void rejectsOtherNamesInADirectory(String name) {
        String json = new SetManifest(
                        RecordFormat.TFRECORD,
                        "NONE",
                        List.of(new SetManifest.Shard("a", 0, 0, 0), new SetManifest.Shard(name, 0, 0, 0)),
                        Optional.empty(),
                        Map.of())
                .toJson();
        assertThatThrownBy(() -> SetManifest.ofJson(json)).isInstanceOf(MalformedTextException.class);
    }

    @Test
    void storesTheVersionsOfFiles() {
        SetManifest manifest = new SetManifest(
                RecordFormat.TFRECORD,
                "NONE",
                List.of(
                        new SetManifest.Shard("a", 0, 0, 0, Optional.of("\"9e1c-2\"")),
                        new SetManifest.Shard("b", 0, 0, 0)),
                Optional.empty(),
                Map.of());

        assertThat(manifest.toJson())
                .contains(
                        "{\"name\":\"a\",\"records\":0,\"bytes\":0,\"crc32c\":\"00000000\",\"tag\":\"\\\"9e1c-2\\\"\"},\n")
                .contains("{\"name\":\"b\",\"records\":0,\"bytes\":0,\"crc32c\":\"00000000\"}\n");
        assertThat(SetManifest.ofJson(manifest.toJson())).isEqualTo(manifest);
        assertThatThrownBy(() -> SetManifest.ofJson(manifest.toJson().replace("\"\\\"9e1c-2\\\"\"", "9")))
                .hasMessage("invalid manifest: tag must be a string");
    }

    @Test
    void needsAShard() {
        assertThatThrownBy(() -> new SetManifest(RecordFormat.TFRECORD, "NONE", List.of(), Optional.empty(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shards must have at least one element");
    }
}
