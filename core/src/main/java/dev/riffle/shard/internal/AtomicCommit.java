package dev.riffle.shard.internal;

import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.HiddenName;
import dev.riffle.internal.Leftovers;
import dev.riffle.internal.WritingLock;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Renames the staging files of an output to their final names, all or none. */
public final class AtomicCommit {

    /** Lists the states of a file during the commit. */
    private enum Progress {
        HIDDEN,
        KEPT,
        NAMING
    }

    /** The options of the writer; they decide whether the commit replaces existing files. */
    private final RecordWriterOptions options;

    private final FileSteps steps;

    /** The final names of the files. */
    private final List<Path> names;

    /** The real places of the files, after following links. */
    private final List<Path> places = new ArrayList<>();

    private final List<Path> staged = new ArrayList<>();

    /** The hidden names of the older files until the end of the commit. */
    private final List<Path> kept = new ArrayList<>();

    private final Progress[] progress;

    /** The file keys of the new files; they identify the files after a rename. */
    private final Object[] keys;

    /** The file keys of the older files. */
    private final Object[] before;

    /** The hidden files that could not be restored and are the only copies of older files. */
    private final Set<Path> unrestored = new HashSet<>();

    /** Manifests of replaced files, and their hidden names until the end of the commit. */
    private final Map<Path, Path> outdated = new LinkedHashMap<>();

    /** Shards of another count and their manifests, and their hidden names until the end of the commit. */
    private final Map<Path, Path> retired = new LinkedHashMap<>();

    /**
     * True if the commit hides the first shard of a replaced set first and names its successor last. Then the set is
     * incomplete in every state between.
     */
    private boolean firstAppearsLast;

    /** Whether the files form a set. */
    private boolean isSet;

    /** Shows other writers that the hidden files do not belong to a killed process. */
    private final WritingLock writing;

    private @Nullable NameLock lock;
    private @Nullable Path manifest;
    private @Nullable Path stagedManifest;
    private @Nullable Object manifestKey;

    /** Creates a commit for files that the caller writes to the names from {@link #staged}. */
    public AtomicCommit(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        this(paths, List.of(), options, steps, null);
    }

    /**
     * Creates a commit for complete files with hidden names. Without hidden names, the caller writes the files later.
     */
    AtomicCommit(
            List<Path> paths,
            List<Path> complete,
            RecordWriterOptions options,
            FileSteps steps,
            @Nullable WritingLock begun)
            throws IOException {
        this.options = options;
        this.steps = steps;
        this.names = List.copyOf(paths);
        this.progress = new Progress[paths.size()];
        this.keys = new Object[paths.size()];
        this.before = new Object[paths.size()];
        Arrays.fill(progress, Progress.HIDDEN);
        Set<Path> different = new HashSet<>();
        for (Path path : paths) {
            // The commit replaces the target of a symbolic link and keeps the link.
            Path place = Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path;
            if (!different.add(real(place))) {
                throw new IllegalArgumentException("paths must be different, found twice: " + real(place));
            }
            places.add(place);
        }
        this.writing = begun == null ? WritingLock.begin(places.get(0), group()) : begun;
        for (int i = 0; i < places.size(); i++) {
            staged.add(complete.isEmpty() ? writing.hidden(places.get(i), "-" + i + ".tmp") : complete.get(i));
            kept.add(writing.hidden(places.get(i), "-" + i + HiddenName.KEPT));
        }
        for (Path path : paths) {
            ManifestPlace.besideShard(path).ifPresent(old -> outdated.computeIfAbsent(old, this::keptPlace));
        }
    }

    /** Returns a hidden name that no other file of this commit has. */
    private Path keptPlace(Path old) {
        return writing.hidden(old, "-" + (places.size() + outdated.size() + retired.size()) + HiddenName.KEPT);
    }

    /** Returns the common key of all sets with these names, or the name of a single file. */
    private String group() {
        return NameLock.group(places.get(0).getFileName().toString());
    }

    private Set<String> namesOfLeftovers() {
        Set<String> all = new HashSet<>();
        all.add(group());
        places.forEach(place -> all.add(place.getFileName().toString()));
        return all;
    }

