package dev.riffle.cli.terminal;

/** How a command ended, worst last. */
public enum ExitCode {
    /** Everything was done, and nothing is wrong. */
    FINE(0),
    /** Something is wrong in what was read, or it could not be read or written. */
    FINDINGS(1),
    /** The command cannot be carried out as it was typed: an unknown flag, an impossible value, a missing file. */
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
