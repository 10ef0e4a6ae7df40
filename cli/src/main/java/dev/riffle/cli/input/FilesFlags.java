package dev.riffle.cli.input;

import java.util.List;
import picocli.CommandLine.Parameters;

/** The files that a command reads. */
public final class FilesFlags {

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "Files, patterns such as 'data/*.tfrecord', sets such as train@10 or 'train@*', directories with record files"
                            + " or OneFlow's part files, or - for standard input.")
    private List<String> files = List.of();

    public List<String> files() {
        return List.copyOf(files);
    }
}
