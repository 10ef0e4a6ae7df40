package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Reads the arrays of a {@code .npz} file: a ZIP archive with a {@code .npy} file for each array. Several arrays can be
 * open at once. One thread at a time may use an array.
 *
 * @since 0.1
 */
public final class NpzReader implements Closeable {

    private static final String ENDING = ".npy";

    private final String source;
    private final ZipFile archive;
    private final Map<String, ZipEntry> entries;

    private NpzReader(String source, ZipFile archive, Map<String, ZipEntry> entries) {
        this.source = source;
        this.archive = archive;
        this.entries = entries;
    }

    /**
     * Opens an archive.
     *
     * @throws MalformedArrayException if the file is not an archive, or an entry is not an array or is there twice
     * @throws IOException if the file cannot be read
     */
    public static NpzReader open(Path file) throws IOException {
        Argument.present(file, "file");
        ZipFile archive;
        try {
            archive = new ZipFile(file.toFile());
        } catch (ZipException | EOFException e) {
            throw (IOException) new MalformedArrayException(
                            file.toString(), "not an archive of NumPy, or incomplete: " + CheckedEntry.reason(e))
                    .initCause(e);
        }
        try {
            return new NpzReader(file.toString(), archive, entries(file.toString(), archive));
        } catch (Throwable e) {
            archive.close();
            throw e;
        }
    }

    private static Map<String, ZipEntry> entries(String source, ZipFile archive) throws MalformedArrayException {
        Map<String, ZipEntry> entries = new LinkedHashMap<>();
        Enumeration<? extends ZipEntry> all = archive.entries();
        while (all.hasMoreElements()) {
            ZipEntry entry = all.nextElement();
            String name = entry.getName();
            if (!name.endsWith(ENDING)) {
                throw new MalformedArrayException(
                        source,
                        "the entry " + Argument.shown(name) + " is not an array: its name does not end in .npy");
            }
            if (entries.put(name.substring(0, name.length() - ENDING.length()), entry) != null) {
                throw new MalformedArrayException(source, "the entry " + Argument.shown(name) + " is there twice");
            }
        }
        return entries;
    }

    /** Returns the names of the arrays, in the order of the archive. */
    public List<String> names() {
        return List.copyOf(entries.keySet());
    }

    /**
     * Opens an array. Closing the archive closes its arrays. The reader of the array compares the checksum of the
     * archive when it reads the last row.
     *
     * @throws IllegalArgumentException if no array has this name
     * @throws MalformedArrayException if the entry is not an array that Riffle reads
     * @throws IOException if the archive cannot be read
     */
    public NpyReader array(String name) throws IOException {
        Argument.present(name, "name");
        ZipEntry entry = entries.get(name);
        if (entry == null) {
            throw new IllegalArgumentException(source + ": no array is named " + Argument.shown(name)
                    + "; the archive has " + String.join(", ", entries.keySet()));
        }
        String shown = source + ": array \"" + Argument.shown(name) + '"';
        NpyReader reader = new NpyReader(shown, new CheckedEntry(shown, entry, stream(shown, entry)));
        reader.checkSize(entry.getSize() < 0 ? OptionalLong.empty() : OptionalLong.of(entry.getSize()));
        return reader;
    }

    private InputStream stream(String shown, ZipEntry entry) throws IOException {
        try {
            return archive.getInputStream(entry);
        } catch (ZipException | EOFException e) {
            throw CheckedEntry.damaged(shown, e);
        }
    }

    @Override
    public void close() throws IOException {
        archive.close();
    }
}
