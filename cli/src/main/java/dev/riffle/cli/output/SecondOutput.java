package dev.riffle.cli.output;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.internal.file.HiddenName;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a text file about the first output of a command. It hides an older text before the first output appears, and
 * writes the new text last. A text therefore always describes the existing output, or says that the command has not
 * finished, even after a kill. If the command fails before its first output appears, {@link #close} restores the older
 * text, or leaves no text if there was none.
 */
public final class SecondOutput implements Closeable {

    private final Terminal terminal;
    private final Optional<TextOutput> target;
    private @Nullable Path place;
    private @Nullable Path kept;
    private @Nullable WritingLock writing;

    /** Whether {@link #close} must remove the text that says that the command has not finished. */
    private boolean hasMeanwhile;

    public SecondOutput(Terminal terminal, Optional<TextOutput> target) {
        this.terminal = terminal;
        this.target = target;
    }

    /**
     * Renames an existing text file to a hidden name, until the first output appears or {@link #close} restores the
     * file.
     */
    public void withdraw() throws IOException {
        withdraw(Optional.empty());
    }

    /**
     * Like {@link #withdraw()}, but puts a text under the name meanwhile, also if there is no older text. So a file has
     * this name until the end of the command.
     *
     * @param meanwhile says that the command has not finished; a killed command leaves this text
     */
    public void withdraw(String meanwhile) throws IOException {
        withdraw(Optional.of(meanwhile));
    }

    private void withdraw(Optional<String> meanwhile) throws IOException {
        if (target.isEmpty() || target.get().isStandardOutput()) {
            return;
        }
        Path path = terminal.path(target.get().output());
        if (target.get().existing() != OutputFiles.Existing.REPLACE) {
            return;
        }
        if (Files.isRegularFile(path)) {
            hide(path.toRealPath(), meanwhile.isPresent());
        } else if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            place = path;
        }
        if (meanwhile.isPresent() && place != null) {
            hasMeanwhile = true;
            write(ByteSink.replacing(place), meanwhile.get());
        }
    }

    private void hide(Path old, boolean isReplacedNext) throws IOException {
        WritingLock lock = WritingLock.begin(old, old.getFileName().toString());
        writing = lock;
        Path hidden = lock.hidden(old, "-0" + HiddenName.KEPT);
        place = old;
        if (isReplacedNext) {
            Files.copy(old, hidden, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            Files.move(old, hidden, StandardCopyOption.ATOMIC_MOVE);
        }
        kept = hidden;
    }

    /** Deletes the older text, because the first output has appeared. */
    public void firstAppeared() throws IOException {
        hasMeanwhile = false;
        if (kept != null) {
            Files.deleteIfExists(kept);
            kept = null;
        }
    }

    /** Returns whether {@link #close} restores an older text, because no first output has appeared. */
    public boolean isOlderKept() {
        return kept != null;
    }

    /** Writes the text. */
    public void write(String text) throws IOException {
        if (target.isEmpty()) {
            return;
        }
        // The new text replaces the older one at its real place. The name may be a link, which stays.
        ByteSink sink = place == null ? target.get().sink(terminal) : ByteSink.replacing(place);
        write(sink, text);
        firstAppeared();
    }

    private static void write(ByteSink sink, String text) throws IOException {
        try (ByteSink.Output out = sink.create()) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.commit();
        }
    }

    @Override
    public void close() throws IOException {
        try (WritingLock lock = writing) {
            if (place == null) {
                return;
            }
            if (kept != null && lock != null && (hasMeanwhile || !Files.exists(place))) {
                Files.move(kept, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else if (kept == null && hasMeanwhile) {
                Files.deleteIfExists(place);
            }
        }
    }
}
