package dev.riffle.shard.internal;

import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.HiddenName;
import dev.riffle.internal.Leftovers;
import dev.riffle.internal.WritingLock;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.Closeable;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Renames the staging files of an output to their final names, all or none.
 *
 * <p>Each step of a commit adds its reversal to a journal. A rollback runs the reversals from the last one to the
 * first. A reversal changes only files that this commit has written or hidden, because another process may have
 * replaced a file in the meantime.
 */
public final class AtomicCommit implements Closeable {

    /** Reverses one step. */
    @FunctionalInterface
    private interface Undo {
        void run() throws IOException;
    }

    /** Throws if the files must not appear. */
    @FunctionalInterface
    public interface Check {
        void run() throws IOException;
    }

    /** The largest count of {@link ShardNames}, which has the longest name. */
    private static final int MAX_SHARDS = 10_000_000;

    /** The options of the writer; they decide whether the commit replaces existing files. */
    private final RecordWriterOptions options;

    private final FileSteps steps;

    /** The names of a set whose count is not known before all files are complete; null for other files. */
    private final @Nullable ShardNames uncounted;

    /** The older shards of an uncounted set, which have any count. */
    private List<Path> existing = List.of();

    /** The common key of all sets with these names, or the name of a single file. */
    private final String group;

    /** Shows other writers that the hidden files do not belong to a killed process. */
    private final WritingLock writing;

    /** The final names of the files; empty until the count is known. */
    private final List<Path> names = new ArrayList<>();

    /** The real places of the files, after following links. */
    private final List<Path> places = new ArrayList<>();

    /** The set that the files form, or null. */
    private @Nullable ShardNames set;

    private final List<Path> staged = new ArrayList<>();

    /** The reversals of the steps so far; the first element reverses the last step. */
    private final Deque<Undo> journal = new ArrayDeque<>();

    /** The hidden names of older files by their places, until the commit ends or a rollback restores the files. */
    private final Map<Path, Path> kept = new LinkedHashMap<>();

    /** The manifests that the commit hides first, because they do not describe the new files. */
    private final Set<Path> outdated = new LinkedHashSet<>();

    private @Nullable NameLock lock;
    private @Nullable Path manifest;
    private @Nullable Path stagedManifest;

    /** Whether the rollback could not reverse a step. */
    private boolean isDamaged;

    private AtomicCommit(Path first, @Nullable ShardNames uncounted, RecordWriterOptions options, FileSteps steps) {
        this.uncounted = uncounted;
        this.options = options;
        this.steps = steps;
        this.group = NameLock.group(first.getFileName().toString());
        this.writing = WritingLock.begin(first, group);
    }

    /**
     * Begins a commit of files with any names, and checks for older files with these names, because the work may last
     * for hours. If the names are those of a complete set, in order, the files form the set.
     *
     * <p>A set may replace another set of the same name but another count. In this case, the commit removes the old
     * shards after it has renamed the new ones. Otherwise readers could not distinguish the two sets.
     */
    public static AtomicCommit of(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        AtomicCommit commit = new AtomicCommit(place(paths.get(0)), null, options, steps);
        commit.begin(paths, set(paths));
        return commit;
    }

    /** Returns the set that these files form in this order; empty if they form none. */
    public static Optional<ShardNames> set(List<Path> paths) {
        try {
            return Optional.of(ShardNames.ofSet(paths))
                    .filter(names -> names.paths().equals(paths));
        } catch (IllegalArgumentException noSet) {
            return Optional.empty();
        }
    }

    /** Begins a commit of one file, which forms no set. */
    public static AtomicCommit ofFile(Path path, RecordWriterOptions options, FileSteps steps) throws IOException {
        AtomicCommit commit = new AtomicCommit(place(path), null, options, steps);
        commit.begin(List.of(path), Optional.empty());
        return commit;
    }

