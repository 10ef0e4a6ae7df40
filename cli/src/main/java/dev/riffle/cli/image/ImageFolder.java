package dev.riffle.cli.image;

import dev.riffle.cli.terminal.Escapes;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.internal.Utf8;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lists a directory of images. It contains either files, or directories of files, whose names are labels. */
final class ImageFolder {

    private final List<ImageEntry> entries = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();

    private final Missing missing;

    /** Handles a missing file. Such a file is a link to a missing target, or only a table lists it. */
    @FunctionalInterface
    interface Missing {
        void on(NoSuchFileException file) throws IOException;
    }

    private ImageFolder(Missing missing) {
        this.missing = missing;
    }

    /** Lists a directory with one subdirectory for each label, or without subdirectories. */
    static ImageFolder list(Path folder, String shown, Missing missing) throws IOException {
        ImageFolder listed = new ImageFolder(missing);
        List<Path> inside = children(folder, shown);
        // Either all entries or none are directories, so the first existing entry decides. A later check covers the
        // other entries.
        boolean labelled = inside.stream()
                .filter(Files::exists)
                .findFirst()
                .filter(Files::isDirectory)
                .isPresent();
        if (!labelled) {
            listed.addFiles(inside, shown, Optional.empty());
            return listed;
        }
        List<Path> labelFolders = new ArrayList<>();
        for (Path file : inside) {
            if (Files.isDirectory(file)) {
                labelFolders.add(file);
            } else if (Files.exists(file)) {
                throw new UsageException(shown + ": has folders, which are labels, and a file " + name(file)
                        + " without a label; move it into a folder, or give all labels with --labels");
            } else {
                missing.on(absent(file, shown + "/" + name(file)));
            }
        }
        Set<String> known = new HashSet<>();
        for (Path labelFolder : labelFolders) {
            String label = writtenName(labelFolder, shown);
            if (!known.add(label)) {
                throw new UsageException(shown + ": has two folders named " + Escapes.visible(label)
                        + ", which would be one label; rename one of them");
            }
            listed.labels.add(label);
            listed.addFiles(children(labelFolder, shown + "/" + label), shown + "/" + label, Optional.of(label));
        }
        return listed;
    }

    private void addFiles(List<Path> files, String shown, Optional<String> label) throws IOException {
        for (Path file : files) {
            String name = writtenName(file, shown);
            entry(file, shown + "/" + name, name, label, missing).ifPresent(entries::add);
        }
    }

    /** Returns the name of a file in the form for a record. */
    private static String writtenName(Path file, String shown) throws UsageException {
        String name = name(file);
        boolean kept;
        try {
            kept = file.resolveSibling(name).equals(file);
        } catch (InvalidPathException e) {
            kept = false;
        }
        if (!kept) {
            String bytes = file.toUri().getRawPath().replaceFirst("/$", "");
            throw new UsageException(
                    shown + ": has a file or folder whose name is not valid in this system's encoding: "
                            + bytes.substring(bytes.lastIndexOf('/') + 1) + "; rename it");
        }
        return name;
    }

    /**
     * Returns the name, label and size of a file before the read. Empty if the file is missing and {@code missing}
     * accepts this.
     */
    static Optional<ImageEntry> entry(Path file, String shown, String name, Optional<String> label, Missing missing)
            throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            missing.on(absent(file, shown));
            return Optional.empty();
        }
        if (attributes.isDirectory()) {
            throw new UsageException(
                    shown + ": is a folder among images; move its images up, or give all labels with --labels");
        }
        if (!attributes.isRegularFile()) {
            throw new UsageException(shown + ": not a regular file; move it elsewhere");
        }
        return Optional.of(new ImageEntry(file, shown, name, label, attributes.size()));
    }

    private static NoSuchFileException absent(Path file, String shown) {
        return new NoSuchFileException(
                shown,
                null,
                Files.isSymbolicLink(file) ? "a link to a missing file; remove it" : "no such file; check the path");
    }

    /** Returns the entries of a directory, except hidden entries, in the order of the names' bytes. */
    static List<Path> children(Path folder, String shown) throws IOException {
        if (!Files.exists(folder)) {
            throw new NoSuchFileException(shown, null, "no such file; check the path");
        }
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(shown + ": not a folder; choose a folder of images");
        }
        List<Path> inside = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path path : stream) {
                if (!name(path).startsWith(".")) {
                    inside.add(path);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        inside.sort(Comparator.comparing(ImageFolder::name, Utf8::compare));
        return inside;
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    /** Returns the files, in the order of their labels' and names' bytes. */
    List<ImageEntry> entries() {
        return entries;
    }

    /** Returns the names of the subdirectories, in the order of their bytes; an empty list for a directory of files. */
    List<String> labels() {
        return labels;
    }
}
