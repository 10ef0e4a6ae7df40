package dev.riffle.cli.terminal;

import picocli.CommandLine.Option;

/** The flags of every command. */
public final class CommonFlags {

    public static final String DEBUG = "--debug";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Prints this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Prints the version.")
    private boolean version;

    /** Read from the arguments before they are parsed, so that it also applies to errors in them. */
    @Option(names = DEBUG, description = "Prints the stack trace of an error.")
    private boolean debug;
}
