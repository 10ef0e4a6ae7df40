package dev.riffle.cli.input;

import java.util.List;
import picocli.CommandLine.Parameters;

/** Defines the arguments for the files that a command reads. */
public final class FilesFlags {

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Reads these files: names, patterns such as 'data/*.tfrecord', sets such as train@10 or"
                    + " 'train@*', directories of record files or OneFlow part files, or - for standard input.")
    private List<String> files = List.of();

    public List<String> files() {
        return List.copyOf(files);
    }
}
