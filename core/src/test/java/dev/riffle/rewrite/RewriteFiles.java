package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.BuiltInFormats;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Writes random files for tests of rewrites, and reads files. */
public final class RewriteFiles {

    static final List<Compression> COMPRESSIONS = List.of(
            Compression.NONE,
            Compression.GZIP,
            Compression.GZIP.cutMembers(4 << 10),
            Compression.ZLIB,
            Compression.SNAPPY);

    private RewriteFiles() {}

    /** The input of a tested operation. */
    record Input(List<ByteSource> sources, List<Bytes> payloads, RecordWriterOptions options) {

        RecordRewrite rewrite() {
            return RecordRewrite.of(sources);
        }
    }

    /** Returns an Example with a number and some bytes. Many calls return equal Examples. */
    static Bytes message(Random random, RecordFormat format) {
        Example example = Example.builder()
                .put("n", random.nextInt(12))
                .put("x", random.nextInt(3) / 4f)
                .put("s", Bytes.copyOf(new byte[random.nextInt(3) * random.nextInt(400)]))
                .build();
        return Bytes.copyOf(example.toByteArray(dialect(format)));
    }

    static Dialect dialect(RecordFormat format) {
        return format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
    }

    static Input random(Random random, Path directory) throws IOException {
        RecordFormat format = BuiltInFormats.all().get(random.nextInt(2));
        Compression compression = COMPRESSIONS.get(random.nextInt(format == RecordFormat.OFRECORD ? 3 : 5));
        RecordWriterOptions options = RecordWriterOptions.defaults()
                .format(format)
                .compression(compression)
                .withoutSync();
        List<ByteSource> sources = new ArrayList<>();
        List<Bytes> all = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Path path = Files.createTempFile(directory, "in", "");
            List<Bytes> payloads = new ArrayList<>();
            for (int j = random.nextInt(3) * random.nextInt(200) + (all.isEmpty() ? 1 : 0); j > 0; j--) {
                payloads.add(message(random, format));
            }
            write(path, options, payloads);
            all.addAll(payloads);
            // A file without records has no recognizable format.
            if (!payloads.isEmpty()) {
                sources.add(ByteSource.of(path));
            }
        }
        return new Input(sources, all, options);
    }

    public static void write(Path path, RecordWriterOptions options, List<Bytes> payloads) throws IOException {
        RecordWriter.write(path, options.overwrite(), writer -> writer.writeAll(payloads.stream()));
    }

    public static List<Bytes> read(Path path) throws IOException {
        try (RecordReader reader = RecordReader.open(path)) {
            List<Bytes> payloads = new ArrayList<>();
            reader.forEach(payloads::add);
            return payloads;
        }
    }

    public static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    /** Checks that the directory contains no hidden files. */
    static void assertNothingHidden(Path directory) throws IOException {
        assertThat(names(directory)).noneMatch(name -> name.startsWith("."));
    }
}
