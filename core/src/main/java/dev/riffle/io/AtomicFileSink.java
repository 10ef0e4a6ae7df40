package dev.riffle.io;

import dev.riffle.internal.file.FileMoves;
import dev.riffle.internal.file.FilePermissions;
import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a file under a hidden temporary name in the same directory, and renames it on commit. So readers never see an
 * incomplete file. Before writing, this class removes the hidden files that killed processes left for the same name.
 */
final class AtomicFileSink implements ByteSink {

    /** The treatment of an existing file with the same name. */
    enum Existing {
        REJECT,
        REPLACE
    }

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
        if (existing == Existing.REJECT && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw FileErrors.alreadyExists(path);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new FileSystemException(
                    path.toString(), null, "not a regular file; write to a stream, or to standard output, instead");
        }
        // A symbolic link stays, and its target is replaced.
        Path place = Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path;
        boolean keeps = Leftovers.remove(place);
        return new Writing(place, existing, keeps);
    }

    private static final class Writing extends FileOutput {
        private final Existing existing;
        private final WritingLock lock;

        /** Whether killed processes left older files. These files are useless after this file has replaced them. */
        private final boolean hasLeftovers;

        Writing(Path place, Existing existing, boolean hasLeftovers) throws IOException {
            this(place, existing, hasLeftovers, made(place));
        }

        private Writing(Path place, Existing existing, boolean hasLeftovers, WritingLock lock) {
            super(place, lock.file(), lock.channel());
            this.existing = existing;
            this.hasLeftovers = hasLeftovers;
            this.lock = lock;
        }

        /** Creates the hidden file with the permissions of the old file, so that other users can never read it. */
        private static WritingLock made(Path place) throws IOException {
            try {
                return WritingLock.open(place, FilePermissions.attributes(FilePermissions.of(place)));
            } catch (IOException e) {
                throw FileErrors.explain(place, e);
            }
        }

        /**
         * Returns true on file systems on which other programs respect the lock. The file then keeps the lock until it
         * has its name. Other file systems may report errors only on closing.
         */
        @Override
        boolean publishesBeforeClosing() {
            Path directory = written.toAbsolutePath().getParent();
            return channel instanceof FileChannel && directory != null && Leftovers.isLocal(directory);
        }

        @Override
        void publish() throws IOException {
            if (existing == Existing.REJECT) {
                FileMoves.claim(written, path);
            } else {
                replace();
                if (hasLeftovers) {
                    Leftovers.removeReplaced(
                            List.of(path), List.of(path.getFileName().toString()));
                }
            }
        }

        private void replace() throws IOException {
            FilePermissions.copy(path, written);
            try {
                FileMoves.replace(written, path);
            } catch (AtomicMoveNotSupportedException e) {
                throw new FileSystemException(
                        path.toString(), null, "this file system cannot rename files; write in place instead");
            }
        }

        @Override
        void discard() throws IOException {
            Files.deleteIfExists(written);
        }

        @Override
        void end() {
            lock.close();
        }
    }
}
