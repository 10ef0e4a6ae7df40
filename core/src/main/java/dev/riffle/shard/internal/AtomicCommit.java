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

/** Gives complete files their names, all or none. */
public final class AtomicCommit {

    /** The steps of a file on the way to its name. */
    private enum Progress {
        HIDDEN,
        KEPT,
        NAMING
    }

    /** The options of the writer, which say whether existing files are replaced. */
    private final RecordWriterOptions options;

    private final FileSteps steps;

    /** The names of the files. */
    private final List<Path> names;

    /** The real places of the files, after following links. */
    private final List<Path> places = new ArrayList<>();

    private final List<Path> staged = new ArrayList<>();

    /** The hidden names of the older files until the commit is finished. */
    private final List<Path> kept = new ArrayList<>();

    private final Progress[] progress;

    /** The file keys of the new files, which distinguish them from other files at their places. */
    private final Object[] keys;

    /** The file keys of the older files. */
    private final Object[] before;

    /** The hidden files that could not be restored and are the only copies of older files. */
    private final Set<Path> notPutBack = new HashSet<>();

    /** Manifests of replaced files, and their hidden names until the commit is finished. */
    private final Map<Path, Path> outdated = new LinkedHashMap<>();

    /** Shards of another count and their manifests, and their hidden names until the commit is finished. */
    private final Map<Path, Path> retired = new LinkedHashMap<>();

    /**
     * Whether the first shard of a replaced set disappears first and appears last, so that every state between is
     * incomplete.
     */
    private boolean firstComesLast;

    /** Whether the files make up a set. */
    private boolean isSet;

    /** Shows other writers that the hidden files do not belong to a killed process. */
    private final WritingLock writing;

    private @Nullable NameLock lock;
    private @Nullable Path manifest;
    private @Nullable Path stagedManifest;
    private @Nullable Object manifestKey;

    /** Creates a commit of files that are not written yet; {@link #staged} returns the names to write to. */
    public AtomicCommit(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        this(paths, List.of(), options, steps, null);
    }

    /**
     * Creates a commit of files that are complete under hidden names, or not written yet if no hidden names are given.
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
            // A symbolic link stays, and the file to which it leads is replaced.
            Path place = Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path;
            if (!different.add(real(place))) {
                throw new IllegalArgumentException("paths must all be different; two of them are " + real(place));
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

    /** Returns the real path of a place by the real path of its directory, whether the place exists or not. */
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

    /** Checks for existing files before hours of work instead of afterwards. */
    public void checkPlaces() throws IOException {
        try {
            lookAtPlaces();
            prepare();
        } catch (Throwable e) {
            clear();
            throw e;
        }
    }

    private void prepare() throws IOException {
        // Before the work, because the leftovers of a killed process may have filled the disk.
        Leftovers.remove(places, namesOfLeftovers());
        for (int i = 0; i < places.size(); i++) {
            if (Files.exists(places.get(i)) && !Files.exists(staged.get(i))) {
                steps.createLike(places.get(i), staged.get(i));
            }
        }
    }

