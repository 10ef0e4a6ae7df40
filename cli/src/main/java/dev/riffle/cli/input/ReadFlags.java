package dev.riffle.cli.input;

import dev.riffle.RecordFormat;
import dev.riffle.cli.terminal.ByteCount;
import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.FlagText;
import dev.riffle.internal.Argument;
import dev.riffle.io.Compression;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flags for reading record files with a stated format and compression. */
public final class ReadFlags {

    public static final String FORMAT = "--format";

    public static final String INPUT_COMPRESSION = "--input-compression";

    public static final String MAX_RECORD = "--max-record";

    @Option(
            names = FORMAT,
            paramLabel = "FORMAT",
            completionCandidates = Choices.Formats.class,
            description = FlagText.FORMAT_DETECTED)
    private @Nullable String format;

    @Option(
            names = INPUT_COMPRESSION,
            paramLabel = "NAME",
            completionCandidates = Choices.Compressions.class,
            description = FlagText.INPUT_COMPRESSION)
    private @Nullable String compression;

    @Option(names = MAX_RECORD, paramLabel = "SIZE", description = FlagText.MAX_RECORD)
    private @Nullable String maxRecord;

    public ReadSettings settings() {
        return ReadSettings.typed(FORMAT, format, compression).maxRecord(maxRecord);
    }

    /** Returns the value of {@code --max-record} in bytes; empty for null. */
    public static OptionalLong maxRecord(@Nullable String size) {
        return size == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse(MAX_RECORD, size));
    }

    /** Returns the compression whose name is the value of a flag, in any case. */
    public static Compression compression(String flag, String name) {
        for (Compression compression : Compression.builtIn()) {
            if (compression.name().equalsIgnoreCase(name)) {
                return compression;
            }
        }
        List<String> words = new ArrayList<>();
        new Choices.Compressions().forEach(words::add);
        throw new IllegalArgumentException(flag + " must be " + Argument.oneOf(words) + ": " + name);
    }

    /** Returns the format whose name is the value of a flag, in any case. */
    public static RecordFormat format(String flag, String name) {
        return RecordFormat.named(name).orElseThrow(() -> {
            List<String> words = new ArrayList<>();
            new Choices.Formats().forEach(words::add);
            return new IllegalArgumentException(flag + " must be " + Argument.oneOf(words) + ": " + name);
        });
    }
}
