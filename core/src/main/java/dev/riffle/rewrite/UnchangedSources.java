package dev.riffle.rewrite;

import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.SourceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Detects that a source changes while an operation reads it several times. */
final class UnchangedSources {

    /** The state of a source. Only files have a time. */
    private record State(SourceIdentity identity, OptionalLong size, Optional<FileTime> modified) {

        static State of(ByteSource source) throws IOException {
            Optional<Path> file = SpillSettings.file(source);
            return new State(
                    SourceIdentity.of(source),
                    source.size(),
                    file.isEmpty() ? Optional.empty() : Optional.of(Files.getLastModifiedTime(file.get())));
        }
    }

    private final List<ByteSource> sources;
    private final List<State> states = new ArrayList<>();

    /** Records the state of the sources before the first pass. */
    UnchangedSources(List<ByteSource> sources) throws IOException {
        this.sources = sources;
        for (ByteSource source : sources) {
            states.add(State.of(source));
        }
    }

    /** Checks, after the last pass, that no source has changed. */
    void check() throws IOException {
        for (int i = 0; i < states.size(); i++) {
            if (!State.of(sources.get(i)).equals(states.get(i))) {
                throw changed(sources.get(i).name());
            }
        }
    }

    /** Returns the error for a source, or for an input without a known source. */
    static IOException changed(String name) {
        return new IOException(name + ": changed during the operation; run again when no process changes it");
    }
}
