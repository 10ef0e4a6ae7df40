package dev.riffle.cli.input;

import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.NamedSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Provides files that a command can read more than once. A temporary file keeps the bytes of standard input or a pipe,
 * which can be read only once.
 */
public final class Spool implements Closeable {

    private static final String NAME = "riffle-input";

    private final List<ByteSource> sources = new ArrayList<>();
    private final List<Path> temporary = new ArrayList<>();
    private @Nullable WritingLock writing;

    private Spool() {}

    public static Spool of(List<InputFile> files) throws IOException {
        Spool spool = new Spool();
        try {
            for (InputFile file : files) {
                spool.sources.add(isRereadable(file) ? file.source() : spool.keep(file.source()));
            }
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
        return spool;
    }

    /**
     * Returns whether a command can read a file more than once. A pipe or a device has a path too, but delivers its
     * bytes only once. The error of a missing file appears when the command opens it.
     */
    private static boolean isRereadable(InputFile file) {
        return file.path()
                .map(path -> Files.isRegularFile(path) || Files.isDirectory(path) || Files.notExists(path))
                .orElse(false);
    }

    private ByteSource keep(ByteSource source) throws IOException {
        Path place = Path.of(System.getProperty("java.io.tmpdir"), NAME);
        if (writing == null) {
            Leftovers.remove(List.of(place), List.of(NAME));
            writing = WritingLock.begin(place, NAME);
        }
        Path copy = writing.hidden(place, "-" + temporary.size() + ".tmp");
        // The bytes of a pipe may be confidential.
        WritingLock.createPrivate(copy);
        temporary.add(copy);
        try (InputStream in = Channels.newInputStream(source.open(0));
                OutputStream out = Files.newOutputStream(copy, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            in.transferTo(out);
        }
        return new NamedSource(source.name(), ByteSource.of(copy));
    }

    public List<ByteSource> sources() {
        return sources;
    }

    @Override
    public void close() throws IOException {
        for (Path copy : temporary) {
            Files.deleteIfExists(copy);
        }
        if (writing != null) {
            writing.close();
        }
    }
}
