package dev.riffle.cli.terminal;

/** Lists the exit codes of a command; the worst is the last. */
public enum ExitCode {
    /** The command did all its work and found no problem. */
    FINE(0),
    /** The input has a problem, or a file could not be read or written. */
    FINDINGS(1),
    /** The command line is wrong, for example because of an unknown flag, an impossible value or a missing file. */
    WRONG_USE(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public ExitCode worse(ExitCode other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
