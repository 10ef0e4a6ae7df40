package dev.riffle.shard.internal;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.FilePermissions;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Performs the file operations of a commit. Tests replace single operations with failing ones. */
public class FileSteps {

    public RecordWriter create(ByteSink sink, RecordWriterOptions options) throws IOException {
        return RecordWriter.create(sink, options);
    }

    /** Writes a small text to a hidden file; messages use the final name. */
    void write(Path hidden, Path name, String text, RecordWriterOptions options) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try (ByteSink.Output out = new StagingSink(hidden, name.toString()).create()) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            if (options.syncs()) {
                out.sync();
            }
            out.commit();
        }
    }

    /** Returns the longest wait for another writer that commits the same names. */
    Duration timeout() {
        return NameLock.TIMEOUT;
    }

    /** Renames a file; the new name must be free. */
    public void name(Path from, Path to) throws IOException {
        try {
            // Unlike a rename this fails if another process has taken the name.
            Files.createLink(to, from);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    to.toString(), null, "exists already; choose another name, or ask for it to be overwritten");
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.move(from, to);
            return;
        }
        Files.delete(from);
    }

    /** Renames a file and replaces the file at the new name. */
    public void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Links a file to a second name, or copies it if the file system has no links. */
    public void keep(Path file, Path kept) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "no longer a regular file; choose another name");
        }
        try {
            Files.createLink(kept, file);
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /**
     * Returns the version of a file, which a rename does not change; null without a file. It includes size and time,
     * because a file system can use the inode number of a deleted file again.
     */
    @Nullable
    Object version(Path file) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isDirectory() || attributes.isOther()) {
                throw new FileSystemException(file.toString(), null, "no longer a regular file; choose another name");
            }
            return List.of(String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Returns whether a rename can move a file between these places. */
    public boolean sameFileSystem(Path one, Path other) throws IOException {
        return Files.getFileStore(one).equals(Files.getFileStore(other));
    }

    void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Creates a hidden file with the permissions of the file that it replaces. */
    void createLike(Path old, Path hidden) throws IOException {
        FilePermissions.createLike(old.toRealPath(), hidden);
    }

    /** Copies the permissions of the old file to the new one. */
    void keepPermissions(Path old, Path written) throws IOException {
        FilePermissions.copy(old.toRealPath(), written);
    }

    /** Syncs a directory to make new names durable. Does nothing on a system that cannot open directories. */
    void syncDirectory(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException | UnsupportedOperationException notSupported) {
            return;
        }
    }
}
