package dev.riffle.cli.input;

import java.util.List;
import picocli.CommandLine.Parameters;

/** Defines the arguments for the files that a command reads. */
public final class FilesFlags {

    /** The names of files that a command accepts. */
    public static final String NAMES = "names, patterns such as 'data/*.tfrecord', sets such as train@10 or 'train@*',"
            + " directories of record files or OneFlow part files";

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Reads these files: " + NAMES + ", or - for standard input.")
    private List<String> files = List.of();

    public List<String> files() {
        return List.copyOf(files);
    }
}
