package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.AccessPointSource;
import dev.riffle.io.internal.resume.AccessPoints;
import dev.riffle.io.internal.resume.SpanCache;
import java.io.IOException;

/** Reads a compressed file of an index. Each read decompresses from the access point before the record. */
record AccessPointFile(AccessPointSource source, RecordFile file) implements IndexedFile {

    static AccessPointFile of(
            ByteSource compressed,
            RecordFormat format,
            RecordReaderOptions options,
            AccessPoints accessPoints,
            SpanCache cache)
            throws IOException {
        AccessPointSource source = AccessPointSource.of(compressed, accessPoints, cache);
        return new AccessPointFile(source, RecordFile.open(source, format, options));
    }

    @Override
    public boolean hasChanged() throws IOException {
        return source.hasChangedSize() || file.hasChanged();
    }

    @Override
    public void close() {
        file.close();
        source.close();
    }
}
