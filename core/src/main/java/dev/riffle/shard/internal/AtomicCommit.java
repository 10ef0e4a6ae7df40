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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Renames the staging files of an output to their final names, all or none.
 *
 * <p>Each step of a commit adds its reversal to a journal. A rollback runs the reversals from the last one to the
 * first. A reversal changes only files that this commit has written or hidden, because another process may have
 * replaced a file in the meantime.
 */
public final class AtomicCommit {

    /** Reverses one step. */
    @FunctionalInterface
    private interface Undo {
        void run() throws IOException;
    }

    /** The options of the writer; they decide whether the commit replaces existing files. */
    private final RecordWriterOptions options;

    private final FileSteps steps;

    /** The final names of the files. */
    private final List<Path> names;

    /** The real places of the files, after following links. */
    private final List<Path> places = new ArrayList<>();

    private final List<Path> staged = new ArrayList<>();

    /** Shows other writers that the hidden files do not belong to a killed process. */
    private final WritingLock writing;

    /** The reversals of the steps so far; the first element reverses the last step. */
    private final Deque<Undo> journal = new ArrayDeque<>();

    /** The hidden names of older files by their places, until the commit ends or a rollback restores the files. */
    private final Map<Path, Path> kept = new LinkedHashMap<>();

    /** The manifests that the commit hides first, because they do not describe the new files. */
    private final Set<Path> outdated = new LinkedHashSet<>();

    private @Nullable NameLock lock;
    private @Nullable Path manifest;
    private @Nullable Path stagedManifest;

    /** Whether the files form a set. */
    private boolean isSet;

