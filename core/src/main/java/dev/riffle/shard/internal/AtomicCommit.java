package dev.riffle.shard.internal;

import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the files of an output, all or none. Until then, the files have hidden names. This class chooses the names
 * and the order of the steps. A {@link CommitJournal} can reverse the steps, and a {@link CommitStorage} performs them.
 */
public final class AtomicCommit implements Closeable {

    /** Throws if the files must not appear. */
    @FunctionalInterface
    public interface Check {
        void run() throws IOException;
    }

    /** The largest count of {@link ShardNames}, which has the longest name. */
    private static final int MAX_SHARDS = 10_000_000;

    /** The options of the writer; they decide whether the commit replaces existing files. */
    private final RecordWriterOptions options;

    private final CommitStorage storage;

    /** The names of a set whose count is not known before all files are complete; null for other files. */
    private final @Nullable ShardNames uncounted;

    /** The older shards of an uncounted set, which have any count. */
    private final List<Path> existing;

    /** The common key of all sets with these names, or the name of a single file. */
    private final String group;

    /** Shows other writers that the hidden files do not belong to a killed process. */
    private final WritingLock writing;

    /** The final names of the files; empty until the count is known. */
    private final List<Path> names = new ArrayList<>();

    /** The places to which the names lead. */
    private final List<Path> places = new ArrayList<>();

    /** The set that the files form, or null. */
    private @Nullable ShardNames set;

    private final List<Path> staged = new ArrayList<>();

    private final CommitJournal journal;

    /** The manifests that the commit hides first, because they do not describe the new files. */
    private final Set<Path> outdated = new LinkedHashSet<>();

    /** Releases the lock that excludes other commits; null if the commit has no lock. */
    private @Nullable Runnable lock;

    private @Nullable Path manifest;
    private @Nullable Path stagedManifest;

    private AtomicCommit(
            List<Path> begun, @Nullable ShardNames uncounted, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        this.uncounted = uncounted;
        this.existing = uncounted == null ? List.of() : begun.subList(1, begun.size());
        this.options = options;
        this.storage = storage;
        this.group = NameLock.group(begun.get(0).getFileName().toString());
        this.writing = storage.begin(begun, group);
        this.journal = new CommitJournal(storage, writing);
    }

    /**
     * Begins a commit of files with any names, and checks for older files with these names, because the work may last
     * for hours. If the names are those of a complete set, in order, the files form the set.
     *
     * <p>A set may replace another set of the same name but another count. In this case, the commit removes the old
     * shards after it has published the new ones. Otherwise readers could not distinguish the two sets.
     */
    public static AtomicCommit of(List<Path> names, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        return of(names, RecordSet.ofPartial(names).names(), options, storage);
    }

    /** Begins a commit of one file, which forms no set. */
    public static AtomicCommit ofFile(Path name, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        return of(List.of(name), Optional.empty(), options, storage);
    }

    private static AtomicCommit of(
            List<Path> names, Optional<ShardNames> set, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        List<Path> places = places(names, storage);
        AtomicCommit commit = new AtomicCommit(places, null, options, storage);
        commit.name(names, places, set);
        return commit;
    }

    private static List<Path> places(List<Path> names, CommitStorage storage) throws IOException {
        Set<Path> places = new LinkedHashSet<>();
        for (Path name : names) {
            Path place = storage.place(name);
            if (!places.add(place)) {
                throw new IllegalArgumentException("paths must be different, found twice: " + place);
            }
        }
        return List.copyOf(places);
    }