    /**
     * Begins a commit of a set whose count is not known yet. Checks that no set with this prefix and suffix exists that
     * the commit must not replace.
     */
    static AtomicCommit ofUncounted(ShardNames names, RecordWriterOptions options, FileSteps steps) throws IOException {
        List<Path> existing = SameNamedShards.of(names);
        checkFree(existing, options);
        checkLinks(existing, steps);
        ManifestPlace.check(new ShardNames(names.prefix(), MAX_SHARDS, names.suffix()));
        AtomicCommit commit = new AtomicCommit(names.path(0), names, options, steps);
        commit.existing = existing;
        Leftovers.remove(List.of(names.path(0)), List.of(commit.group));
        return commit;
    }

    /** Checks that no set of this name exists with any count, because the number of shards is not known yet. */
    private static void checkFree(List<Path> existing, RecordWriterOptions options) throws FileAlreadyExistsException {
        if (!existing.isEmpty() && !options.overwrites()) {
            throw new FileAlreadyExistsException(
                    existing.get(0).toString(),
                    null,
                    "exists already in a set of this name; choose another name, or ask for it to be overwritten");
        }
    }

    /**
     * Checks that no link leads to another file system. The commit renames complete shards, and a rename cannot move a
     * file to another file system.
     */
    private static void checkLinks(List<Path> existing, FileSteps steps) throws IOException {
        for (Path shard : existing) {
            Path directory = shard.toAbsolutePath().getParent();
            if (Files.isSymbolicLink(shard)
                    && Files.exists(shard)
                    && directory != null
                    && !steps.sameFileSystem(shard.toRealPath(), directory)) {
                throw new FileSystemException(
                        shard.toString(),
                        null,
                        "a link to another file system, which a set of unknown size cannot replace;"
                                + " delete the link, or set the number of shards");
            }
        }
    }

    /** Sets the number of files of an uncounted set. */
    void count(int files) throws IOException {
        if (uncounted != null) {
            ShardNames counted = new ShardNames(uncounted.prefix(), files, uncounted.suffix());
            begin(counted.paths(), Optional.of(counted));
        }
    }

