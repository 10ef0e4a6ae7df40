package dev.riffle.index;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.Optional;

/**
 * Describes a file of an open index.
 *
 * @param source the stored file
 * @param file the open file
 * @param blocks the index file with the following values; empty after a scan
 * @param frames the places of its records
 * @param gaps the damaged regions of the file
 * @param keys the keys of its records, if requested
 * @param version the version of the source, if it has one
 * @param proof decides whether the index file is stale; empty after a scan
 */
record OpenedFile(
        ByteSource source,
        IndexedFile file,
        Optional<BlockFile> blocks,
        FrameOffsets frames,
        Gaps gaps,
        Optional<KeyColumn> keys,
        Optional<String> version,
        Optional<IndexProof> proof) {

    /** Checks that a record has a key, unless missing keys are allowed. */
    void checkKeys(IndexOptions options) throws IOException {
        if (keys.isPresent()) {
            keys.get().check(file.name(), frames.count(), options.missing(), Optional.empty());
        }
    }

    void close() {
        file.close();
        frames.close();
        blocks.ifPresent(BlockFile::close);
    }
}
