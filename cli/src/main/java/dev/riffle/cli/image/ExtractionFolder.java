package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes extracted images to a directory. It never replaces files, and never writes through links to other directories.
 * {@link #close} deletes the written files unless the caller has called {@link #keep}.
 */
final class ExtractionFolder implements Closeable {

    private final Path root;
    private final String shown;
    private final List<Path> made = new ArrayList<>();
    private final Set<String> ready = new HashSet<>();
    private final Set<String> checked = new HashSet<>();
    private boolean kept;

    ExtractionFolder(Path root, String shown) {
        this.root = root;
        this.shown = shown;
    }

    /** Rejects names of existing files. */
    void check(Collection<ExtractedName> names) throws IOException {
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new UsageException(shown + ": is a file; name a folder");
        }
        for (ExtractedName name : names) {
            Path path = path(name);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new UsageException(title(name.path())
                        + ": exists already, and --extract never replaces files; choose another folder, or move the"
                        + " file");
            }
            checkFolders(name.folder());
        }
    }

    private Path path(ExtractedName name) throws UsageException {
        try {
            Path parent = name.folder().isPresent() ? root.resolve(name.folder().get()) : root;
            return parent.resolve(name.file());
        } catch (InvalidPathException e) {
            throw new UsageException(title(name.path()) + ": not a valid file name: " + e.getReason());
        }
    }

    private void checkFolders(Optional<String> path) throws UsageException {
        if (path.isEmpty() || !checked.add(path.get())) {
            return;
        }
        Path folder = root;
        for (String name : path.get().split("/")) {
            folder = folder.resolve(name);
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new UsageException(title(root.relativize(folder).toString())
                        + ": is a link or a file, not a folder; choose another folder");
            }
        }
    }

    private String title(String path) {
        return shown + "/" + Escapes.visible(path);
    }

    void write(ExtractedName name, Bytes content) throws IOException {
        Path path = path(name);
        if (ready.add(name.folder().orElse(""))) {
            makeFolders(name.folder());
        }
        ImageFile.write(ByteSink.of(path), content);
        made.add(path);
    }

    private void makeFolders(Optional<String> path) throws IOException {
        make(root);
        if (path.isEmpty()) {
            return;
        }
        checked.remove(path.get());
        checkFolders(path);
        Path folder = root;
        for (String name : path.get().split("/")) {
            folder = folder.resolve(name);
            make(folder);
            Path real = folder.toRealPath().getFileName();
            if (real != null && !composed(real.toString()).equals(composed(name))) {
                throw new UsageException(title(path.get())
                        + ": the file system treats this name as that of another folder; choose another name or place");
            }
        }
    }

    private static String composed(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC);
    }

    private void make(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                make(parent);
            }
            Files.createDirectory(folder);
            made.add(folder);
        }
    }

    /** Keeps the written files. */
    void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        if (!kept) {
            Collections.reverse(made);
            for (Path path : made) {
                Files.deleteIfExists(path);
            }
        }
    }
}
