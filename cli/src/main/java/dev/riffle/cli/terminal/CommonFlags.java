package dev.riffle.cli.terminal;

import picocli.CommandLine.Option;

/** Defines the flags of every command. */
public final class CommonFlags {

    public static final String DEBUG = "--debug";

    public static final String QUIET = "--quiet";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Prints this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Prints the version.")
    private boolean version;

    @Option(
            names = {"-q", QUIET},
            description = "Prints only data and errors: no notes, no progress, no summary of written files.")
    private boolean quiet;

    @Option(
            names = Color.FLAG,
            paramLabel = "WHEN",
            completionCandidates = Choices.Colors.class,
            description =
                    "Colours the output: auto, always or never. Default: auto, which colours on a terminal, unless"
                            + " the variable NO_COLOR is set.")
    private String color = "auto";

    /**
     * Set by a search of the arguments before the parser runs, so that the flag also applies to errors in the
     * arguments.
     */
    @Option(names = DEBUG, description = "Prints the stack trace of an error.")
    private boolean debug;
}
