package dev.riffle.cli;

import dev.riffle.RecordReader;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** Converts a table to TFRecord shards. */
final class DemoPenguins {

    private static final int SHARDS = 3;

    private DemoPenguins() {}

    static void play(DemoStage stage) throws IOException {
        stage.step("Convert a table to TFRecord shards");
        stage.say("penguins.csv has 344 penguins of the Palmer Archipelago (CC0). Each row becomes an Example.");
        stage.say("The command infers the types of the columns from all rows.");
        stage.run("riffle import penguins.csv -o penguins.tfrecord --shards " + SHARDS);
        stage.run("riffle verify 'penguins.tfrecord-*'");
        stage.run("riffle count 'penguins.tfrecord-*'");
        stage.run("riffle head --limit 1 penguins.tfrecord-00000-of-00003");
        stage.run("riffle info penguins.tfrecord-00000-of-00003");
        int cells = compare(stage);
        stage.say(
                "Read back by the library: 344 Examples, " + Sizes.grouped(cells) + " values, each equal to its cell.");
    }

    private static int compare(DemoStage stage) throws IOException {
        List<String> lines = Files.readAllLines(stage.path("penguins.csv"));
        String[] columns = lines.get(0).split(",");
        int line = 1;
        int values = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            try (RecordReader records =
                    RecordReader.open(stage.path("penguins.tfrecord-0000" + shard + "-of-0000" + SHARDS))) {
                while (records.next()) {
                    Example penguin = Example.parse(records.payload());
                    String[] cells = lines.get(line).split(",", -1);
                    for (int i = 0; i < columns.length; i++) {
                        stage.check(isEqual(cells[i], penguin.find(columns[i])), "penguins.csv, line " + (line + 1));
                        values += cells[i].isEmpty() ? 0 : 1;
                    }
                    line++;
                }
            }
        }
        stage.check(line == lines.size(), "the number of penguins");
        return values;
    }

    private static boolean isEqual(String cell, Optional<Feature> feature) {
        if (cell.isEmpty() || feature.isEmpty()) {
            return cell.isEmpty() && feature.isEmpty();
        }
        return switch (feature.get().kind()) {
            case INT64 -> cell.equals(Long.toString(feature.get().longValue()));
            case FLOAT -> Float.parseFloat(cell) == feature.get().floatValue();
            case BYTES -> cell.equals(feature.get().utf8Value());
            case DOUBLE, INT32, NOT_SET -> false;
        };
    }
}
