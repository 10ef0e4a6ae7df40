package dev.riffle.cli;

import java.util.List;
import picocli.CommandLine.Parameters;

/** The files that a command reads. */
final class FilesFlags {

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "Files, patterns such as 'data/*.tfrecord', directories with OneFlow's part files, or - for standard input.")
    private List<String> files = List.of();

    List<String> files() {
        return List.copyOf(files);
    }
}
