package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds tables like {@link NamedFiles}, but rejects files outside of a folder. Follows links before the check. */
record ConfinedFiles(Path folder) implements SqlTables {

    @Override
    public SqlTable find(String name) throws IOException {
        NamedFiles named = named(name);
        check(name, named.files(name));
        return named.find(name);
    }

    @Override
    public List<Path> files(String name) throws IOException {
        List<Path> files = named(name).files(name);
        check(name, files);
        return files;
    }

    /** Returns the rules for names, after a check of the place of the name that reads nothing outside of the folder. */
    private NamedFiles named(String name) throws IOException {
        Path place;
        try {
            place = folder.toAbsolutePath().resolve(name).normalize();
        } catch (InvalidPathException noPath) {
            // The search reports the name.
            return new NamedFiles(folder);
        }
        if (!place.startsWith(folder.toAbsolutePath().normalize())) {
            throw outside(name);
        }
        check(name, List.of(existing(place)));
        return new NamedFiles(folder);
    }

    /** Returns the longest beginning of a path that exists. The rest may be a pattern, or a part of a set's name. */
    private static Path existing(Path place) {
        @Nullable Path known = place;
        while (known != null && !Files.exists(known, LinkOption.NOFOLLOW_LINKS)) {
            known = known.getParent();
        }
        return known == null ? place : known;
    }

    private void check(String name, List<Path> files) throws IOException {
        Path real = folder.toRealPath();
        for (Path file : files) {
            if (!file.toRealPath().startsWith(real)) {
                throw outside(name);
            }
        }
    }

    private AccessDeniedException outside(String name) {
        return new AccessDeniedException(
                name, null, "outside of " + folder + ", to which this query is confined; name a file in this folder");
    }
}
