package dev.riffle.sql;

import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Finds tables by the names of files, sets, patterns and directories. */
record NamedFiles(Path directory) implements SqlTables {

    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*", Pattern.DOTALL);

    @Override
    public SqlTable find(String name) throws IOException {
        RecordSet set = set(name);
        return SqlTable.of(set.files(), RecordInput.of(set));
    }

    @Override
    public List<Path> files(String name) throws IOException {
        return set(name).files();
    }

    private RecordSet set(String name) throws IOException {
        if (URL.matcher(name).matches()) {
            throw new NoSuchFileException(name, null, "not the name of a local file; a query uses no network");
        }
        return RecordSet.find(directory, name);
    }
}
