package dev.riffle;

import dev.riffle.io.ByteSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Whether a name still leads to the file that was opened by it. A file that was removed, or replaced by another one, goes on
 * being there for who has mapped it or has it open; what its name says since then is not about it.
 */
final class SameFile {

    private final ByteSource source;

    /** Empty where nothing tells files of one name apart: then they are taken for the same. */
    private final Optional<Object> key;

    /** The file that a source is now. To be made before it is opened: if another one is opened then, that one is gone. */
    SameFile(ByteSource source) throws IOException {
        this.source = source;
        this.key = source.fileKey();
    }

    /** Whether the name leads elsewhere, or nowhere. To be asked behind what might have met another file. */
    boolean isGone() throws IOException {
        if (key.isEmpty()) {
            return false;
        }
        try {
            return !source.fileKey().equals(key);
        } catch (NoSuchFileException | FileNotFoundException removed) {
            return true;
        }
    }

    /**
     * How long the file is now; more than any offset where nobody knows.
     *
     * @throws FileSystemException if the file is gone: nobody tells its size then
     */
    long size() throws IOException {
        long size;
        try {
            size = source.size().orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            checkThere();
            throw e;
        }
        checkThere();
        return size;
    }

    /**
     * Makes sure that the name leads to the file.
     *
     * @throws FileSystemException if not
     */
    void checkThere() throws IOException {
        if (isGone()) {
            throw gone();
        }
    }

    FileSystemException gone() {
        return new FileSystemException(
                source.name(), null, "was removed or replaced while it was read; read what is there now");
    }
}
