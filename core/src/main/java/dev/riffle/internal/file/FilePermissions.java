package dev.riffle.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies the permissions of a file to the file that replaces it. The new file has the permissions from its creation. So
 * a user who cannot read the old file can never read the new file. On file systems without POSIX permissions the system
 * decides.
 */
public final class FilePermissions {

    private FilePermissions() {}

    /**
     * Returns the permissions of a file. Another program may remove the file at any time.
     *
     * @return null if the file does not exist, the file system has no permissions, or the file is a symbolic link,
     *     which has no permissions
     */
    public static @Nullable Set<PosixFilePermission> of(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null || Files.isSymbolicLink(file)) {
            return null;
        }
        try {
            return view.readAttributes().permissions();
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    /** Returns attributes for creating a file with these permissions. Returns no attributes for null. */
    public static FileAttribute<?>[] attributes(@Nullable Set<PosixFilePermission> permissions) {
        return permissions == null
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }

    /**
     * Creates an empty file with the permissions of another file, and lets its owner write. Creates no file if the
     * other file has no permissions to copy.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     */
    public static void createLike(Path old, Path file) throws IOException {
        Set<PosixFilePermission> permissions = of(old);
        if (permissions != null) {
            Set<PosixFilePermission> writable = EnumSet.of(PosixFilePermission.OWNER_WRITE);
            writable.addAll(permissions);
            Files.createFile(file, attributes(writable));
        }
    }

    /** Copies the permissions of one file to another file, if the first file has permissions. */
    public static void copy(Path old, Path file) throws IOException {
        Set<PosixFilePermission> permissions = of(old);
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (permissions != null && view != null) {
            view.setPermissions(permissions);
        }
    }
}
