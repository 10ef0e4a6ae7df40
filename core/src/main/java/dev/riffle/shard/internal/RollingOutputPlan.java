package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.Leftovers;
import dev.riffle.internal.WritingLock;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fills shards up to a limit and writes as many shards as the records need. The names of the shards contain this
 * number, so only the commit can name them.
 */
public final class RollingOutputPlan extends OutputPlan {

    /** The largest count of {@link ShardNames}, which has the longest name. */
    private static final int MAX_SHARDS = 10_000_000;

    private final ShardNames one;
    private final long maxRecords;
    private final long maxBytes;
    private final FileSteps steps;

    public RollingOutputPlan(
            Path prefix, String suffix, long maxRecords, long maxBytes, RecordWriterOptions options, FileSteps steps) {
        super(options);
        this.one = new ShardNames(prefix, 1, suffix);
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
        this.steps = steps;
    }

    @Override
    public OutputPlaces places() {
        return OutputPlaces.of(one);
    }

    @Override
    public boolean needsCount() {
        return false;
    }

    @Override
    public SetOutput open(long records) throws IOException {
        List<Path> existing = SameNamedShards.of(one);
        checkFree(existing);
        checkLinks(existing);
        ManifestPlace.check(new ShardNames(one.prefix(), MAX_SHARDS, one.suffix()));
        return new FillingOutput(existing);
    }

    /** Checks that no set of this name exists with any count, because the number of shards is not known yet. */
    private void checkFree(List<Path> existing) throws FileAlreadyExistsException {
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
    private void checkLinks(List<Path> existing) throws IOException {
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

    private final class FillingOutput extends ConsecutiveOutput {

        private final Path first = one.path(0);

        /** Shows other writers that this output is in progress, until the commit. */
        private final WritingLock writing =
                WritingLock.begin(first, NameLock.group(first.getFileName().toString()));

        private final List<Path> hidden = new ArrayList<>();
        private final List<Path> old;
        private @Nullable AtomicCommit commit;

        FillingOutput(List<Path> old) {
            super(options, steps);
            this.old = old;
            Leftovers.remove(
                    List.of(first), List.of(NameLock.group(first.getFileName().toString())));
        }

        @Override
        long copyRecords(RecordReader reader, long max) throws IOException {
            long count = 0;
            while (count < max) {
                if (records() > 0) {
                    if (!reader.next()) {
                        return count;
                    }
                    boolean fits = fits(reader.endOffset() - reader.offset());
                    if (!fits) {
                        finishShard();
                    }
                    if (!reader.compression().isNone()) {
                        writer().write(reader.payload());
                        count++;
                        continue;
                    }
                    // A copy by the reader has no size limit for its first record, so this code reads the size first.
                    // The reader still verifies the record only once.
                    reader.seek(reader.offset(), reader.index());
                }
                long copied = reader.copyTo(
                        writer(), Math.min(maxRecords - records(), max - count), Math.max(maxBytes - bytes(), 1));
                if (copied == 0) {
                    return count;
                }
                count += copied;
            }
            return count;
        }

        private boolean fits(long frame) {
            return records() < maxRecords && bytes() + frame <= maxBytes;
        }

        @Override
        void makeRoom(int payloadSize) throws IOException {
            long frame = payloadSize + (writer().format() == RecordFormat.TFRECORD ? 16L : 8L);
            if (records() > 0 && !fits(frame)) {
                finishShard();
            }
        }

        @Override
        AtomicCommit complete() throws IOException {
            if (number() == 0 || records() > 0) {
                finishShard();
            }
            commit = new AtomicCommit(names().paths(), hidden, options, steps, writing);
            commit.begin(names());
            return commit;
        }

        /** Checks again for sets of another count, which another writer may have committed in the meantime. */
        @Override
        void checkLast() throws IOException {
            checkFree(SameNamedShards.of(one));
        }

        @Override
        ShardNames names() {
            return new ShardNames(one.prefix(), number(), one.suffix());
        }

        @Override
        Path hidden(int number) throws IOException {
            if (number == hidden.size()) {
                Path created = writing.hidden(one.prefix(), "-" + number + ".tmp");
                hidden.add(created);
                Path replaced = old.isEmpty() ? created : old.get(Math.min(number, old.size() - 1));
                if (Files.isRegularFile(replaced)) {
                    steps.createLike(replaced, created);
                }
            }
            return hidden.get(number);
        }

        @Override
        String name(int number) {
            return one.prefix() + String.format(Locale.ROOT, "-%05d", number) + one.suffix();
        }

        @Override
        void clear() {
            if (commit != null) {
                commit.clear();
            }
            for (Path file : hidden) {
                try {
                    steps.delete(file);
                } catch (IOException e) {
                    // The file keeps its hidden name.
                }
            }
            writing.close();
        }
    }
}