    /** Whether the rollback could not reverse a step. */
    private boolean isDamaged;

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
        Set<Path> different = new HashSet<>();
        for (Path path : paths) {
            // The commit replaces the target of a symbolic link and keeps the link.
            Path place = Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path;
            if (!different.add(real(place))) {
                throw new IllegalArgumentException("paths must be different, found twice: " + real(place));
            }
            places.add(place);
            ManifestPlace.besideShard(path).ifPresent(outdated::add);
        }
        this.writing = begun == null ? WritingLock.begin(places.get(0), group()) : begun;
        for (int i = 0; i < places.size(); i++) {
            staged.add(complete.isEmpty() ? writing.hidden(places.get(i), "-" + i + ".tmp") : complete.get(i));
        }
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
        outdated.add(place);
        steps.write(hidden, place, content.toJson(), options);
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
            lock(last);
            hideOutdated();
            // The first shard of a replaced set disappears first, and its successor appears last. Then the set is
            // incomplete in every state between.
            boolean firstAppearsLast = isSet && places.size() > 1;
            if (firstAppearsLast && options.overwrites()) {
                hide(places.get(0));
            }
            for (int i = firstAppearsLast ? 1 : 0; i < places.size(); i++) {
                name(i);
            }
            if (firstAppearsLast) {
                name(0);
            }
            if (manifest != null && stagedManifest != null) {
                name(stagedManifest, manifest);
            }
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
            if (options.overwrites()) {
                for (Path place : places) {
                    hide(place);
                }
            }
            hideRetired();
        } catch (Throwable e) {
            rollBack(e);
            throw e;
        }
    }

    private void lock(CheckedSink.Check last) throws IOException {
        if (lock == null) {
            lock = new NameLock(places.get(0), steps.timeout());
            last.run();
        }
    }

    /** Hides outdated manifests first, because a manifest must never be next to files that it does not describe. */
    private void hideOutdated() throws IOException {
        for (Path old : outdated) {
            hide(old);
        }
    }

    /**
     * Hides the shards of sets with the same name and another count, and their manifests. Another writer may have
     * committed such a set after this output began. Only the lock excludes further commits.
     */
    private void hideRetired() throws IOException {
        if (!isSet || !options.overwrites()) {
            return;
        }
        Set<Path> stay = new HashSet<>();
        // The names may be links to the places.
        for (Path name : names) {
            stay.add(real(name));
        }
        List<Path> shards = new ArrayList<>();
        Set<Path> old = new LinkedHashSet<>();
        for (Path shard : SameNamedShards.of(names.get(0))) {
            if (!stay.contains(real(shard)) && Files.isRegularFile(shard)) {
                shards.add(shard);
                ManifestPlace.besideShard(shard).ifPresent(old::add);
            }
        }
        // The commit removes manifests first, and a rollback restores them last.
        old.addAll(shards);
        old.removeAll(outdated);
        for (Path file : old) {
            hide(file);
        }
    }

    /** Renames an older file to a hidden name, if the file exists. */
    private void hide(Path place) throws IOException {
        Object before = steps.version(place);
        if (before != null) {
            Path hidden = keep(place);
            journal.push(() -> restore(place, before, null));
            try {
                steps.replace(place, hidden);
            } catch (NoSuchFileException e) {
                // Another process removed the file.
            }
        }
    }

    /** Returns a hidden name for the file at this place until the end of the commit. */
    private Path keep(Path place) {
        Path hidden = writing.hidden(place, "-" + (places.size() + kept.size()) + HiddenName.KEPT);
        kept.put(place, hidden);
        return hidden;
    }

    private void name(int i) throws IOException {
        Path place = places.get(i);
        Path hidden = kept.getOrDefault(place, place);
        if (Files.exists(hidden)) {
            steps.keepPermissions(hidden, staged.get(i));
        }
        name(staged.get(i), place);
    }

    /** Renames a complete file to its final name. Keeps the file that it replaces. */
    private void name(Path hidden, Path place) throws IOException {
        Object ours = steps.version(hidden);
        if (ours == null) {
            throw new NoSuchFileException(place.toString(), null, "its staging file was deleted; write the set again");
        }
        // A place that the commit has emptied must still be free.
        Object before = options.overwrites() && !kept.containsKey(place) ? steps.version(place) : null;
        if (before == null) {
            journal.push(() -> remove(place, ours));
            steps.name(hidden, place);
        } else {
            Path old = keep(place);
            journal.push(() -> restore(place, before, ours));
            steps.keep(place, old);
            steps.replace(hidden, place);
        }
    }

    private void remove(Path place, Object ours) throws IOException {
        if (ours.equals(steps.version(place))) {
            steps.delete(place);
        }
    }

    /**
     * Restores an older file.
     *
     * @param before the version of the older file
     * @param ours the version of the new file; null if the place has no new file
     */
    private void restore(Path place, Object before, @Nullable Object ours) throws IOException {
        if (isDamaged && outdated.contains(place)) {
            // The manifest describes files that are not restored.
            return;
        }
        Path hidden = kept.getOrDefault(place, place);
        Object now = steps.version(place);
        if (now == null) {
            if (steps.version(hidden) != null) {
                steps.name(hidden, place);
            }
        } else if (now.equals(ours)) {
            steps.replace(hidden, place);
        } else if (now.equals(before)) {
            deleteQuietly(hidden);
        } else {
            throw new FileSystemException(
                    place.toString(), null, "not restored, because another process replaced it during the commit");
        }
        kept.remove(place);
    }

    /** Undoes the commit and restores the older files. Files of other writers stay unchanged. */
    void rollBack(Throwable failure) {
        while (!journal.isEmpty()) {
            try {
                journal.pop().run();
            } catch (IOException | RuntimeException e) {
                isDamaged = true;
                failure.addSuppressed(e);
            }
        }
        unlock();
    }

    /** Deletes the older files. */
    public void finish() {
        journal.clear();
        kept.values().forEach(this::deleteQuietly);
        Set<Path> replaced = new LinkedHashSet<>(outdated);
        replaced.addAll(kept.keySet());
        replaced.removeAll(places);
        replaced.forEach(old -> deleteQuietly(IndexFileName.of(old)));
        if (options.overwrites()) {
            replaced.addAll(places);
            Leftovers.removeReplaced(replaced, namesOfLeftovers());
        }
        if (options.syncs()) {
            places.stream()
                    .map(place -> place.toAbsolutePath().getParent())
                    .distinct()
                    .forEach(steps::syncDirectory);
        }
        kept.clear();
        writing.close();
        unlock();
    }

    private void unlock() {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    /** Deletes the remaining hidden files, except older files that could not be restored. */
    public void clear() {
        unlock();
        staged.forEach(this::deleteQuietly);
        if (stagedManifest != null) {
            deleteQuietly(stagedManifest);
        }
        if (kept.isEmpty()) {
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
