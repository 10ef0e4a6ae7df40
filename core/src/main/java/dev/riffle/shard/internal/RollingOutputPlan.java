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
 * Fills shards up to a limit, and writes as many as necessary. Their names contain the count, so they get their names
 * at the end.
 */
public final class RollingOutputPlan extends OutputPlan {

    /** The largest count of {@link ShardNames}, which gives the longest name. */
    private static final int MOST_SHARDS = 10_000_000;

    private final ShardNames one;
    private final long mostRecords;
    private final long mostBytes;
    private final FileSteps steps;

    public RollingOutputPlan(
            String prefix,
            String suffix,
            long mostRecords,
            long mostBytes,
            RecordWriterOptions options,
            FileSteps steps) {
        super(options);
        this.one = new ShardNames(prefix, 1, suffix);
        this.mostRecords = mostRecords;
        this.mostBytes = mostBytes;
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
        List<Path> there = SameNamedShards.of(one);
        checkFree(there);
        checkLinks(there);
        ManifestPlace.check(new ShardNames(one.prefix(), MOST_SHARDS, one.suffix()));
        return new FillingOutput(there);
    }

    /** Checks that no set of the name exists, because the number of shards is not known beforehand. */
    private void checkFree(List<Path> there) throws FileAlreadyExistsException {
        if (!there.isEmpty() && !options.overwrites()) {
            throw new FileAlreadyExistsException(
                    there.get(0).toString(),
                    null,
                    "exists already, a set of this name; choose another name, or ask for it to be overwritten");
        }
    }

    /**
     * Checks that no link leads to another file system. The shards are complete before they have names, and cannot move
     * to another file system all at once.
     */
    private void checkLinks(List<Path> there) throws IOException {
        for (Path shard : there) {
            Path directory = shard.toAbsolutePath().getParent();
            if (Files.isSymbolicLink(shard)
                    && Files.exists(shard)
                    && directory != null
                    && !steps.sameFileSystem(shard.toRealPath(), directory)) {
                throw new FileSystemException(
                        shard.toString(),
                        null,
                        "is a link to another file system, where a set cannot be written whose count is not known yet;"
                                + " delete the link, or say how many shards there shall be");
            }
        }
    }

    private static String last(String prefix) {
        return prefix.substring(prefix.lastIndexOf('/') + 1);
    }

    private final class FillingOutput extends ConsecutiveOutput {

        private final Path first = Path.of(one.name(0));

        /** Shows other writers that this output is in progress; the commit ends it. */
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
        long copyRecords(RecordReader reader, long most) throws IOException {
            long count = 0;
            while (count < most) {
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
                    // The reader takes the first record of a run whatever its size, so the size had to be read. The
                    // record is still verified, once.
                    reader.seek(reader.offset(), reader.index());
                }
                long copied = reader.copyTo(
                        writer(), Math.min(mostRecords - records(), most - count), Math.max(mostBytes - bytes(), 1));
                if (copied == 0) {
                    return count;
                }
                count += copied;
            }
            return count;
        }

        private boolean fits(long frame) {
            return records() < mostRecords && bytes() + frame <= mostBytes;
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
                Path made = writing.hidden(first.resolveSibling(last(one.prefix())), "-" + number + ".tmp");
                hidden.add(made);
                Path replaced = old.isEmpty() ? made : old.get(Math.min(number, old.size() - 1));
                if (Files.isRegularFile(replaced)) {
                    steps.createLike(replaced, made);
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
                    // it stays under its hidden name
                }
            }
            writing.close();
        }
    }
}
