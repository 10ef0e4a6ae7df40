package dev.riffle.cli;

import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Shows the main tasks on real data.
 *
 * @param directory the directory for the files, as typed; empty for a temporary directory
 */
record DemoRequest(Optional<String> directory) implements Request {

    private static final List<String> SAMPLES = List.of("penguins.csv", "chelsea.jpg", "coffee.jpg");

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        Path place = directory.isPresent()
                ? newOrEmpty(terminal.path(directory.get()), directory.get())
                : Files.createTempDirectory("riffle-demo-");
        for (String sample : SAMPLES) {
            unpack(sample, place.resolve(sample));
        }
        DemoStage stage = new DemoStage(terminal, place);
        stage.say("A tour of Riffle, step by step. Lines that begin with $ are commands that you can run yourself");
        stage.say("in the directory " + place + ", which keeps all files.");
        try {
            DemoPenguins.play(stage);
            DemoPhotographs.play(stage);
            DemoObservations.play(stage);
        } catch (DemoStage.StoppedException e) {
            return e.code();
        }
        whatNext(stage, place);
        return ExitCode.FINE;
    }

    private static Path newOrEmpty(Path place, String typed) throws IOException {
        if (Files.exists(place)) {
            if (!Files.isDirectory(place)) {
                throw new UsageException(typed + ": is a file; choose a new or empty directory");
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
                if (entries.iterator().hasNext()) {
                    throw new UsageException(typed + ": is not empty; choose a new or empty directory");
                }
            }
        }
        return Files.createDirectories(place);
    }

    private static void unpack(String sample, Path target) throws IOException {
        try (InputStream in = DemoRequest.class.getResourceAsStream("samples/" + sample)) {
            if (in == null) {
                throw new IOException("riffle: the sample " + sample + " is missing; build riffle again");
            }
            Files.copy(in, target);
        }
    }

    private void whatNext(DemoStage stage, Path place) throws IOException {
        stage.title("What to try next");
        stage.say("riffle info FILE             prints a summary of your own file");
        stage.say("riffle verify 'DIR/*'        checks all records; 'riffle repair' recovers the intact"
                + " records of a damaged file");
        stage.say("riffle import TABLE.csv -o TABLE.tfrecord.gz --shards 10");
        stage.say("riffle COMMAND --help        lists the flags of a command");
        if (directory.isEmpty()) {
            stage.say("");
            stage.say("The files stay in " + place + "; delete the directory if you no longer need it.");
        }
    }
}
