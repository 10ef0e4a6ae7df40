package dev.riffle.internal.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists directories. */
public final class Directories {

    private Directories() {}

    /** Returns the entries of a directory that the filter accepts, in any order. */
    public static List<Path> entries(Path directory, DirectoryStream.Filter<Path> filter) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> listed = Files.newDirectoryStream(directory, filter)) {
            listed.forEach(entries::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }
}
