package dev.riffle.index;

import dev.riffle.RecordFile;
import java.io.IOException;
import java.util.Optional;

/** Reads an uncompressed file of an index, or a container. */
record PlainFile(RecordFile file) implements IndexedFile {

    @Override
    public boolean hasChanged() throws IOException {
        return file.hasChanged();
    }

    @Override
    public Optional<RecordFile> plain() {
        return file.format().isContainer() ? Optional.empty() : Optional.of(file);
    }

    @Override
    public void close() {
        file.close();
    }
}
