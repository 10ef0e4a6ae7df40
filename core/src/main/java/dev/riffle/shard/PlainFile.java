package dev.riffle.shard;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Optional;

/** A file that is not compressed. */
record PlainFile(RecordFile file) implements IndexedFile {

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public long size() {
        return file.size();
    }

    @Override
    public RecordFormat format() {
        return file.format();
    }

    @Override
    public int overheadBytes() {
        return file.overheadBytes();
    }

    @Override
    public Bytes get(long offset, long index) throws IOException {
        return file.get(offset, index);
    }

    @Override
    public boolean hasChangedSize() throws IOException {
        return file.hasChangedSize();
    }

    @Override
    public Optional<RecordFile> plain() {
        return Optional.of(file);
    }

    @Override
    public void close() {
        file.close();
    }
}
