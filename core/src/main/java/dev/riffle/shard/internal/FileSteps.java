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
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is done to files while a set is written, each step of which can fail. */
public class FileSteps {

    public RecordWriter create(ByteSink sink, RecordWriterOptions options) throws IOException {
        return RecordWriter.create(sink, options);
    }

    /** Writes a small text under a hidden name; messages call it by the name that it is going to have. */
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

    /** How long is waited for somebody else who gives names to the same set. */
    Duration patience() {
        return NameLock.PATIENCE;
    }

    /** Gives a file another name, which must be free. */
    public void name(Path from, Path to) throws IOException {
        try {
            // Unlike a rename this fails if somebody else has taken the name.
            Files.createLink(to, from);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    to.toString(), null, "exists already; choose another name, or ask for it to be overwritten");
        } catch (UnsupportedOperationException | IOException noLinksHere) {
            Files.move(from, to);
            return;
        }
        Files.delete(from);
    }

    /** Puts a file in the place of another. */
    public void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Gives a file a second name, or, where there are no links, the content of a copy. */
    public void keep(Path file, Path kept) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(), null, "is no regular file any more, so it is not replaced; choose another name");
        }
        try {
            Files.createLink(kept, file);
        } catch (UnsupportedOperationException | IOException noLinksHere) {
            Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** Whether a file can be moved from one to the other by giving it another name. */
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

    /** Gives a written file the permissions of the old one. */
    void keepPermissions(Path old, Path written) throws IOException {
        FilePermissions.copy(old.toRealPath(), written);
    }

    /** A new name is safe when its directory is; where directories cannot be opened there is no such promise. */
    void syncDirectory(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException | UnsupportedOperationException notOfferedHere) {
            return;
        }
    }
}
