package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCallsTest {

    @TempDir
    private Path directory;

    private Path path;
    private final Example example = Example.builder().put("label", 4).build();
    private final Bytes payload = example.toBytes();

    @BeforeEach
    void writeTwo() throws IOException {
        path = directory.resolve("two.tfrecord");
        RecordWriter.write(path, records -> {
            records.write(payload);
            records.write("text");
        });
    }

    @Test
    void writing() throws IOException {
        path = directory.resolve("new.tfrecord");
        try (RecordWriter writer = RecordWriter.create(path)) {
            writer.write(example.toBytes());
            writer.write("text");
            writer.flush();
            writer.commit();
        }
        try (RecordWriter writer = RecordWriter.append(path)) {
            writer.write(payload);
            writer.commit();
        }
        RecordWriterOptions options = RecordWriterOptions.defaults().overwrite();
        RecordWriter.write(path, options, records -> records.write(payload));
        assertThat(Files.size(path)).isEqualTo(payload.size() + 16L);
    }

    @Test
    void options() throws IOException {
        List<RecordWriterOptions> all = List.of(
                RecordWriterOptions.defaults(),
                RecordWriterOptions.defaults().compression(Compression.NONE),
                RecordWriterOptions.defaults().compression(Compression.GZIP),
                RecordWriterOptions.defaults().compression(Compression.ZLIB),
                RecordWriterOptions.defaults().compression(Compression.SNAPPY),
                RecordWriterOptions.defaults().compression(Compression.GZIP.level(9)));
        for (RecordWriterOptions options : all) {
            try (RecordWriter writer = RecordWriter.create(path, options.overwrite())) {
                writer.write(payload);
                writer.commit();
            }
            try (RecordReader records = RecordReader.open(path)) {
                assertThat(records.compression().name()).isNotEmpty();
                assertThat(records.stream().count()).isEqualTo(1);
            }
        }
    }

    @Test
    void reading() throws IOException {
        List<Bytes> found = new ArrayList<>();
        try (RecordReader records = RecordReader.open(path)) {
            for (Bytes record : records) {
                found.add(record);
            }
        }
        assertThat(found).hasSize(2);
        assertThat(found.get(0).toByteArray()).isEqualTo(payload.toByteArray());
        assertThat(found.get(1).utf8()).isEqualTo("text");
        try (RecordReader records = RecordReader.open(path)) {
            Iterator<Bytes> iterator = records.iterator();
            assertThat(iterator.next()).isEqualTo(payload);
        }
        try (RecordReader records = RecordReader.open(path)) {
            assertThat(records.next()).isTrue();
            Example parsed = Example.parse(records.payload());
            assertThat(parsed).isEqualTo(example);
            assertThat(records.offset()).isZero();
        }
        try (RecordReader records = RecordReader.open(path)) {
            while (records.next()) {
                found.add(Bytes.copyOf(records.payload()));
            }
        }
        assertThat(found).hasSize(4);
        try (RecordReader records = RecordReader.open(path)) {
            assertThat(records.stream().limit(10)).hasSize(2);
        }
        try (RecordReader records = RecordReader.open(path)) {
            assertThat(records.stream().skip(1)).containsExactly(Bytes.ofUtf8("text"));
        }
        try (RecordReader records = RecordReader.open(path)) {
            assertThat(records.stream().filter(record -> record.size() > 4)).hasSize(1);
        }
        try (RecordReader records = RecordReader.open(path)) {
            Stream<Example> examples = records.stream(Example::parse);
            assertThat(examples.limit(1)).containsExactly(example);
        }
        RecordReaderOptions followed = RecordReaderOptions.defaults().follow();
        try (RecordReader records = RecordReader.open(path, followed)) {
            assertThat(records.next()).isTrue();
        }
    }

    @Test
    void compressed() throws IOException {
        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        RecordWriter.write(path, gzip.overwrite(), records -> records.write(payload));
        RecordReaderOptions options = RecordReaderOptions.defaults().compression(Compression.GZIP);
        try (RecordReader records = RecordReader.open(path, options)) {
            assertThat(records.stream()).containsExactly(payload);
        }
    }

    @Test
    void severalFiles() throws IOException {
        List<Path> paths = List.of(path, path);
        long count = 0;
        for (Path shard : paths) {
            try (RecordReader records = RecordReader.open(shard)) {
                count += records.stream().count();
            }
        }
        assertThat(count).isEqualTo(4);
    }

    @Test
    void damage() throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        bytes[14] ^= 1;
        Files.write(path, bytes);
        assertThatThrownBy(() -> {
                    try (RecordReader records = RecordReader.open(path)) {
                        records.next();
                    }
                })
                .isInstanceOf(CorruptRecordException.class);
        List<SkippedRegion> lost = new ArrayList<>();
        DamagePolicy skip = DamagePolicy.skip(region -> lost.add(region));
        try (RecordReader records =
                RecordReader.open(path, RecordReaderOptions.defaults().damage(skip))) {
            assertThat(records.stream().map(Bytes::utf8)).containsExactly("text");
        }
        assertThat(lost).hasSize(1);
    }

    @Test
    void files() throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        Files.write(path, bytes);
        assertThat(Files.exists(path)).isTrue();
        assertThat(Files.size(path)).isEqualTo(bytes.length);
        try (DirectoryStream<Path> matching = Files.newDirectoryStream(directory, "*.tfrecord")) {
            assertThat(matching).containsExactly(path);
        }
        Path notes = directory.resolve("a");
        Files.writeString(notes, "a");
        Files.writeString(notes, "b", StandardOpenOption.APPEND);
        try (Stream<String> lines = Files.lines(notes)) {
            assertThat(lines).containsExactly("ab");
        }
        Files.delete(notes);
        assertThat(Files.isDirectory(directory)).isTrue();
        assertThat(Files.isDirectory(Files.createDirectory(directory.resolve("c"))))
                .isTrue();
        try (Stream<Path> entries = Files.list(directory)) {
            assertThat(entries).contains(path);
        }
        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all).contains(directory, path);
        }
        assertThat(FileSystemProvider.installedProviders()).isNotEmpty();
        Path deep = Files.createDirectories(directory.resolve("a/b"));
        Path target = deep.resolve("copy.tfrecord");
        Files.copy(path, target);
        Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
        Files.delete(target);
        assertThat(Files.exists(target)).isFalse();
    }
}
