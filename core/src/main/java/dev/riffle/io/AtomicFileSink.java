package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears whole or not at all: written under a hidden temporary name beside its place, then renamed.
 *
 * <p>Where an existing file must not be replaced, the name is given by a hard link, which, unlike a rename, fails if
 * somebody else took the name in the meantime; file systems without links fall back to a check and a rename.
 */
final class AtomicFileSink implements ByteSink {

    /** What happens to a file of the same name. */
    enum Existing {
        REFUSE,
        REPLACE
    }

    private static final int LONGEST_BEGINNING = 70;

    private final Path path;
    private final Existing existing;

    AtomicFileSink(Path path, Existing existing) {
        this.path = path;
        this.existing = existing;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Output create() throws IOException {
        FileErrors.checkWritable(path);
        if (existing == Existing.REFUSE && Files.exists(path)) {
            throw FileErrors.alreadyExists(path);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new FileSystemException(
                    path.toString(), null, "is no regular file; write to a stream, or to standard output, instead");
        }
        // A symbolic link keeps pointing at the file whose content is replaced.
        Path place = Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path;
        return new Writing(place, existing);
    }

    private static Path temporary(Path place) {
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        String name = place.getFileName().toString();
        // Names may have 255 bytes, and a character up to three for each of Java's.
        int end = Math.min(name.length(), LONGEST_BEGINNING);
        boolean cut = end < name.length() && Character.isHighSurrogate(name.charAt(end - 1));
        return place.resolveSibling("." + name.substring(0, cut ? end - 1 : end) + "." + random + ".tmp");
    }

    private static final class Writing extends FileOutput {
        private final Existing existing;

        Writing(Path place, Existing existing) throws IOException {
            this(place, temporary(place), existing);
        }

        private Writing(Path place, Path temporary, Existing existing) throws IOException {
            super(place, temporary, made(place, temporary));
            this.existing = existing;
        }

        /** From its first byte on nobody can read it who cannot read the file that it replaces. */
        private static SeekableByteChannel made(Path place, Path temporary) throws IOException {
            Set<StandardOpenOption> how = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
            try {
                Set<PosixFilePermission> permissions = permissions(place);
                return permissions == null
                        ? Files.newByteChannel(temporary, how)
                        : Files.newByteChannel(temporary, how, PosixFilePermissions.asFileAttribute(permissions));
            } catch (IOException e) {
                throw FileErrors.explain(place, e);
            }
        }

        /** Those of a file that is there; somebody may remove it at any moment. */
        private static @Nullable Set<PosixFilePermission> permissions(Path place) throws IOException {
            PosixFileAttributeView view = Files.getFileAttributeView(place, PosixFileAttributeView.class);
            if (view == null) {
                return null;
            }
            try {
                return view.readAttributes().permissions();
            } catch (NoSuchFileException none) {
                return null;
            }
        }

        @Override
        void publish() throws IOException {
            if (existing == Existing.REPLACE) {
                replace();
            } else {
                giveName();
            }
        }

        private void replace() throws IOException {
            keepPermissions();
            try {
                Files.move(written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                throw new FileSystemException(
                        path.toString(), null, "this file system cannot rename; ask for writing in place");
            }
        }

        /** Who could not read the old file cannot read the new one. */
        private void keepPermissions() throws IOException {
            PosixFileAttributeView view = Files.getFileAttributeView(written, PosixFileAttributeView.class);
            if (view != null && Files.exists(path)) {
                try {
                    view.setPermissions(Files.getPosixFilePermissions(path));
                } catch (NoSuchFileException removedMeanwhile) {
                    return;
                }
            }
        }

        private void giveName() throws IOException {
            try {
                Files.createLink(path, written);
            } catch (FileAlreadyExistsException e) {
                throw FileErrors.alreadyExists(path);
            } catch (UnsupportedOperationException | IOException noLinksHere) {
                Files.move(written, path);
                return;
            }
            Files.delete(written);
        }

        @Override
        void discard() throws IOException {
            Files.deleteIfExists(written);
        }
    }
}
