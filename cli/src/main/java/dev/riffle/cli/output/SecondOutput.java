package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.HiddenName;
import dev.riffle.internal.WritingLock;
import dev.riffle.io.ByteSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A text file that a command writes about its first output. An older one goes away before the first output appears, and
 * the new one comes last: a text that is there always belongs to the output that is there, also after a kill. If the
 * command fails before its first output appears, {@link #close} brings the older text back.
 */
public final class SecondOutput implements Closeable {

    private final Terminal terminal;
    private final Optional<TextTarget> target;
    private @Nullable Path place;
    private @Nullable Path kept;
    private @Nullable WritingLock writing;

    public SecondOutput(Terminal terminal, Optional<TextTarget> target) {
        this.terminal = terminal;
        this.target = target;
    }

    /** Takes an older text away. */
    public void withdraw() throws IOException {
        if (target.isEmpty() || target.get().isStandardOutput()) {
            return;
        }
        Path path = terminal.path(target.get().output());
        if (target.get().existing() != RecordTarget.Existing.REPLACE || !Files.isRegularFile(path)) {
            return;
        }
        Path old = path.toRealPath();
        WritingLock lock = WritingLock.begin(old, old.getFileName().toString());
        writing = lock;
        Path hidden = lock.hidden(old, "-0" + HiddenName.KEPT);
        Files.move(old, hidden, StandardCopyOption.ATOMIC_MOVE);
        place = old;
        kept = hidden;
    }

    /** The first output is there, so the older text is of no use any more. */
    public void firstAppeared() throws IOException {
        if (kept != null) {
            Files.deleteIfExists(kept);
            kept = null;
        }
    }

    /** Returns whether {@link #close} brings an older text back, because no first output has appeared. */
    public boolean isOlderKept() {
        return kept != null;
    }

    /** Writes the text. */
    public void write(String text) throws IOException {
        if (target.isEmpty()) {
            return;
        }
        // Where the older text was: its name may be a link, which stays.
        ByteSink sink = place == null ? target.get().sink(terminal) : ByteSink.replacing(place);
        try (ByteSink.Output out = sink.create()) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.commit();
        }
        firstAppeared();
    }

    @Override
    public void close() throws IOException {
        try (WritingLock lock = writing) {
            if (kept != null && place != null && lock != null && !Files.exists(place)) {
                Files.move(kept, place, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }
}
