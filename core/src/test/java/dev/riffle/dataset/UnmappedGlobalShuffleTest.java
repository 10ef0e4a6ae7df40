package dev.riffle.dataset;

import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Tests a global shuffle over files that are not mapped. */
class UnmappedGlobalShuffleTest extends GlobalShuffleTest {

    @Override
    RecordIndex open(List<Path> files) throws IOException {
        return RecordIndex.open(files, IndexOptions.defaults().withoutMapping().concurrentReads(3));
    }
}