    /** Returns the real path of a place, which need not exist, from the real path of its directory. */
    public static Path real(Path place) throws IOException {
        Path absolute = place.toAbsolutePath();
        Path directory = absolute.getParent();
        return directory == null || !Files.isDirectory(directory)
                ? absolute.normalize()
                : directory.toRealPath().resolve(absolute.getFileName());
    }

    /** Returns the hidden names to write to. */
    public List<Path> staged() {
        return staged;
    }

    String name() {
        return places.get(0) + (places.size() == 1 ? "" : " and " + (places.size() - 1) + " more");
    }

    /** Checks for existing files before the work begins, which may last for hours. */
    public void checkPlaces() throws IOException {
        try {
            checkReplaceable();
            prepare();
        } catch (Throwable e) {
            clear();
            throw e;
        }
    }

    private void prepare() throws IOException {
        // The commit removes leftovers first, because those of a killed process may have filled the disk.
        Leftovers.remove(places, namesOfLeftovers());
        for (int i = 0; i < places.size(); i++) {
            if (Files.exists(places.get(i)) && !Files.exists(staged.get(i))) {
                steps.createLike(places.get(i), staged.get(i));
            }
        }
    }

    private void checkReplaceable() throws IOException {
        for (Path place : places) {
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                if (!options.overwrites()) {
                    throw new FileAlreadyExistsException(
                            place.toString(),
                            null,
                            "exists already; choose another name, or ask for it to be overwritten");
                }
                if (!Files.isRegularFile(place)) {
                    throw new FileSystemException(place.toString(), null, "not a regular file; choose another name");
                }
            }
        }
    }

    /**
     * Declares that the files form a set, and checks for older files with their names. A set may replace another set of
     * the same name but another count. In this case, the commit removes the old shards after it has renamed the new
     * ones. Otherwise readers could not distinguish the two sets.
     */
    public void begin(ShardNames set) throws IOException {
        try {
            checkReplaceable();
            ManifestPlace.check(ManifestPlace.beside(names.get(0), set));
            isSet = true;
            firstAppearsLast = names.size() > 1;
            prepare();
        } catch (Throwable e) {
            clear();
            throw e;
        }
    }

    /** Writes a manifest of the files with a hidden name; the commit renames it after all files. */
    public void add(SetManifest content, Path place) throws IOException {
        Path hidden = writing.hidden(place, ".tmp");
        manifest = place;
        stagedManifest = hidden;
        steps.write(hidden, place, content.toJson(), options);
        if (!outdated.containsKey(place)) {
            outdated.put(place, keptPlace(place));
        }
    }

    /** Adds shards that the commit removes together with their manifests. Excludes files that the commit replaces. */
    private void retire(List<Path> shards) throws IOException {
        Set<Path> stay = new HashSet<>();
        // The names may be links to the places.
        for (Path name : names) {
            stay.add(real(name));
        }
        Set<Path> old = new LinkedHashSet<>();
        for (Path shard : shards) {
            if (!stay.contains(real(shard)) && Files.isRegularFile(shard)) {
                ManifestPlace.besideShard(shard)
                        .filter(manifestPath -> Files.exists(manifestPath, LinkOption.NOFOLLOW_LINKS))
                        .ifPresent(old::add);
            }
        }
        // The commit removes manifests first, and a rollback restores them last.
        for (Path shard : shards) {
            if (!stay.contains(real(shard)) && Files.isRegularFile(shard)) {
                old.add(shard);
            }
        }
        old.removeAll(outdated.keySet());
        for (Path file : old) {
            retired.put(file, keptPlace(file));
        }
    }

    /**
     * Renames all files to their final names. Until {@link #finish}, {@link #rollBack} can undo this, and no other
     * writer can commit the same names.
     */
    public void rename() throws IOException {
        rename(() -> {});
    }

    /** Like {@link #rename()}, with a check before the first step. */
    public void rename(CheckedSink.Check last) throws IOException {
        try {
            if (lock == null) {
                lock(last);
            }
            hideOutdated();
            if (firstAppearsLast && options.overwrites() && Files.exists(places.get(0))) {
                hide(0);
            }
            for (int i = firstAppearsLast ? 1 : 0; i < places.size(); i++) {
                commitFile(i);
            }
            if (firstAppearsLast) {
                commitFile(0);
            }
            commitManifest();
            hideRetired();
        } catch (Throwable e) {
            rollBack(e);
            throw e;
        }
    }

    /** Removes all files that {@link #rename} replaces, after a check. {@link #rollBack} can undo this. */
    void removeReplaced(CheckedSink.Check last) throws IOException {
        try {
            lock(last);
            hideOutdated();
            for (int i = 0; i < places.size(); i++) {
                if (options.overwrites() && Files.exists(places.get(i))) {
                    hide(i);
                }
            }
            hideRetired();
        } catch (Throwable e) {
            rollBack(e);
            throw e;
        }
    }

    private void lock(CheckedSink.Check last) throws IOException {
        lock = new NameLock(places.get(0), steps.timeout());
        last.run();
        if (isSet && options.overwrites()) {
            // Another writer may have committed a set of another count meanwhile. Only the lock excludes further
            // commits.
            retire(SameNamedShards.of(names.get(0)));
        }
    }

    /** Hides outdated manifests first, because a manifest must never be next to files that it does not describe. */
    private void hideOutdated() throws IOException {
        for (Map.Entry<Path, Path> old : outdated.entrySet()) {
            if (Files.isSymbolicLink(old.getKey())) {
                // Moves the link itself, because its target is not a manifest of this set.
                steps.replace(old.getKey(), old.getValue());
            } else if (Files.exists(old.getKey())) {
                steps.keep(old.getKey(), old.getValue());
                steps.delete(old.getKey());
            }
        }
    }

    private void hide(int i) throws IOException {
        Path place = places.get(i);
        if (!Files.isRegularFile(place)) {
            throw new FileSystemException(place.toString(), null, "no longer a regular file; choose another name");
        }
        before[i] = key(place);
        progress[i] = Progress.KEPT;
        steps.replace(place, kept.get(i));
    }

    /** Deletes the older files. */
    public void finish() {
        for (Path old : kept) {
            deleteQuietly(old);
        }
        outdated.values().forEach(this::deleteQuietly);
        retired.values().forEach(this::deleteQuietly);
        retired.keySet().forEach(old -> deleteQuietly(IndexFileName.of(old)));
        if (options.overwrites()) {
            List<Path> replaced = new ArrayList<>(places);
            replaced.addAll(outdated.keySet());
            replaced.addAll(retired.keySet());
            Leftovers.removeReplaced(replaced, namesOfLeftovers());
        }
        if (options.syncs()) {
            places.stream()
                    .map(place -> place.toAbsolutePath().getParent())
                    .distinct()
                    .forEach(steps::syncDirectory);
        }
        writing.close();
        unlock();
    }

    private void unlock() {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    private void commitFile(int i) throws IOException {
        Path place = places.get(i);
        keys[i] = stagedKey(i);
        if (progress[i] == Progress.KEPT) {
            // The older file already has its hidden name.
            steps.keepPermissions(kept.get(i), staged.get(i));
            steps.name(staged.get(i), place);
        } else if (options.overwrites() && Files.exists(place)) {
            steps.keepPermissions(place, staged.get(i));
            before[i] = key(place);
            steps.keep(place, kept.get(i));
            progress[i] = Progress.KEPT;
            steps.replace(staged.get(i), place);
        } else {
            progress[i] = Progress.NAMING;
            steps.name(staged.get(i), place);
        }
    }

    private Object stagedKey(int i) throws IOException {
        try {
            return key(staged.get(i));
        } catch (NoSuchFileException e) {
            NoSuchFileException named = new NoSuchFileException(
                    places.get(i).toString(), null, "its staging file was deleted; write the set again");
            named.initCause(e);
            throw named;
        }
    }

    private void commitManifest() throws IOException {
        if (manifest != null && stagedManifest != null) {
            manifestKey = key(stagedManifest);
            steps.name(stagedManifest, manifest);
        }
    }

    /**
     * Returns the key of a file, which a rename does not change. The key includes size and time, because a file system
     * can use the inode number of a deleted file again.
     */
    private static Object key(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return List.of(String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
    }

    /** Undoes the commit and restores the older files. Files of other writers stay unchanged. */
    void rollBack(Throwable failure) {
        restoreRetired(failure);
        removeManifest(failure);
        if (firstAppearsLast && progress[0] == Progress.KEPT) {
            removeFirst(failure);
        }
        for (int i = places.size() - 1; i >= 0; i--) {
            try {
                if (progress[i] == Progress.KEPT) {
                    unrestored.add(kept.get(i));
                    restore(i);
                    unrestored.remove(kept.get(i));
                } else if (progress[i] == Progress.NAMING && isNamed(i)) {
                    steps.delete(places.get(i));
                }
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        if (unrestored.isEmpty()) {
            restoreOutdated(failure);
        }
        unlock();
    }

    /** Removes the first shard before the commit restores the other files, so that the set is incomplete meanwhile. */
    private void removeFirst(Throwable failure) {
        try {
            if (isNamed(0)) {
                steps.delete(places.get(0));
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void restore(int i) throws IOException {
        Path place = places.get(i);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.exists(kept.get(i), LinkOption.NOFOLLOW_LINKS)) {
                steps.name(kept.get(i), place);
            }
        } else if (isNamed(i)) {
            steps.replace(kept.get(i), place);
        } else if (!key(place).equals(before[i])) {
            throw new FileSystemException(
                    place.toString(), null, "not restored, because another process replaced it during the commit");
        }
    }

    private void hideRetired() throws IOException {
        for (Map.Entry<Path, Path> old : retired.entrySet()) {
            try {
                steps.replace(old.getKey(), old.getValue());
            } catch (NoSuchFileException e) {
                // Another process removed the file.
            }
        }
    }

    private void restoreRetired(Throwable failure) {
        List<Map.Entry<Path, Path>> reversed = new ArrayList<>(retired.entrySet());
        Collections.reverse(reversed);
        for (Map.Entry<Path, Path> old : reversed) {
            if (Files.exists(old.getValue(), LinkOption.NOFOLLOW_LINKS)) {
                unrestored.add(old.getValue());
                try {
                    steps.name(old.getValue(), old.getKey());
                    unrestored.remove(old.getValue());
                } catch (IOException | RuntimeException e) {
                    failure.addSuppressed(e);
                }
            }
        }
    }

    private void removeManifest(Throwable failure) {
        if (manifest != null && manifestKey != null) {
            try {
                if (Files.exists(manifest) && key(manifest).equals(manifestKey)) {
                    steps.delete(manifest);
                }
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Restores the old manifests after the files that they describe. */
    private void restoreOutdated(Throwable failure) {
        for (Map.Entry<Path, Path> old : outdated.entrySet()) {
            try {
                if (Files.exists(old.getValue(), LinkOption.NOFOLLOW_LINKS)) {
                    steps.replace(old.getValue(), old.getKey());
                }
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Returns whether the file at the final name is the new file. */
    private boolean isNamed(int i) throws IOException {
        Path place = places.get(i);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        return key(place).equals(keys[i]);
    }

    /** Deletes the remaining hidden files, except older files that could not be restored. */
    public void clear() {
        unlock();
        for (int i = 0; i < places.size(); i++) {
            deleteQuietly(staged.get(i));
            if (!unrestored.contains(kept.get(i))) {
                deleteQuietly(kept.get(i));
            }
        }
        outdated.values().forEach(this::deleteQuietly);
        retired.values().stream().filter(old -> !unrestored.contains(old)).forEach(this::deleteQuietly);
        if (stagedManifest != null) {
            deleteQuietly(stagedManifest);
        }
        if (unrestored.isEmpty()) {
            writing.close();
        } else {
            writing.abandon();
        }
    }

    private void deleteQuietly(Path file) {
        try {
            steps.delete(file);
        } catch (IOException e) {
            // The file keeps its hidden name; the set is correct.
        }
    }
}
