package dev.riffle.scan.internal;

import dev.riffle.internal.frame.Framing;
import dev.riffle.internal.frame.HeaderSearch;
import dev.riffle.io.ByteSource;
import java.io.IOException;

/**
 * Finds the offsets at which an uncompressed TFRecord file can be divided: between records whose headers form a chain.
 */
final class TfRecordEdges extends SplitEdges {

    TfRecordEdges(ByteSource source, long size, long proofBytes) {
        super(source, size, Framing.TFRECORD_HEADER_BYTES, Framing::tfRecordBytes, proofBytes);
    }

    /** Returns whether the payload matches its checksum. Only such a record ends a skipped region. */
    @Override
    boolean isIntact(HeaderSearch.Window window, long at) throws IOException {
        return HeaderSearch.ofTfRecord(window, size).isIntact(at, proofBytes);
    }
}
