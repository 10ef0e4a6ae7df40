package dev.riffle.index;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.internal.OrderedWorkers;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.AccessPoints;
import dev.riffle.io.internal.resume.ConcurrentReads;
import dev.riffle.io.internal.resume.SpanCache;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Opens the files of an index, with their index files or by scans. */
final class IndexOpening {

    /** Up to this number of bytes, files are mapped without a look at the memory. */
    private static final long SMALL_BYTES = 1L << 30;

    private final IndexOptions options;
    private final KeyHashing hashing;

    /** The decompressed bytes of all files. */
    private final SpanCache cache;

    /** Reads all files that are not mapped. */
    private ConcurrentReads reads = new ConcurrentReads(ConcurrentReads.USUAL, true);

    IndexOpening(IndexOptions options, KeyHashing hashing) {
        this.options = options;
        this.hashing = hashing;
        this.cache = options.cache();
    }

    KeyHashing hashing() {
        return hashing;
    }

    ConcurrentReads reads() {
        return reads;
    }

    /** Decides whether to map the files. A fault on a mapped page reads much more than a record. */
    private void choose(List<ByteSource> sources) {
        long bytes = 0;
        for (ByteSource source : sources) {
            try {
                bytes += source.size().orElse(0);
            } catch (IOException e) {
                // The opening of the file reports it.
            }
        }
        reads = new ConcurrentReads(
                options.concurrentReads(),
                switch (options.access()) {
                    case MAPPED -> true;
                    case READ -> false;
                    case BY_SIZE -> bytes <= SMALL_BYTES || fits(bytes, MemoryLimit.bytes());
                });
    }

    /** Returns whether files with this number of bytes stay in memory, of which other data needs a part. */
    static boolean fits(long bytes, OptionalLong memory) {
        return memory.isEmpty() || bytes <= memory.getAsLong() / 2;
    }

    /** Scans all sources, one after the other. */
    List<OpenedFile> scan(List<ByteSource> sources) throws IOException {
        choose(sources);
        BuiltIndex.Wanted wanted = BuiltIndex.Wanted.of(options, hashing);
        List<OpenedFile> opened = new ArrayList<>();
        try (OperationProgress progress = OperationProgress.of(options.progress(), sources)) {
            for (ByteSource source : sources) {
                Optional<String> version = source.version();
                BuiltIndex.Content content = BuiltIndex.Content.of(source, options.reading());
                opened.add(
                        content.format().isContainer()
                                ? container(source, wanted, content, progress)
                                : opened(source, BuiltIndex.of(source, wanted, content, progress), version));
                if (!source.version().equals(version)) {
                    throw new IOException(
                            source.name() + ": changed during the scan; index it again when no program writes to it");
                }
            }
        } catch (IOException | RuntimeException e) {
            opened.forEach(OpenedFile::close);
            throw e;
        }
        return opened;
    }