    /**
     * Begins a commit of a set whose count is not known yet. Checks that no set with this prefix and suffix exists that
     * the commit must not replace.
     */
    static AtomicCommit ofUncounted(ShardNames names, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        List<Path> existing = SameNamedShards.of(storage, names.path(0));
        checkFree(existing, options);
        ManifestPlace.check(storage, new ShardNames(names.prefix(), MAX_SHARDS, names.suffix()));
        List<Path> begun = new ArrayList<>(existing);
        begun.add(0, names.path(0));
        return new AtomicCommit(begun, names, options, storage);
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

    /** Sets the number of files of an uncounted set. */
    void count(int files) throws IOException {
        if (uncounted != null) {
            ShardNames counted = new ShardNames(uncounted.prefix(), files, uncounted.suffix());
            name(counted.paths(), places(counted.paths(), storage), Optional.of(counted));
        }
    }

    /** Sets the names, and checks for older files. */
    private void name(List<Path> names, List<Path> places, Optional<ShardNames> formed) throws IOException {
        this.names.addAll(names);
        this.places.addAll(places);
        set = formed.orElse(null);
        try {
            if (set != null) {
                ManifestPlace.check(storage, set);
            }
            for (int i = 0; i < names.size(); i++) {
                ManifestPlace.besideShard(names.get(i)).ifPresent(outdated::add);
                boolean exists = storage.version(places.get(i)) != null;
                if (exists && !options.overwrites()) {
                    throw new FileAlreadyExistsException(
                            names.get(i).toString(),
                            null,
                            "exists already; choose another name, or ask for it to be overwritten");
                }
                if (i == staged.size()) {
                    stage(places.get(i), exists ? places.get(i) : null);
                }
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /** Chooses a hidden name for a new file, which may replace an older file. */
    private void stage(Path beside, @Nullable Path old) throws IOException {
        Path hidden = writing.hidden(beside, "-" + staged.size() + ".tmp");
        staged.add(hidden);
        if (old != null) {
            storage.createLike(old, hidden);
        }
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
            stage(uncounted.prefix(), existing.isEmpty() ? null : existing.get(Math.min(number, existing.size() - 1)));
        }
        return staged.get(number);
    }

    /** Returns a sink that writes a file with its hidden name; a second thread may write its bytes. */
    public StagingSink sink(int number) throws IOException {
        return sink(number, true);
    }

    StagingSink sink(int number, boolean isConcurrent) throws IOException {
        Path name = name(number);
        return new StagingSink(storage.stage(hidden(number), name), name.toString(), isConcurrent);
    }

    /** Writes a manifest of the files with a hidden name; the commit publishes it after all files. */
    public void add(SetManifest content, Path place) throws IOException {
        Path hidden = writing.hidden(place, ".tmp");
        manifest = place;
        stagedManifest = hidden;
        outdated.add(place);
        ByteBuffer bytes = ByteBuffer.wrap(content.toJson().getBytes(StandardCharsets.UTF_8));
        try (ByteSink.Output out = new StagingSink(storage.stage(hidden, place), place.toString(), false).create()) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            if (options.syncs()) {
                out.sync();
            }
            out.commit();
        }
    }

    /**
     * Gives all files their places. Until {@link #settle}, {@link #rollBack} can undo this, and no other
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
                journal.hide(places.get(0));
            }
            for (int i = firstAppearsLast ? 1 : 0; i < places.size(); i++) {
                publish(i);
            }
            if (firstAppearsLast) {
                publish(0);
            }
            if (manifest != null && stagedManifest != null) {
                journal.publish(stagedManifest, manifest);
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
                    journal.hide(place);
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
            lock = storage.lock(places.get(0));
            if (uncounted != null) {
                // Another writer may have committed a set of another count in the meantime.
                checkFree(SameNamedShards.of(storage, uncounted.path(0)), options);
            }
        }
    }

    /** Hides outdated manifests first, because a manifest must never be next to files that it does not describe. */
    private void hideOutdated() throws IOException {
        for (Path old : outdated) {
            journal.hideManifest(old);
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
        Set<Path> stay = new HashSet<>(places);
        List<Path> shards = new ArrayList<>();
        Set<Path> old = new LinkedHashSet<>();
        for (Path shard : SameNamedShards.of(storage, names.get(0))) {
            if (!stay.contains(storage.place(shard))) {
                shards.add(shard);
                ManifestPlace.besideShard(shard).ifPresent(old::add);
            }
        }
        // The commit removes manifests first, and a rollback restores them last.
        old.addAll(shards);
        old.removeAll(outdated);
        for (Path file : old) {
            journal.hide(file);
        }
    }

    private void publish(int i) throws IOException {
        if (options.overwrites()) {
            journal.replace(staged.get(i), places.get(i));
        } else {
            journal.publish(staged.get(i), places.get(i));
        }
    }

    /** Undoes the commit and restores the older files. Files of other writers stay unchanged. */
    void rollBack(Throwable failure) {
        journal.rollBack(failure);
        unlock();
    }

    /** Ends the commit: deletes the older files and the leftovers of other writers that they replaced. */
    public void settle() {
        Set<Path> replaced = new LinkedHashSet<>(outdated);
        replaced.addAll(journal.settle());
        places.forEach(replaced::remove);
        replaced.forEach(old -> journal.deleteQuietly(IndexFileName.of(old)));
        replaced.addAll(places);
        storage.settle(places, options.overwrites() ? replaced : Set.of(), group, options.syncs());
        writing.close();
        unlock();
    }

    private void unlock() {
        if (lock != null) {
            lock.run();
            lock = null;
        }
    }

    /** Deletes the remaining hidden files, except older files that could not be restored. Idempotent. */
    @Override
    public void close() {
        unlock();
        staged.forEach(journal::deleteQuietly);
        if (stagedManifest != null) {
            journal.deleteQuietly(stagedManifest);
        }
        if (journal.hasOlderFiles()) {
            writing.abandon();
        } else {
            writing.close();
        }
    }
}
