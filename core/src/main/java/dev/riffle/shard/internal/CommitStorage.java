package dev.riffle.shard.internal;

import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The storage of a commit's files. {@link AtomicCommit} decides the order of the steps; a storage performs them.
 *
 * <p>A place is a final name, and a hidden name is a name that readers ignore. New files and older files have hidden
 * names during the commit. A storage needs no renames, links, directories or locks: in an object store, {@link #stage}
 * begins an upload, {@link #publish} completes it, and {@link #keep} copies an object to its hidden name. Only
 * {@code publish} and {@link #replace} must be atomic: readers see the complete file or no change. The default methods
 * suit such a storage; {@link FileStorage} overrides them.
 *
 * <p>Several threads may stage files at the same time.
 */
public interface CommitStorage {

    /**
     * Returns a sink for a new file. Readers never see the file at its place before {@link #publish}. An upload that
     * needs its final name may use {@code place}; if the commit publishes the file at another place, the storage
     * copies it.
     */
    ByteSink stage(Path hidden, Path place) throws IOException;

    /**
     * Returns what identifies a file, with a place or a hidden name; null without a file. The publication of a complete
     * file does not change its version, and no other file has the same version.
     */
    @Nullable
    Object version(Path path) throws IOException;

    /**
     * Gives a complete new file, or a file that was kept or retired, its place. The hidden name is free afterwards.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the place has a file
     */
    void publish(Path hidden, Path place) throws IOException;

    /** Like {@link #publish}, but replaces the file that has the place. */
    void replace(Path hidden, Path place) throws IOException;

    /** Gives a file also a hidden name, until the commit ends or restores the file. */
    void keep(Path place, Path hidden) throws IOException;

    /** Deletes a file with any name, or ends the upload of that name. Has no effect without a file. */
    void delete(Path path) throws IOException;

    /** Returns the places of all files beside a path whose names begin with {@code prefix}, in any order. */
    List<Path> list(Path beside, String prefix) throws IOException;

    /** Moves a file from its place to a hidden name. */
    default void retire(Path place, Path hidden) throws IOException {
        keep(place, hidden);
        delete(place);
    }

    /** Returns the place to which a name leads. All names of a file lead to equal places. */
    default Path place(Path name) throws IOException {
        return name.toAbsolutePath().normalize();
    }

    /**
     * Prepares a new file for {@link #stage} that will replace an older one. Its bytes may be confidential, so they
     * need the permissions of the older file from the beginning.
     */
    default void createLike(Path old, Path hidden) throws IOException {
        // Objects have no permissions of their own.
    }

    /** Gives a complete file the permissions of the older file that it replaces. */
    default void copyPermissions(Path old, Path hidden) throws IOException {
        // Objects have no permissions of their own.
    }

    /**
     * Begins an output, and removes what killed writers of the same names have left.
     *
     * @param places the places of the new files; if they are not known yet, the place of a possible first shard and the
     *     existing shards
     * @param group the common name of all sets with these names, or the name of a single file
     * @throws IOException if the commit cannot replace the files at these places
     */
    default WritingLock begin(List<Path> places, String group) throws IOException {
        return WritingLock.unlocked(places.get(0), group);
    }

    /**
     * Excludes other writers that commit a set with the same prefix and suffix, if the storage has locks. Returns the
     * action that releases the lock.
     */
    default Runnable lock(Path place) throws IOException {
        return () -> {};
    }

    /**
     * Ends a commit.
     *
     * @param places the places of the new files
     * @param replaced the places whose older files the commit has replaced or removed
     * @param isDurable whether the new names must survive a failure of the system
     */
    default void settle(List<Path> places, Set<Path> replaced, String group, boolean isDurable) {
        // An object is durable when its upload is complete.
    }
}
