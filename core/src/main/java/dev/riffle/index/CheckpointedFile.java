package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.CheckpointSource;
import dev.riffle.io.Checkpoints;
import java.io.IOException;
import java.util.Optional;

/** A compressed file, decompressed from the checkpoint before the record. */
record CheckpointedFile(CheckpointSource source, RecordFile file) implements IndexedFile {

    static CheckpointedFile of(
            ByteSource compressed, RecordFormat format, RecordReaderOptions options, Checkpoints checkpoints)
            throws IOException {
        CheckpointSource source = CheckpointSource.of(compressed, checkpoints);
        return new CheckpointedFile(source, RecordFile.open(source, format, options));
    }

    @Override
    public boolean hasChangedSize() throws IOException {
        return source.hasChangedSize();
    }

    @Override
    public Optional<RecordFile> plain() {
        return Optional.empty();
    }

    @Override
    public void close() {
        file.close();
        source.close();
    }
}
