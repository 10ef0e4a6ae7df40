package dev.riffle.cli.convert;

import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.file.FileEnding;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Lists the forms of Arrow's IPC format. */
enum ArrowKind {
    /** A file with a footer, which lists the batches. */
    ARROW,
    /** A stream of messages, which can be written to a pipe. */
    ARROWS;

    private static final byte[] FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** The first bytes of each message of a stream. */
    private static final byte[] CONTINUATION = {-1, -1, -1, -1};

    /** Returns the name of this form, as flags and endings spell it. */
    String flagValue() {
        return this == ARROW ? "arrow" : "arrows";
    }

    /** Returns the form with a name. */
    static Optional<ArrowKind> named(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.flagValue().equalsIgnoreCase(word))
                .findFirst();
    }

    /** Returns the form that the first bytes of a source show. If they are damaged, the ending of its name decides. */
    static Optional<ArrowKind> of(ByteSource source) throws IOException {
        byte[] start;
        try (InputStream in = Channels.newInputStream(source.open(0))) {
            start = in.readNBytes(FILE_MAGIC.length);
        }
        if (Arrays.equals(start, FILE_MAGIC)) {
            return Optional.of(ARROW);
        }
        if (start.length == FILE_MAGIC.length && Arrays.equals(start, 0, 4, CONTINUATION, 0, 4)) {
            return Optional.of(ARROWS);
        }
        return named(FileEnding.extension(FileEnding.fileName(source.name())));
    }

    /**
     * Returns whether the sources are Arrow data, by their content or their names.
     *
     * @throws UsageException if some are and others are not
     */
    static boolean isIn(List<ByteSource> sources) throws IOException {
        int found = 0;
        for (ByteSource source : sources) {
            if (of(source).isPresent()) {
                found++;
            } else if (found > 0) {
                throw new UsageException(source.name() + ": not Arrow data; import Arrow data and other files with two"
                        + " commands, and join the records then");
            }
        }
        if (found > 0 && found < sources.size()) {
            throw new UsageException(sources.get(0).name() + ": not Arrow data; import Arrow data and other files with"
                    + " two commands, and join the records then");
        }
        return found > 0;
    }

    /** Rejects Arrow data in a compressed source. */
    static void rejectPacked(ByteSource packed, ByteSource unpacked) throws IOException {
        if (packed != unpacked && of(unpacked).isPresent()) {
            throw new UsageException(packed.name() + ": compressed Arrow data; decompress the file first");
        }
    }
}
