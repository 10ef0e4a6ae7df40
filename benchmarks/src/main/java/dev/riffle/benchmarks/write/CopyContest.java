package dev.riffle.benchmarks.write;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.io.ByteSource;
import dev.riffle.repair.RecordRepair;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Compares splitting, merging or repairing files with a loop that copies 1 MB in each step. Riffle verifies every
 * record. Neither side syncs.
 */
public final class CopyContest implements Contest {

    private static final int BLOCK_BYTES = 1 << 20;

    /** Copies all records of the sources. */
    @FunctionalInterface
    private interface Work {
        void copyTo(RecordOutput target) throws IOException;
    }

    private final Work work;
    private final List<Path> sources;
    private final List<Path> targets = new ArrayList<>();
    private final List<Path> otherTargets = new ArrayList<>();

    private final ShardNames names;

    /** The total number of bytes of all targets. */
    private final long bytes;

    private CopyContest(RecordFiles files, List<Path> sources, int targets, Work work) throws IOException {
        this.work = work;
        this.sources = sources;
        long sum = 0;
        for (Path source : sources) {
            sum += Files.size(source);
        }
        this.bytes = sum;
        this.names = ShardNames.of(files.path("copied-by-riffle"), targets);
        this.targets.addAll(targets == 1 ? List.of(files.path("copied-by-riffle")) : names.paths());
        for (int i = 0; i < targets; i++) {
            this.otherTargets.add(files.path("copied-by-loop-" + i));
        }
    }

    /** Splits one file into several. */
    public static CopyContest split(RecordFiles files, Path source, int targets) throws IOException {
        return new CopyContest(files, List.of(source), targets, rewrite(List.of(source)));
    }

    /** Merges the parts of one file into one file. */
    public static CopyContest merge(RecordFiles files, Path source, int parts) throws IOException {
        CopyContest cut = split(files, source, parts);
        cut.ours();
        List<Path> sources = new ArrayList<>();
        for (Path part : cut.targets) {
            sources.add(Files.move(part, part.resolveSibling("part-" + sources.size())));
        }
        return new CopyContest(files, sources, 1, rewrite(sources));
    }

    /** Repairs one intact file. */
    public static CopyContest repair(RecordFiles files, Path source) throws IOException {
        Work repair = target -> {
            if (!RecordRepair.of(ByteSource.of(source)).copyTo(target).isComplete()) {
                throw new IllegalStateException(source + " is damaged");
            }
        };
        return new CopyContest(files, List.of(source), 1, repair);
    }

    private static Work rewrite(List<Path> sources) {
        RecordReaderOptions reading =
                RecordReaderOptions.defaults().threads(Runtime.getRuntime().availableProcessors());
        return target -> RecordRewrite.of(RecordInput.of(RecordSet.of(sources)).reading(reading))
                .copyTo(target);
    }

    @Override
    public long ours() throws IOException {
        RecordWriterOptions options = RecordWriterOptions.defaults().withoutSync();
        RecordOutput target =
                targets.size() == 1 ? RecordOutput.file(targets.get(0), options) : RecordOutput.shards(names, options);
        work.copyTo(target);
        return sizes(targets);
    }

    @Override
    public long baseline() throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        long most = bytes / otherTargets.size() + 1;
        int target = 0;
        FileChannel out = create(otherTargets.get(0));
        try {
            for (Path source : sources) {
                try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ)) {
                    while (in.read(block) >= 0) {
                        block.flip();
                        while (block.hasRemaining()) {
                            out.write(block);
                        }
                        block.clear();
                        if (out.position() >= most && target + 1 < otherTargets.size()) {
                            out.close();
                            out = create(otherTargets.get(++target));
                        }
                    }
                }
            }
        } finally {
            out.close();
        }
        return sizes(otherTargets);
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    }

    private static long sizes(List<Path> files) {
        return files.stream()
                .mapToLong(file -> {
                    try {
                        return Files.size(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .sum();
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(bytes, ours());
        Contest.requireEqual(bytes, baseline());
        Contest.requireEqual(checksum(sources), checksum(targets));
        Contest.requireEqual(checksum(sources), checksum(otherTargets));
        clear();
    }

    /** Returns a checksum over all bytes of several files in order. */
    private static long checksum(List<Path> files) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        for (Path file : files) {
            try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
                while (in.read(block.clear()) >= 0) {
                    crc.update(block.flip());
                }
            }
        }
        return crc.getValue();
    }

    @Override
    public void clear() throws IOException {
        for (Path file : targets) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(SetManifest.pathOf(names));
        for (Path file : otherTargets) {
            Files.deleteIfExists(file);
        }
    }
}
