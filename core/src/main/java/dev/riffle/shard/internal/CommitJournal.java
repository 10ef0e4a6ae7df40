package dev.riffle.shard.internal;

import dev.riffle.internal.file.HiddenName;
import dev.riffle.internal.file.WritingLock;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Performs the steps of a commit, and records how to reverse each of them. A rollback runs the reversals from the last
 * one to the first. A reversal changes only files that this commit has written or hidden, because another process may
 * have replaced a file in the meantime.
 */
final class CommitJournal {

    /** Reverses one step. */
    @FunctionalInterface
    private interface Undo {
        void run() throws IOException;
    }

    private final CommitStorage storage;
    private final WritingLock writing;

    /** The reversals of the steps so far; the first element reverses the last step. */
    private final Deque<Undo> undos = new ArrayDeque<>();

    /** The hidden names of older files by their places, until the commit ends or a rollback restores the files. */
    private final Map<Path, Path> kept = new LinkedHashMap<>();

    /** Whether the rollback could not reverse a step. */
    private boolean isDamaged;

    CommitJournal(CommitStorage storage, WritingLock writing) {
        this.storage = storage;
        this.writing = writing;
    }

    /** Hides an older file, if it exists. */
    void hide(Path place) throws IOException {
        hide(place, false);
    }

    /** Hides the manifest of older files. A rollback restores it only after all these files. */
    void hideManifest(Path place) throws IOException {
        hide(place, true);
    }

    private void hide(Path place, boolean isManifest) throws IOException {
        Object before = storage.version(place);
        if (before == null) {
            return;
        }
        Path hidden = keep(place);
        undos.push(() -> {
            if (!isManifest || !isDamaged) {
                restore(place, before, null);
            }
        });
        try {
            storage.retire(place, hidden);
        } catch (NoSuchFileException e) {
            // Another process removed the file.
        }
    }

    /** Returns a hidden name for the file at this place until the end of the commit. */
    private Path keep(Path place) {
        Path hidden = writing.hidden(place, "-" + kept.size() + HiddenName.KEPT);
        kept.put(place, hidden);
        return hidden;
    }

    /**
     * Gives a complete file its place, which must be free. The file may replace an older one that the commit has
     * hidden.
     */
    void publish(Path hidden, Path place) throws IOException {
        Object ours = version(hidden, place);
        undos.push(() -> remove(place, ours));
        storage.publish(hidden, place);
    }

    /** Gives a complete file its place and the permissions of the file that it replaces. */
    void replace(Path hidden, Path place) throws IOException {
        Object ours = version(hidden, place);
        Path old = kept.getOrDefault(place, place);
        Object before = storage.version(old);
        if (before != null) {
            storage.copyPermissions(old, hidden);
        }
        if (before == null || !old.equals(place)) {
            publish(hidden, place);
        } else {
            Path hiddenOld = keep(place);
            undos.push(() -> restore(place, before, ours));
            storage.keep(place, hiddenOld);
            storage.replace(hidden, place);
        }
    }

    private Object version(Path hidden, Path place) throws IOException {
        Object ours = storage.version(hidden);
        if (ours == null) {
            throw new NoSuchFileException(place.toString(), null, "its staging file was deleted; write the set again");
        }
        return ours;
    }

    private void remove(Path place, Object ours) throws IOException {
        if (ours.equals(storage.version(place))) {
            storage.delete(place);
        }
    }

    /**
     * Restores an older file.
     *
     * @param before the version of the older file
     * @param ours the version of the new file; null if the place has no new file
     */
    private void restore(Path place, Object before, @Nullable Object ours) throws IOException {
        Path hidden = kept.getOrDefault(place, place);
        Object now = storage.version(place);
        if (now == null) {
            if (storage.version(hidden) != null) {
                storage.publish(hidden, place);
            }
        } else if (now.equals(ours)) {
            storage.replace(hidden, place);
        } else if (now.equals(before)) {
            deleteQuietly(hidden);
        } else {
            throw new FileSystemException(
                    place.toString(), null, "not restored, because another process replaced it during the commit");
        }
        kept.remove(place);
    }

    /** Reverses all steps. Adds problems to a failure. */
    void rollBack(Throwable failure) {
        while (!undos.isEmpty()) {
            try {
                undos.pop().run();
            } catch (IOException | RuntimeException e) {
                isDamaged = true;
                failure.addSuppressed(e);
            }
        }
    }

    /** Deletes the older files, and returns the places that they had. Then the steps cannot be reversed. */
    Set<Path> settle() {
        undos.clear();
        kept.values().forEach(this::deleteQuietly);
        Set<Path> replaced = new LinkedHashSet<>(kept.keySet());
        kept.clear();
        return replaced;
    }

    /** Returns whether a hidden file may be the only copy of an older file. */
    boolean hasOlderFiles() {
        return !kept.isEmpty();
    }

    /** Deletes a file with a hidden name. */
    void deleteQuietly(Path file) {
        try {
            storage.delete(file);
        } catch (IOException e) {
            // The file keeps its hidden name; the set is correct.
        }
    }
}
