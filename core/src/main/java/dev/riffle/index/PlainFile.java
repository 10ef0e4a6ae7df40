package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.ConcurrentReads;
import java.io.IOException;
import java.util.Optional;

/** Reads an uncompressed file of an index, or a container. */
record PlainFile(RecordFile file, ByteSource source) implements IndexedFile {

    /** Opens a source, from which the file reads. */
    static PlainFile open(ByteSource source, RecordFormat format, RecordReaderOptions options) throws IOException {
        return new PlainFile(RecordFile.open(source, format, options), source);
    }

    @Override
    public boolean hasChanged() throws IOException {
        return file.hasChanged();
    }

    @Override
    public Optional<RecordFile> mapped() {
        return file.isMapped() ? Optional.of(file) : Optional.empty();
    }

    @Override
    public Optional<ConcurrentReads.Source> unmapped() {
        return !file.isMapped() && source instanceof ConcurrentReads.Source concurrent
                ? Optional.of(concurrent)
                : Optional.empty();
    }

    @Override
    public void close() {
        file.close();
    }
}
