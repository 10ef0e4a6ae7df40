package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The files that a source reads. A checkpoint identifies these files by names without directories, by sizes and by
 * versions.
 */
public final class FileSet implements Description.Argument {

    private final List<ByteSource> files;

    /** The identity at the beginning of a run, or null. */
    private volatile @Nullable String recorded;

    private FileSet(List<ByteSource> files) {
        this.files = List.copyOf(files);
    }

    /** Returns the set of these files. Each element of the list is a path, a name or a source. */
    public static FileSet of(List<?> files) {
        List<ByteSource> sources = new ArrayList<>(files.size());
        for (int i = 0; i < files.size(); i++) {
            Object file = files.get(i);
            sources.add(source(file instanceof String name ? path(name, "names[" + i + "]") : file));
        }
        return new FileSet(sources);
    }

    /** Returns the source for a path or a name. Returns a source unchanged. */
    static ByteSource source(Object file) {
        if (file instanceof Path path) {
            return ByteSource.of(path);
        }
        return file instanceof String name ? ByteSource.of(path(name, "names")) : (ByteSource) file;
    }

    private static Path path(String name, String argument) {
        return Argument.path(Path.of(""), name, argument, "a path");
    }

    @Override
    public String text(Description.Purpose purpose) {
        String began = recorded;
        return switch (purpose) {
            case EXPLANATION -> explained();
            case CHECKPOINT -> began == null ? identity() : began;
            case RESUME -> identity();
        };
    }

    List<ByteSource> files() {
        return files;
    }

    private String explained() {
        long bytes = 0;
        for (ByteSource file : files) {
            bytes += Math.max(size(file), 0);
        }
        String which = files.isEmpty() ? "" : ", " + baseName(files.get(0));
        return String.format(
                Locale.ROOT,
                "%,d %s, %,d bytes%s%s",
                files.size(),
                files.size() == 1 ? "file" : "files",
                bytes,
                which,
                files.size() > 1 ? " and others" : "");
    }

    /** Returns the size of all files. Empty if the size of a file is unknown. */
    OptionalLong totalBytes() {
        long bytes = 0;
        for (ByteSource file : files) {
            long size = size(file);
            if (size < 0) {
                return OptionalLong.empty();
            }
            bytes += size;
        }
        return OptionalLong.of(bytes);
    }

    /** Records the current sizes. A run calls this method when it begins, and its checkpoints contain these sizes. */
    void record() {
        recorded = identity();
    }

    /** Returns a short text that depends on the names, the current sizes, the versions and the order of the files. */
    private String identity() {
        CRC32C names = new CRC32C();
        CRC32C sizes = new CRC32C();
        long bytes = 0;
        for (ByteSource file : files) {
            long size = size(file);
            bytes += Math.max(size, 0);
            names.update((baseName(file) + "\n").getBytes(StandardCharsets.UTF_8));
            sizes.update((size + "\n").getBytes(StandardCharsets.UTF_8));
        }
        String first = files.isEmpty() ? "" : ", first " + baseName(files.get(0));
        return files.size() + (files.size() == 1 ? " file" : " files") + ", " + bytes + " bytes" + first + ", names "
                + Long.toHexString(names.getValue()) + ", sizes " + Long.toHexString(sizes.getValue()) + versions();
    }

    /** Returns a checksum over the versions. Empty if no source has a version. */
    private String versions() {
        CRC32C versions = new CRC32C();
        boolean found = false;
        for (ByteSource file : files) {
            String version;
            try {
                version = file.version().orElse("");
            } catch (IOException e) {
                // The iteration later reports the reason.
                version = "";
            }
            found |= !version.isEmpty();
            versions.update((version + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return found ? ", versions " + Long.toHexString(versions.getValue()) : "";
    }

    /**
     * Returns the size, or -1 if the size is unknown, or -2 if the file cannot be read. The iteration later reports the
     * reason.
     */
    private static long size(ByteSource file) {
        try {
            OptionalLong size = file.size();
            return size.orElse(-1);
        } catch (IOException e) {
            return -2;
        }
    }

    private static String baseName(ByteSource file) {
        String name = file.name();
        return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    }
}
