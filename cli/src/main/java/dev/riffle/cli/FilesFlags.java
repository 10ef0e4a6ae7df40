package dev.riffle.cli;

import java.util.List;
import picocli.CommandLine.Parameters;

/** The files that a command reads. */
final class FilesFlags {

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "Files, patterns such as 'data/*.tfrecord', sets such as train@10 or 'train@*', directories with record files"
                            + " or OneFlow's part files, or - for standard input.")
    private List<String> files = List.of();

    List<String> files() {
        return List.copyOf(files);
    }
}
