package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that writes sets. All files of a set that has its first shard come from one write operation. Other
 * files are hidden.
 */
class KilledShardsTest {

    private static final int SHARDS = 5;
    private static final int RECORDS = 4000;

    @TempDir
    Path directory;

    /** Writes the set repeatedly in a separate process. Each run writes one record more to each file. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            RecordWriterOptions options =
                    RecordWriterOptions.defaults().overwrite().withoutSync();
            for (int extra = 0; ; extra++) {
                try (ShardedRecordWriter writer =
                        ShardedRecordWriter.create(ShardNames.of(Path.of(arguments[0]), SHARDS), options)) {
                    for (int i = 0; i < (RECORDS + extra) * SHARDS; i++) {
                        writer.write(new byte[i % 100]);
                    }
                    writer.commit();
                }
                System.out.println("wrote " + extra);
            }
        }
    }

    @Test
    void leavesNoMixtureWhenKilledAtAnyByte() throws Exception {
        long seed = Rounds.seed("killed shards");
        Random random = new Random(seed);
        ShardNames names = ShardNames.of(directory.resolve("train"), SHARDS);
        for (int round = 0; round < 4; round++) {
            ChildProcess.deleteTemporaryFiles(directory);
            ChildProcess process = ChildProcess.java(
                    directory,
                    directory.resolve("output"),
                    Writer.class.getName(),
                    names.prefix().toString());
            process.awaitLines(1 + random.nextInt(3));
            long bytes = random.nextInt(SHARDS * (int) Files.size(names.path(SHARDS - 1)));
            process.await(() -> ChildProcess.temporaryBytes(directory) > bytes);
            process.kill();
            boolean complete = Files.exists(names.path(0));
            Set<Long> counts = new HashSet<>();
            for (Path path : names.paths().subList(complete ? 0 : 1, SHARDS)) {
                long records = 0;
                try (RecordReader reader = RecordReader.open(path)) {
                    while (reader.next()) {
                        records++;
                    }
                }
                assertThat(records).as("seed %d round %d", seed, round).isGreaterThanOrEqualTo(RECORDS);
                counts.add(records);
            }
            if (complete) {
                assertThat(counts).as("seed %d round %d", seed, round).hasSize(1);
            }
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(file -> file.getFileName().toString())
                                .filter(name -> !name.equals("output") && !name.equals(".train@5.manifest.json"))
                                .filter(name -> !names.paths().contains(directory.resolve(name))))
                        .allMatch(name -> name.startsWith(".") && name.endsWith(".tmp"));
            }
        }
    }
}
