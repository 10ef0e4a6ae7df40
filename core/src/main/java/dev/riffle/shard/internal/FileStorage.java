package dev.riffle.shard.internal;

import dev.riffle.internal.file.Directories;
import dev.riffle.internal.file.FileMoves;
import dev.riffle.internal.file.FilePermissions;
import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores the files of a commit in a file system. A hidden name is a file in the directory of its place, and a rename
 * publishes it. A commit replaces the target of a symbolic link and keeps the link.
 */
public class FileStorage implements CommitStorage {

    @Override
    public ByteSink stage(Path hidden, Path place) throws IOException {
        // The commit may have created an empty file with permissions. Any other existing file is an error.
        return Files.exists(hidden, LinkOption.NOFOLLOW_LINKS)
                ? ByteSink.replacingInPlace(hidden, LinkOption.NOFOLLOW_LINKS)
                : ByteSink.inPlace(hidden);
    }

    /** Includes size and time, because a file system can use the inode number of a deleted file again. */
    @Override
    public @Nullable Object version(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return List.of(String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
        } catch (NoSuchFileException | AccessDeniedException e) {
            // The step that creates the file explains why it cannot.
            return null;
        }
    }

    @Override
    public void publish(Path hidden, Path place) throws IOException {
        FileMoves.claim(hidden, place);
    }

    @Override
    public void replace(Path hidden, Path place) throws IOException {
        FileMoves.replace(hidden, place);
    }

    /** Links the file to the hidden name, or copies it if the file system has no links. */
    @Override
    public void keep(Path place, Path hidden) throws IOException {
        if (!Files.isRegularFile(place)) {
            throw notRegular(place, "no longer");
        }
        FileMoves.keep(place, hidden);
    }

    private static FileSystemException notRegular(Path path, String not) {
        return new FileSystemException(path.toString(), null, not + " a regular file; choose another name");
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    /** Ignores directories, and links that do not lead to a file. */
    @Override
    public List<Path> list(Path beside, String prefix) throws IOException {
        Path directory = beside.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> found = Directories.entries(
                directory, entry -> entry.getFileName().toString().startsWith(prefix) && Files.isRegularFile(entry));
        found.replaceAll(entry -> beside.resolveSibling(entry.getFileName()));
        return found;
    }

    /** Moves a link itself, because a link in the place of a manifest may lead to a file of another program. */
    @Override
    public void retire(Path place, Path hidden) throws IOException {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(place)
                && !Files.isSymbolicLink(place)) {
            throw notRegular(place, "no longer");
        }
        FileMoves.replace(place, hidden);
    }

    /** Returns the real path of a file or of the target of a link. The file need not exist. */
    @Override
    public Path place(Path name) throws IOException {
        return Files.exists(name) ? name.toRealPath() : real(name);
    }

    /** Returns the path of a name in the real path of its directory. */
    static Path real(Path name) throws IOException {
        Path absolute = name.toAbsolutePath();
        Path directory = absolute.getParent();
        return directory == null || !Files.isDirectory(directory)
                ? absolute.normalize()
                : directory.toRealPath().resolve(absolute.getFileName());
    }

    @Override
    public void createLike(Path old, Path hidden) throws IOException {
        if (!Files.isRegularFile(old)) {
            throw notRegular(old, "not");
        }
        FilePermissions.createLike(old.toRealPath(), hidden);
    }

    @Override
    public void copyPermissions(Path old, Path hidden) throws IOException {
        FilePermissions.copy(old.toRealPath(), hidden);
    }

    @Override
    public WritingLock begin(List<Path> places, String group) throws IOException {
        for (Path place : places) {
            checkLink(place);
        }
        WritingLock writing = WritingLock.begin(places.get(0), group);
        // The disk may be full of leftovers.
        Leftovers.remove(places, names(places, group));
        return writing;
    }

    /**
     * Checks that an existing shard is not a link to another file system. A rename cannot move a file to another file
     * system.
     */
    private void checkLink(Path shard) throws IOException {
        Path directory = shard.toAbsolutePath().getParent();
        if (Files.isSymbolicLink(shard)
                && Files.exists(shard)
                && directory != null
                && !isSameFileSystem(shard.toRealPath(), directory)) {
            throw new FileSystemException(
                    shard.toString(),
                    null,
                    "a link to another file system, which a set of unknown size cannot replace;"
                            + " delete the link, or set the number of shards");
        }
    }

    /** Returns whether a rename can move a file between these places. */
    public boolean isSameFileSystem(Path one, Path other) throws IOException {
        return Files.getFileStore(one).equals(Files.getFileStore(other));
    }

    private static Set<String> names(List<Path> places, String group) {
        Set<String> names = new HashSet<>(Set.of(group));
        places.forEach(place -> names.add(place.getFileName().toString()));
        return names;
    }

    @Override
    public Runnable lock(Path place) throws IOException {
        return new NameLock(place, NameLock.TIMEOUT)::close;
    }

    @Override
    public void settle(List<Path> places, Set<Path> replaced, String group, boolean isDurable) {
        if (!replaced.isEmpty()) {
            Leftovers.removeReplaced(replaced, names(places, group));
        }
        if (isDurable) {
            places.stream()
                    .map(place -> place.toAbsolutePath().getParent())
                    .distinct()
                    .forEach(FileMoves::syncDirectory);
        }
    }
}
