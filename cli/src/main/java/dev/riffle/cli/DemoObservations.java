package dev.riffle.cli;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes the 10,000 observations of TensorFlow's documentation as TFRecord shards, then as OFRecord. */
final class DemoObservations {

    private static final int OBSERVATIONS = 10_000;
    private static final int SHARDS = 4;
    private static final long SEED = 42;
    private static final List<String> ANIMALS = List.of("cat", "dog", "chicken", "horse", "goat");

    private DemoObservations() {}

    static void play(DemoStage stage) throws IOException {
        List<Example> observations = observations();
        stage.step("Write the 10,000 observations of TensorFlow's documentation");
        stage.say(
                "A boolean, an integer from 0 to 4, the name of an animal and a normally distributed float, generated");
        stage.say("with a fixed seed and written by the library in " + SHARDS + " shards.");
        stage.say("");
        for (int shard = 0; shard < SHARDS; shard++) {
            List<Example> part =
                    observations.subList(shard * OBSERVATIONS / SHARDS, (shard + 1) * OBSERVATIONS / SHARDS);
            RecordWriter.write(stage.path(shardName(shard)), records -> {
                for (Example observation : part) {
                    records.write(observation.toByteArray());
                }
            });
        }
        stage.run("riffle verify 'observations.tfrecord-*'");
        stage.run("riffle count 'observations.tfrecord-*'");
        stage.run("riffle head --json --limit 1 observations.tfrecord-00000-of-00004");
        int read = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            read = compare(stage, shardName(shard), Dialect.TENSORFLOW, observations, read);
        }
        stage.check(read == OBSERVATIONS, "the number of observations");
        stage.say("Read back by the library: 10,000 Examples, each equal to the Example that was written.");

        stage.step("Convert these records to OFRecord");
        stage.run("riffle export 'observations.tfrecord-*' -o observations.jsonl");
        stage.run("riffle import observations.jsonl -o observations.ofrecord --format ofrecord");
        stage.run("riffle verify observations.ofrecord");
        stage.run("riffle info observations.ofrecord");
        read = compare(stage, "observations.ofrecord", Dialect.ONEFLOW, observations, 0);
        stage.check(read == OBSERVATIONS, "the number of observations");
        stage.say("Read back by the library: 10,000 OFRecords, each equal to the Example that it came from.");
    }

    static List<Example> observations() {
        Random random = new Random(SEED);
        List<Example> observations = new ArrayList<>(OBSERVATIONS);
        for (int i = 0; i < OBSERVATIONS; i++) {
            boolean coin = random.nextBoolean();
            int animal = random.nextInt(ANIMALS.size());
            observations.add(Example.builder()
                    .put("feature0", coin)
                    .put("feature1", animal)
                    .put("feature2", ANIMALS.get(animal))
                    .put("feature3", (float) random.nextGaussian())
                    .build());
        }
        return observations;
    }

    private static String shardName(int shard) {
        return "observations.tfrecord-0000" + shard + "-of-0000" + SHARDS;
    }

    /**
     * Compares the records of a file with the observations that begin at number {@code from}. Returns the number of the
     * next observation.
     */
    private static int compare(DemoStage stage, String file, Dialect dialect, List<Example> observations, int from)
            throws IOException {
        int next = from;
        try (RecordReader records = RecordReader.open(stage.path(file))) {
            while (records.next()) {
                Example read = Example.parse(records.payload(), dialect);
                stage.check(read.equals(observations.get(next)), file + ", record " + records.index());
                next++;
            }
        }
        return next;
    }
}