    private void lookAtPlaces() throws IOException {
        for (Path place : places) {
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                if (!options.overwrites()) {
                    throw new FileAlreadyExistsException(
                            place.toString(),
                            null,
                            "exists already; choose another name, or ask for it to be overwritten");
                }
                if (!Files.isRegularFile(place)) {
                    throw new FileSystemException(place.toString(), null, "is no regular file; choose another name");
                }
            }
        }
    }

    /**
     * Declares that the files make up a set, and finds older files in its way. If the set replaces one of the same name
     * with another count, the old shards are removed when the new ones have their names. Otherwise readers could not
     * tell the two sets apart.
     */
    public void begin(ShardNames set) throws IOException {
        try {
            lookAtPlaces();
            ManifestPlace.check(ManifestPlace.beside(names.get(0), set));
            isSet = true;
            firstComesLast = names.size() > 1;
            prepare();
        } catch (Throwable e) {
            clear();
            throw e;
        }
    }

    /** Writes a manifest of the files under a hidden name; it gets its own name when all files have theirs. */
    public void add(SetManifest content, Path place) throws IOException {
        Path hidden = writing.hidden(place, ".tmp");
        manifest = place;
        stagedManifest = hidden;
        steps.write(hidden, place, content.toJson(), options);
        if (!outdated.containsKey(place)) {
            outdated.put(place, keptPlace(place));
        }
    }

    /** Adds the shards and their manifests that the commit removes, except those that it replaces anyway. */
    private void retire(List<Path> shards) throws IOException {
        Set<Path> stay = new HashSet<>();
        // The names, which may be links to the places.
        for (Path name : names) {
            stay.add(real(name));
        }
        Set<Path> old = new LinkedHashSet<>();
        for (Path shard : shards) {
            if (!stay.contains(real(shard)) && Files.isRegularFile(shard)) {
                ManifestPlace.besideShard(shard)
                        .filter(its -> Files.exists(its, LinkOption.NOFOLLOW_LINKS))
                        .ifPresent(old::add);
            }
        }
        // Manifests disappear first and come back last.
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
     * Gives all files their names. Until {@link #finish} they can be taken back, and no other writer can commit the
     * same names.
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
            if (firstComesLast && options.overwrites() && Files.exists(places.get(0))) {
                hide(0);
            }
            for (int i = firstComesLast ? 1 : 0; i < places.size(); i++) {
                publish(i);
            }
            if (firstComesLast) {
                publish(0);
            }
            publishManifest();
            hideRetired();
        } catch (Throwable e) {
            takeBack(e);
            throw e;
        }
    }

    /** Removes all files that {@link #rename} replaces, after a check. The removal can be taken back. */
    void withdraw(CheckedSink.Check last) throws IOException {
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
            takeBack(e);
            throw e;
        }
    }

    private void lock(CheckedSink.Check last) throws IOException {
        lock = new NameLock(places.get(0), steps.timeout());
        last.run();
        if (isSet && options.overwrites()) {
            // Under the lock: another writer may have committed a set of another count since this one began.
            retire(SameNamedShards.of(names.get(0)));
        }
    }

    /** Hides outdated manifests first, because a manifest must never be next to files that it does not describe. */
    private void hideOutdated() throws IOException {
        for (Map.Entry<Path, Path> old : outdated.entrySet()) {
            if (Files.isSymbolicLink(old.getKey())) {
                // Moves the link itself: its target is not a manifest of this set.
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
            throw new FileSystemException(
                    place.toString(), null, "is no regular file any more, so it is not replaced; choose another name");
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

    private void publish(int i) throws IOException {
        Path place = places.get(i);
        keys[i] = stagedKey(i);
        if (progress[i] == Progress.KEPT) {
            // The older file is hidden already.
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
                    places.get(i).toString(), null, "the hidden file that was written is gone; write the set again");
            named.initCause(e);
            throw named;
        }
    }

    private void publishManifest() throws IOException {
        if (manifest != null && stagedManifest != null) {
            manifestKey = key(stagedManifest);
            steps.name(stagedManifest, manifest);
        }
    }

    /**
     * Returns the key of a file, which survives a rename. The number of a deleted file may be given to another file.
     */
    private static Object key(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return List.of(String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
    }

    /** Restores the older files. A file that is not known to belong to this commit stays unchanged. */
    void takeBack(Throwable failure) {
        putBackRetired(failure);
        takeBackManifest(failure);
        if (firstComesLast && progress[0] == Progress.KEPT) {
            takeBackFirst(failure);
        }
        for (int i = places.size() - 1; i >= 0; i--) {
            try {
                if (progress[i] == Progress.KEPT) {
                    notPutBack.add(kept.get(i));
                    putBack(i);
                    notPutBack.remove(kept.get(i));
                } else if (progress[i] == Progress.NAMING && isNamed(i)) {
                    steps.delete(places.get(i));
                }
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        if (notPutBack.isEmpty()) {
            putBackOutdated(failure);
        }
        unlock();
    }

    /** Takes the first shard back first, so that the set is incomplete while the others are restored. */
    private void takeBackFirst(Throwable failure) {
        try {
            if (isNamed(0)) {
                steps.delete(places.get(0));
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void putBack(int i) throws IOException {
        Path place = places.get(i);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.exists(kept.get(i), LinkOption.NOFOLLOW_LINKS)) {
                steps.name(kept.get(i), place);
            }
        } else if (isNamed(i)) {
            steps.replace(kept.get(i), place);
        } else if (!key(place).equals(before[i])) {
            throw new FileSystemException(
                    place.toString(), null, "somebody else has replaced it meanwhile, so it is left as it is");
        }
    }

    private void hideRetired() throws IOException {
        for (Map.Entry<Path, Path> old : retired.entrySet()) {
            try {
                steps.replace(old.getKey(), old.getValue());
            } catch (NoSuchFileException e) {
                // another process removed it
            }
        }
    }

    private void putBackRetired(Throwable failure) {
        List<Map.Entry<Path, Path>> backwards = new ArrayList<>(retired.entrySet());
        Collections.reverse(backwards);
        for (Map.Entry<Path, Path> old : backwards) {
            if (Files.exists(old.getValue(), LinkOption.NOFOLLOW_LINKS)) {
                notPutBack.add(old.getValue());
                try {
                    steps.name(old.getValue(), old.getKey());
                    notPutBack.remove(old.getValue());
                } catch (IOException | RuntimeException e) {
                    failure.addSuppressed(e);
                }
            }
        }
    }

    private void takeBackManifest(Throwable failure) {
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

    /** Restores the old manifests, which describe the files again. */
    private void putBackOutdated(Throwable failure) {
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

    /** Returns whether the file at the name is the file that was written. */
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
            if (!notPutBack.contains(kept.get(i))) {
                deleteQuietly(kept.get(i));
            }
        }
        outdated.values().forEach(this::deleteQuietly);
        retired.values().stream().filter(old -> !notPutBack.contains(old)).forEach(this::deleteQuietly);
        if (stagedManifest != null) {
            deleteQuietly(stagedManifest);
        }
        if (notPutBack.isEmpty()) {
            writing.close();
        } else {
            writing.abandon();
        }
    }

    private void deleteQuietly(Path file) {
        try {
            steps.delete(file);
        } catch (IOException e) {
            // it stays under its hidden name; the set is correct
        }
    }
}
