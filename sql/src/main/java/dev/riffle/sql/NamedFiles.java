package dev.riffle.sql;

import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.file.Path;

/** Finds tables by the names of files, sets, patterns and directories. */
record NamedFiles(Path directory) {

    SqlTable find(String name) throws IOException {
        RecordSet set = RecordSet.find(directory, name);
        return SqlTable.of(set.files(), RecordInput.of(set));
    }
}
