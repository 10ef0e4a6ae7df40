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

    /** How far a file has come on the way to its name. */
    private enum Progress {
        HIDDEN,
        KEPT,
        NAMING
    }

    /** Whether files of the same names are replaced. */
    private final RecordWriterOptions options;

    private final FileSteps steps;

    /** What the files are called. */
    private final List<Path> names;

    /** Where they are: behind a name that is a link. */
    private final List<Path> places = new ArrayList<>();

    private final List<Path> staged = new ArrayList<>();

    /** Where what was there before is kept until all is done. */
    private final List<Path> kept = new ArrayList<>();

    private final Progress[] progress;

    /** What tells the files that were written from others at their places. */
    private final Object[] keys;

    /** The same of what was there before. */
    private final Object[] before;

    /** Those that could not be put back: the hidden name is all that there is of them. */
    private final Set<Path> notPutBack = new HashSet<>();

    /** Manifests that tell of files that are replaced, and where they are kept until all is done. */
    private final Map<Path, Path> outdated = new LinkedHashMap<>();

    /** Shards of another count and their manifests, and where they are kept until all is done. */
    private final Map<Path, Path> retired = new LinkedHashMap<>();

    /** The first shard of a set that is replaced goes first and comes last: what is met in between is not whole. */
    private boolean firstComesLast;

    /** The files are all those of a set. */
    private boolean isSet;

    /** Shows other writers that the hidden files are not left by a process that was killed. */
    private final WritingLock writing;

    private @Nullable NameLock lock;
    private @Nullable Path manifest;
    private @Nullable Path stagedManifest;
    private @Nullable Object manifestKey;

    /** Names for files that are not there yet; {@link #staged} says where to write them. */
    public AtomicCommit(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        this(paths, List.of(), options, steps, null);
    }

    /** Names for files that are complete under hidden names, or, if none are given, not there yet. */
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
            // A symbolic link keeps pointing at the file whose content is replaced.
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

    /** A hidden name under which nothing else of this writing is kept. */
    private Path keptPlace(Path old) {
        return writing.hidden(old, "-" + (places.size() + outdated.size() + retired.size()) + HiddenName.KEPT);
    }

    /** What all sets with these names have in common, or the name of the file. */
    private String group() {
        return NameLock.group(places.get(0).getFileName().toString());
    }

    private Set<String> namesOfLeftovers() {
        Set<String> all = new HashSet<>();
        all.add(group());
        places.forEach(place -> all.add(place.getFileName().toString()));
        return all;
    }

    /** The same for all names of a place, whether anything is there or not. */
    public static Path real(Path place) throws IOException {
        Path absolute = place.toAbsolutePath();
        Path directory = absolute.getParent();
        return directory == null || !Files.isDirectory(directory)
                ? absolute.normalize()
                : directory.toRealPath().resolve(absolute.getFileName());
    }

    /** The hidden names to write under. */
    public List<Path> staged() {
        return staged;
    }

    String name() {
        return places.get(0) + (places.size() == 1 ? "" : " and " + (places.size() - 1) + " more");
    }

    /** Finds a file in the way before hours of work, not behind them. */
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
        // Before the work: what a killed process left may have filled the disk.
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
     * Says that the files are all of a set, and finds what is in its way. Where a set is replaced, those of the same name and
     * another count, which nobody could tell from the new one, are taken away when it has its names.
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

    /** Writes a manifest of the files under a hidden name; it gets its own when all files have theirs. */
    public void add(SetManifest content, Path place) throws IOException {
        Path hidden = writing.hidden(place, ".tmp");
        manifest = place;
        stagedManifest = hidden;
        steps.write(hidden, place, content.toJson(), options);
        if (!outdated.containsKey(place)) {
            outdated.put(place, keptPlace(place));
        }
    }

    /** Takes shards and their manifests away when all files have their names, except those that are replaced anyway. */
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
        // Manifests go first and come back last.
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

    /** Gives all files their names. Until {@link #finish} they can be taken back, and nobody else can do the same. */
    public void rename() throws IOException {
        rename(() -> {});
    }

    /** As {@link #rename()}, with a last look before anything is done. */
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

    /** Takes away all that {@link #rename} replaces, after a last look. It can be taken back. */
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
        lock = new NameLock(places.get(0), steps.patience());
        last.run();
        if (isSet && options.overwrites()) {
            // Under the lock: another writer may have given names to a set of another count since this one began.
            retire(SameNamedShards.of(names.get(0)));
        }
    }

    /** First: a manifest must never be there beside files of which it does not tell. */
    private void hideOutdated() throws IOException {
        for (Map.Entry<Path, Path> old : outdated.entrySet()) {
            if (Files.isSymbolicLink(old.getKey())) {
                // The link itself: what it leads to is no manifest of ours.
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

    /** Lets go of what was there before. */
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
            // It is hidden already.
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

    /** A file keeps it under another name. The number of a file that is gone may be given to another. */
    private static Object key(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return List.of(String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
    }

    /** Puts back what was there before. A file that is not known to be of this set is left alone. */
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

    /** What is met while the others are put back is not whole either. */
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
                // somebody else took it away
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

    /** The files are again those of which the old manifests tell. */
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

    /** Whether what has the name is the file that was written. */
    private boolean isNamed(int i) throws IOException {
        Path place = places.get(i);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        return key(place).equals(keys[i]);
    }

    /** Deletes what is left under hidden names. What was there before is kept if it could not be put back. */
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
            // it stays under its hidden name; the set itself is as it should be
        }
    }
}