    /** Opens a container, of which only keys need a scan. */
    private OpenedFile container(
            ByteSource source, BuiltIndex.Wanted wanted, BuiltIndex.Content content, OperationProgress progress)
            throws IOException {
        RecordFile file = RecordFile.open(source, content.format(), options.reading());
        try {
            return new OpenedFile(
                    source,
                    new PlainFile(file, source),
                    Optional.empty(),
                    FrameOffsets.of(file),
                    Gaps.NONE,
                    options.key().isEmpty()
                            ? Optional.empty()
                            : BuiltIndex.of(
                                            source,
                                            BuiltIndex.Wanted.of(
                                                    wanted.options().damage(DamagePolicy.FAIL), hashing),
                                            content,
                                            progress)
                                    .keys(),
                    source.version(),
                    Optional.empty());
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    private OpenedFile opened(ByteSource source, BuiltIndex built, Optional<String> version) throws IOException {
        return new OpenedFile(
                source,
                file(source, built.format(), built.accessPoints()),
                Optional.empty(),
                built.frames(),
                built.gaps(),
                built.keys(),
                version,
                Optional.empty());
    }

    private IndexedFile file(ByteSource source, RecordFormat format, Optional<AccessPoints> accessPoints)
            throws IOException {
        return accessPoints.isPresent()
                ? AccessPointFile.of(source, format, options.reading(), accessPoints.get(), cache)
                : PlainFile.open(reads.source(source), format, options.reading());
    }

    /**
     * Opens the files and returns them in this order. If fewer files than threads need a scan, all threads scan one
     * file after the other together. Otherwise each thread scans different files.
     */
    List<OpenedFile> open(List<IndexFile> files) throws IOException {
        choose(files.stream().map(file -> file.data().source()).toList());
        @Nullable OpenedFile[] opened = new OpenedFile[files.size()];
        List<Integer> missing = new ArrayList<>();
        try (OperationProgress progress = OperationProgress.of(options.progress(), List.of())) {
            for (int i = 0; i < opened.length; i++) {
                OpenedFile byIndexFile = options.reads() ? byIndexFile(files.get(i)) : null;
                opened[i] = byIndexFile;
                if (byIndexFile == null) {
                    missing.add(i);
                } else {
                    byIndexFile.checkKeys(options);
                }
            }
            progress.alsoReads(
                    missing.stream().map(i -> files.get(i).data().source()).toList());
            if (missing.size() > 1 && missing.size() >= options.threads() && options.threads() > 1) {
                scanInParallel(files, missing, opened, progress);
            } else {
                for (int i : missing) {
                    opened[i] = scan(files.get(i), options.threads(), progress);
                }
            }
            List<OpenedFile> all = new ArrayList<>();
            for (OpenedFile file : opened) {
                if (file != null) {
                    all.add(file);
                }
            }
            return all;
        } catch (IOException | RuntimeException e) {
            for (OpenedFile file : opened) {
                if (file != null) {
                    file.close();
                }
            }
            throw e;
        }
    }

    private void scanInParallel(
            List<IndexFile> files, List<Integer> missing, @Nullable OpenedFile[] opened, OperationProgress progress)
            throws IOException {
        OrderedWorkers<OpenedFile> scans =
                new OrderedWorkers<>(options.threads(), missing.size(), number -> "riffle-index");
        try {
            for (int i : missing) {
                scans.submit(() -> scan(files.get(i), 1, progress));
            }
            for (int i : missing) {
                opened[i] = scans.take("interrupted while indexing files");
            }
        } finally {
            // After a failure, other threads may have opened files that the caller does not receive.
            scans.end().forEach(OpenedFile::close);
        }
    }

    /**
     * Opens a file with its index file. Returns null if the index file is not usable, and adds a note with the reason
     * unless the index file is missing.
     */
    private @Nullable OpenedFile byIndexFile(IndexFile file) throws IOException {
        Path path = file.path();
        ByteSource source = file.data().source();
        try (IndexFileCodec side = IndexFileCodec.open(path)) {
            DataFile.State state = file.data().state();
            String difference = file.difference(side);
            if (difference != null) {
                options.note(path + ": stale, not used: " + difference);
                return null;
            }
            if (options.key().isPresent() && !options.key().equals(side.keyFeature())) {
                options.note(path + ": not used: no keys of the feature "
                        + options.key().orElse(""));
                return null;
            }
            IndexHeader header = side.header();
            IndexProof proof =
                    new IndexProof(file, header, side.digest(), state.mayDiffer(side.stamp()) ? null : state, options);
            BlockFile blocks = side.blocks();
            @Nullable IndexedFile opened = null;
            boolean usable = false;
            try {
                SizedFrames frames = side.frames(blocks);
                Optional<KeyColumn> keys = options.key().isPresent() ? side.keys(blocks) : Optional.empty();
                Optional<AccessPoints> accessPoints = side.accessPoints(blocks);
                if (accessPoints.isPresent() && !options.isCloseEnough(accessPoints.get())) {
                    options.note(path + ": not used: its access points are farther apart than "
                            + options.accessPointSpacing() + " bytes");
                    return null;
                }
                opened = file(source, header.format(), accessPoints);
                usable = opened.size() == header.end() && !opened.hasChanged();
                if (usable) {
                    return new OpenedFile(
                            source,
                            opened,
                            Optional.of(blocks),
                            frames,
                            Gaps.NONE,
                            keys,
                            side.version(),
                            Optional.of(proof));
                }
            } finally {
                if (!usable) {
                    blocks.close();
                    if (opened != null) {
                        opened.close();
                    }
                }
            }
            options.note(path + ": stale, not used: the file is changing");
            return null;
        } catch (UnusableIndexException e) {
            options.note(path + ": not used: " + e.getMessage());
        } catch (NoSuchFileException e) {
            // The index file or the data file is missing; the scan reports a missing data file.
            return null;
        } catch (IOException e) {
            options.note(path + ": cannot be read, not used: " + e.getMessage());
        }
        return null;
    }

    private OpenedFile scan(IndexFile index, int threads, OperationProgress progress) throws IOException {
        ByteSource source = index.data().source();
        DataFile.State before = index.data().state();
        BuiltIndex.Wanted wanted = BuiltIndex.Wanted.of(options.threads(threads), hashing);
        BuiltIndex.Content content = BuiltIndex.Content.of(source, options.reading());
        if (content.format().isContainer()) {
            return container(source, wanted, content, progress);
        }
        BuiltIndex built = BuiltIndex.of(source, wanted, content, progress);
        if (index.hasGrown(before)) {
            options.note(source.name() + ": another program is writing to it; the index covers the "
                    + built.sizes().count() + " complete records");
            return opened(source, built, before.version());
        }
        index.requireSame(before);
        if (options.writes() && !built.gaps().isEmpty()) {
            options.note(
                    index.path() + ": not written, because " + source.name() + " is damaged; repair the file first");
        } else if (options.writes()) {
            try {
                index.write(built, before);
            } catch (IOException e) {
                options.note(index.path() + ": cannot be written: " + e.getMessage());
            }
        }
        return opened(source, built, before.version());
    }
}
