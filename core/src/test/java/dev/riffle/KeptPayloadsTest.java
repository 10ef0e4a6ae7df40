package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.scan.ParallelScan;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.RecordSetReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keeps views of payloads, with and without the option that overwrites such views. */
class KeptPayloadsTest {

    private static final int LARGE = 1_500_000;

    @TempDir
    Path directory;

    /** Returns a view of a payload that is no longer valid. */
    private interface Keeper {
        ByteBuffer keep(Path file) throws IOException;
    }

    private static final Map<String, Keeper> KEEPERS = new TreeMap<>(Map.of(
            "next",
            file -> {
                try (RecordReader reader = RecordReader.open(file)) {
                    return skipped(reader);
                }
            },
            "seek",
            file -> {
                RecordReader reader = RecordReader.open(file);
                reader.next();
                ByteBuffer view = reader.payload();
                if (reader.compression().isNone()) {
                    reader.seek(reader.offset(), 0);
                } else {
                    reader.close();
                }
                return view;
            },
            "close",
            file -> {
                try (RecordReader reader = RecordReader.open(file)) {
                    reader.next();
                    return reader.payload();
                }
            },
            "stream",
            file -> {
                try (RecordReader reader = RecordReader.open(Files.newInputStream(file), "stream")) {
                    return skipped(reader);
                }
            },
            "set",
            file -> {
                try (RecordSetReader reader = RecordSetReader.open(RecordSet.of(List.of(file, file)))) {
                    reader.next();
                    reader.next();
                    reader.next();
                    ByteBuffer view = reader.payload();
                    reader.next();
                    return view;
                }
            },
            "scan",
            file -> {
                List<ByteBuffer> views = new ArrayList<>();
                ParallelScan.of(ByteSource.of(file))
                        .threads(2)
                        .run(
                                records -> {
                                    records.next();
                                    ByteBuffer view = records.payload();
                                    records.next();
                                    return view;
                                },
                                views::add);
                return views.get(0);
            },
            "batch",
            file -> {
                PayloadBatch batch = new PayloadBatch();
                try (RecordReader reader = RecordReader.open(file)) {
                    batch.refill(reader, 1);
                    ByteBuffer view = batch.payload(0);
                    batch.refill(reader, 1);
                    return view;
                }
            }));

    private static ByteBuffer skipped(RecordReader reader) throws IOException {
        reader.next();
        ByteBuffer view = reader.payload();
        assertThat(reader.payload()).isSameAs(view);
        reader.next();
        return view;
    }

    private static byte[] message(int size) {
        return Example.builder()
                .put("a", Bytes.ofOwned(new byte[size]))
                .build()
                .toBytes()
                .toByteArray();
    }

    /** Prints what becomes of a view that each reader of each file returned. */
    public static final class Program {

        private Program() {}

        public static void main(String[] files) throws IOException {
            for (String name : files) {
                Path file = Path.of(name);
                for (Map.Entry<String, Keeper> each : KEEPERS.entrySet()) {
                    ByteBuffer view = each.getValue().keep(file);
                    System.out.println(file.getFileName() + " " + each.getKey() + ": " + state(view));
                }
                try (RecordIndex index = RecordIndex.open(List.of(file))) {
                    Bytes kept = index.get(0);
                    index.get(1);
                    System.out.println(file.getFileName() + " index: " + state(kept.asByteBuffer()));
                }
            }
        }

        private static String state(ByteBuffer view) {
            byte[] bytes = new byte[view.remaining()];
            view.get(bytes);
            try {
                Example.parse(bytes);
                return "a message";
            } catch (RiffleException e) {
                for (byte each : bytes) {
                    if (each != (byte) 0xDB) {
                        return "other bytes";
                    }
                }
                return "overwritten";
            }
        }
    }

    private List<String> files() throws IOException {
        byte[][] small = {message(20), message(21), message(22)};
        byte[][] large = {message(LARGE), message(LARGE + 1)};
        RecordWriterOptions options = RecordWriterOptions.defaults();
        Map<String, byte[]> files = new TreeMap<>(Map.of(
                "plain", RecordFiles.write(options, small),
                "plain-large", RecordFiles.write(options, large),
                "gzip", RecordFiles.write(options.compression(Compression.GZIP), small),
                "gzip-large", RecordFiles.write(options.compression(Compression.GZIP), large),
                "snappy", RecordFiles.write(options.compression(Compression.SNAPPY), small),
                "ofrecord", RecordFiles.write(options.format(RecordFormat.OFRECORD), small),
                "blocks",
                        RecordFiles.write(
                                options.format(RecordFormat.named("blocks").orElseThrow()), small)));
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, byte[]> each : files.entrySet()) {
            names.add(Files.write(directory.resolve(each.getKey()), each.getValue())
                    .toString());
        }
        return names;
    }

    @Test
    void theOptionOverwritesEveryViewThatIsNoLongerValid() throws Exception {
        List<String> files = files();
        List<String> words = new ArrayList<>(List.of("-Driffle.debug.payloads=true", Program.class.getName()));
        words.addAll(files);

        ChildProcess process = ChildProcess.java(directory, directory.resolve("output"), words.toArray(String[]::new));

        assertThat(process.awaitEnd()).as(process::output).isZero();
        assertThat(process.output().lines())
                .hasSize(files.size() * (KEEPERS.size() + 1))
                .allMatch(line -> line.endsWith(line.contains(" index:") ? "index: a message" : ": overwritten"));
    }

    @Test
    void withoutTheOptionAReaderCopiesNoLargePayload() throws IOException {
        files();
        try (RecordReader reader = RecordReader.open(directory.resolve("plain-large"))) {
            reader.next();
            assertThat(reader.payload().isDirect()).isTrue();
            assertThat(Example.parse(reader.payload()).feature("a").bytesValue().size())
                    .isEqualTo(LARGE);
        }
    }
}
