package dev.riffle.cli.input;

import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.FlagText;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flag for the memory of DuckDB. */
public final class DuckDbMemoryFlag {

    private static final String NAME = "--memory";

    @Option(
            names = NAME,
            paramLabel = "BYTES",
            description =
                    FlagText.MEMORY + " Here: of DuckDB, which runs queries and reads Parquet. Default: half of the"
                            + " machine's memory.")
    private @Nullable String memory;

    /** Returns the number of bytes; empty if the flag is missing. */
    public OptionalLong bytes() {
        return memory == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse(NAME, memory));
    }
}
