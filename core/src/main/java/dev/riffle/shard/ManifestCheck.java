package dev.riffle.shard;

import dev.riffle.CorruptRecordException;
import dev.riffle.Progress;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.internal.OrderedWorkers;
import dev.riffle.internal.file.Directories;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.SetManifest.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Compares the files of a set with its manifest. */
final class ManifestCheck {

    private static final int BLOCK_BYTES = 1 << 20;

    private final SetManifest manifest;
    private final Path directory;
    private final Map<String, Long> counted;
    private final int threads;
    private final Consumer<? super Progress> listener;
    private OperationProgress progress = OperationProgress.NONE;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * The buffer of each thread. A separate direct buffer for each file would occupy memory until a garbage collection
     * frees it.
     */
    private final ThreadLocal<ByteBuffer> blocks =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BLOCK_BYTES));

    ManifestCheck(
            SetManifest manifest,
            Path directory,
            Map<String, Long> counted,
            int threads,
            Consumer<? super Progress> listener) {
        this.manifest = manifest;
        this.directory = directory;
        this.counted = counted;
        this.threads = threads;
        this.listener = listener;
    }

    List<Finding> run() throws IOException {
        long bytes = 0;
        for (SetManifest.Shard shard : manifest.shards()) {
            bytes += bytesToRead(shard);
        }
        try (OperationProgress its = OperationProgress.of(listener, bytes)) {
            progress = its;
            int workers = Math.min(threads, manifest.shards().size());
            if (workers == 1) {
                for (SetManifest.Shard shard : manifest.shards()) {
                    check(shard).ifPresent(findings::add);
                }
            } else {
                checkInParallel(workers);
            }
            findExtra();
            return List.copyOf(findings);
        }
    }

    /** Returns the number of bytes that the check of an unchanged shard reads; 0 if the shard is missing. */
    private long bytesToRead(SetManifest.Shard shard) throws IOException {
        Path file = directory.resolve(shard.name());
        if (!Files.isRegularFile(file)) {
            return 0;
        }
        return Files.size(file) * (counted.containsKey(shard.name()) ? 1 : 2);
    }

    /** The progress of the check of one shard. Belongs to the thread that checks the shard. */
    private final class ShardProgress implements Consumer<Progress> {

        /** The number of bytes that are not done. */
        private long left;

        private long countedBytes;

        ShardProgress(long bytes) {
            this.left = bytes;
        }

        void read(long bytes) {
            left -= bytes;
            progress.advanced(0, bytes);
        }

        /** Receives the progress of the count of records. */
        @Override
        public void accept(Progress count) {
            read(count.bytes() - countedBytes);
            countedBytes = count.bytes();
        }

        /** Counts the records and all bytes of the shard as done. */
        void end(long records) {
            progress.advanced(records, Math.max(0, left));
        }
    }

    private void checkInParallel(int workers) throws IOException {
        int shards = manifest.shards().size();
        try (OrderedWorkers<Optional<Finding>> checks =
                new OrderedWorkers<>(workers, shards, number -> "riffle-manifest")) {
            for (SetManifest.Shard shard : manifest.shards()) {
                checks.submit(() -> check(shard));
            }
            while (!checks.isEmpty()) {
                checks.take("interrupted while comparing a set with its manifest")
                        .ifPresent(findings::add);
            }
        }
    }

    /**
     * Returns the most important difference between a shard and the manifest. The number of records comes before the
     * size, and the size before the checksum.
     */
    private Optional<Finding> check(SetManifest.Shard shard) throws IOException {
        ShardProgress its = new ShardProgress(bytesToRead(shard));
        Path file = directory.resolve(shard.name());
        if (!Files.isRegularFile(file)) {
            String found = Files.exists(file) ? "not a regular file" : "no file";
            return Optional.of(new Finding(shard.name(), Finding.Kind.MISSING, "a file", found));
        }
        OptionalLong records = records(shard, file, its);
        Optional<Finding> finding = difference(shard, file, records, its);
        its.end(records.orElse(0));
        return finding;
    }

    private Optional<Finding> difference(SetManifest.Shard shard, Path file, OptionalLong records, ShardProgress its)
            throws IOException {
        if (records.isPresent() && records.getAsLong() != shard.records()) {
            return different(shard, Finding.Kind.RECORDS, records(shard.records()), records(records.getAsLong()));
        }
        long size = Files.size(file);
        if (size != shard.bytes()) {
            return different(shard, Finding.Kind.SIZE, shard.bytes() + " bytes", size + " bytes");
        }
        int checksum = checksum(file, its);
        if (checksum != shard.crc32c()) {
            return different(shard, Finding.Kind.CHECKSUM, crc(shard.crc32c()), crc(checksum));
        }
        return records.isPresent()
                ? Optional.empty()
                : different(
                        shard,
                        Finding.Kind.RECORDS,
                        records(shard.records()),
                        "a file that is not readable to its end");
    }

    private static Optional<Finding> different(
            SetManifest.Shard shard, Finding.Kind kind, String expected, String found) {
        return Optional.of(new Finding(shard.name(), kind, expected, found));
    }

    /** Returns the number of records in a file; empty if the file cannot be read to its end. */
    private OptionalLong records(SetManifest.Shard shard, Path file, ShardProgress its) throws IOException {
        Long known = counted.get(shard.name());
        if (known != null) {
            return OptionalLong.of(known);
        }
        try {
            return OptionalLong.of(ParallelScan.of(ByteSource.of(file))
                    .threads(manifest.shards().size() == 1 ? threads : 1)
                    .progress(its)
                    .count());
        } catch (CorruptRecordException | UnrecognizedFileException e) {
            return OptionalLong.empty();
        }
    }

    private static String records(long count) {
        return count + (count == 1 ? " record" : " records");
    }

    private static String crc(int checksum) {
        return "CRC-32C 0x" + HexFormat.of().toHexDigits(checksum);
    }

    /**
     * Finds files that remain from a replaced set: their names are those of shards of another count. A complete set
     * with its own manifest is not a finding. The manifest of a directory has no such findings.
     */
    private void findExtra() throws IOException {
        String first = manifest.shards().get(0).name();
        if (first.contains("/") || ManifestName.besideShard(Path.of(first)).isEmpty()) {
            return;
        }
        ShardNames names = setOf(directory.resolve(first));
        List<Path> entries = Directories.entries(
                directory.toString().isEmpty() ? directory.resolve(".") : directory, entry -> isOther(entry, names));
        Map<ShardNames, Integer> others = new HashMap<>();
        for (Path entry : entries) {
            others.merge(setOf(entry), 1, Integer::sum);
        }
        entries.removeIf(
                entry -> others.getOrDefault(setOf(entry), 0) == setOf(entry).count()
                        && ManifestName.besideShard(entry).filter(Files::exists).isPresent());
        entries.sort(Comparator.comparing(Path::toString));
        for (Path entry : entries) {
            findings.add(new Finding(
                    entry.getFileName().toString(),
                    Finding.Kind.EXTRA,
                    names.count() + " shards",
                    "a shard of another count"));
        }
    }

    private static ShardNames setOf(Path shard) {
        return ShardNames.parse(shard.getFileName()).names();
    }

    private static boolean isOther(Path entry, ShardNames names) {
        return ShardNames.find(entry.getFileName())
                .map(ShardNames.Member::names)
                .filter(other -> other.prefix().equals(names.prefix())
                        && other.suffix().equals(names.suffix())
                        && other.count() != names.count())
                .isPresent();
    }

    private int checksum(Path file, ShardProgress its) throws IOException {
        CRC32C checksum = new CRC32C();
        ByteBuffer block = blocks.get().clear();
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(block) >= 0) {
                checksum.update(block.flip());
                its.read(block.limit());
                block.clear();
            }
        }
        return (int) checksum.getValue();
    }
}