    private void begin(List<Path> paths, Optional<ShardNames> formed) throws IOException {
        try {
            names.addAll(paths);
            set = formed.orElse(null);
            Set<Path> different = new HashSet<>();
            for (Path path : paths) {
                Path place = place(path);
                if (!different.add(real(place))) {
                    throw new IllegalArgumentException("paths must be different, found twice: " + real(place));
                }
                places.add(place);
                ManifestPlace.besideShard(path).ifPresent(outdated::add);
            }
            checkReplaceable();
            if (set != null) {
                ManifestPlace.check(ManifestPlace.beside(names.get(0), set));
            }
            // The commit removes leftovers first, because those of a killed process may have filled the disk.
            Leftovers.remove(places, namesOfLeftovers());
            for (int i = staged.size(); i < places.size(); i++) {
                stage(places.get(i), places.get(i));
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /** Returns the place of a file. The commit replaces the target of a symbolic link and keeps the link. */
    private static Path place(Path path) throws IOException {
        return Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path;
    }

    /** Chooses a hidden name for a new file. If the file replaces an older one, creates it with the same permissions. */
    private void stage(Path beside, Path old) throws IOException {
        Path hidden = writing.hidden(beside, "-" + staged.size() + ".tmp");
        staged.add(hidden);
        if (Files.isRegularFile(old)) {
            steps.createLike(old, hidden);
        }
    }

    private Set<String> namesOfLeftovers() {
        Set<String> all = new HashSet<>();
        all.add(group);
        places.forEach(place -> all.add(place.getFileName().toString()));
        return all;
    }

    /** Returns the set that the files form; empty for other files. */
    Optional<ShardNames> set() {
        return Optional.ofNullable(set);
    }

    /** Returns the number of files, if it is known. */
    int size() {
        return names.size();
    }

    /** Returns the final name of a file. Before the count is known, the name is only for messages. */
    public Path name(int number) {
        if (uncounted != null && names.isEmpty()) {
            String name =
                    uncounted.prefix().getFileName() + String.format(Locale.ROOT, "-%05d", number) + uncounted.suffix();
            return uncounted.prefix().resolveSibling(name);
        }
        return names.get(number);
    }

    /** Returns the name of the output for messages. */
    String name() {
        return name(0) + (names.size() < 2 ? "" : " and " + (names.size() - 1) + " more");
    }

    /** Returns the hidden name of a file. The files of an uncounted set get their hidden names in order. */
    public Path hidden(int number) throws IOException {
        if (uncounted != null && number == staged.size()) {
            Path old = existing.isEmpty() ? name(number) : existing.get(Math.min(number, existing.size() - 1));
            stage(uncounted.prefix(), old);
        }
        return staged.get(number);
    }

    /** Returns a sink that writes a file with its hidden name; a second thread may write its bytes. */
    public StagingSink sink(int number) throws IOException {
        return sink(number, true);
    }

    StagingSink sink(int number, boolean isConcurrent) throws IOException {
        return new StagingSink(hidden(number), name(number).toString(), isConcurrent);
    }

    FileSteps steps() {
        return steps;
    }

    /** Returns the real path of a place, which need not exist, from the real path of its directory. */
    public static Path real(Path place) throws IOException {
        Path absolute = place.toAbsolutePath();
        Path directory = absolute.getParent();
        return directory == null || !Files.isDirectory(directory)
                ? absolute.normalize()
                : directory.toRealPath().resolve(absolute.getFileName());
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

    /** Writes a manifest of the files with a hidden name; the commit renames it after all files. */
    public void add(SetManifest content, Path place) throws IOException {
        Path hidden = writing.hidden(place, ".tmp");
        manifest = place;
        stagedManifest = hidden;
        outdated.add(place);
        steps.write(hidden, place, content.toJson(), options);
    }

    /**
     * Renames all files to their final names. Until {@link #settle}, {@link #rollBack} can undo this, and no other
     * writer can commit the same names.
     */
    public void publish() throws IOException {
        publish(() -> {});
    }

    /** Like {@link #publish()}, with a check before the first step, while no other writer can commit. */
    public void publish(Check last) throws IOException {
        try {
            lock();
            last.run();
            hideOutdated();
            // The first shard of a replaced set disappears first, and its successor appears last. Then the set is
            // incomplete in every state between.
            boolean firstAppearsLast = set != null && places.size() > 1;
            if (firstAppearsLast && options.overwrites()) {
                hide(places.get(0));
            }
            for (int i = firstAppearsLast ? 1 : 0; i < places.size(); i++) {
                publish(i);
            }
            if (firstAppearsLast) {
                publish(0);
            }
            if (manifest != null && stagedManifest != null) {
                publish(stagedManifest, manifest);
            }
            hideRetired();
        } catch (Throwable e) {
            rollBack(e);
            throw e;
        }
    }

    /** Removes all files that {@link #publish} replaces. {@link #rollBack} can undo this. */
    void removeReplaced() throws IOException {
        try {
            lock();
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

    private void lock() throws IOException {
        if (lock == null) {
            lock = new NameLock(places.get(0), steps.timeout());
            if (uncounted != null) {
                // Another writer may have committed a set of another count in the meantime.
                checkFree(SameNamedShards.of(uncounted), options);
            }
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
        if (set == null || !options.overwrites()) {
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

    private void publish(int i) throws IOException {
        Path place = places.get(i);
        Path hidden = kept.getOrDefault(place, place);
        if (Files.exists(hidden)) {
            steps.keepPermissions(hidden, staged.get(i));
        }
        publish(staged.get(i), place);
    }

    /** Renames a complete file to its final name. Keeps the file that it replaces. */
    private void publish(Path hidden, Path place) throws IOException {
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

    /** Ends the commit: deletes the older files and the leftovers of other writers that they replaced. */
    public void settle() {
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

    /** Deletes the remaining hidden files, except older files that could not be restored. Idempotent. */
    @Override
    public void close() {
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
