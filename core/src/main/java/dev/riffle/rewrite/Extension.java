package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.AtomicCommit;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.ManifestPlace;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import dev.riffle.shard.internal.StagingSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Appends records to a file. The extension verifies the old file and copies it. The copy with the new records replaces
 * the old file in one step. Old frames of an uncompressed file, gzip members and Snappy blocks stay unchanged, because
 * more can follow them. Nothing can follow a zlib stream or a container, so the extension writes the records of such a
 * file again.
 */
final class Extension {

    private final RecordRewrite rewrite;
    private final Path path;

    Extension(RecordRewrite rewrite, Path path) throws IOException {
        this.rewrite = rewrite;
        this.path = path;
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file to append to; create it instead");
        }
        if (!Files.isRegularFile(path)) {
            throw new FileSystemException(path.toString(), null, "not a regular file; cannot append to it");
        }
    }

    RewriteReport write(RecordWriterOptions given) throws IOException {
        try (ExtendedFile old = new ExtendedFile(path)) {
            Optional<ExtendedManifest> manifest = ExtendedManifest.of(path);
            if (manifest.isEmpty()) {
                return write(given, old, manifest, () -> {
                    old.check();
                    // While another writer replaces the set, the manifest does not exist for a short time.
                    if (ExtendedManifest.of(path).isPresent()) {
                        throw new FileSystemException(
                                path.toString(), null, "another program is writing its set; wait until it finishes");
                    }
                });
            }
            // The lock excludes a process that appends to another shard of the set and would replace the manifest too.
            try (ExtendedFile reported = new ExtendedFile(manifest.get().place())) {
                manifest.get().checkUnchanged(reported);
                return write(given, old, manifest, () -> {
                    old.check();
                    reported.check();
                });
            }
        }
    }

    private RewriteReport write(
            RecordWriterOptions given, ExtendedFile old, Optional<ExtendedManifest> manifest, AtomicCommit.Check last)
            throws IOException {
        long records = 0;
        long bytes = 0;
        RecordWriterOptions options = given;
        Compression compression = Compression.NONE;
        if (old.bytes() == 0 && manifest.isPresent()) {
            SetManifest of = manifest.get().manifest();
            checkFormat(of.format());
            options = given.format(of.format()).compression(Compression.of(of.compression()));
        } else if (old.bytes() == 0) {
            RecordWriterOptions like = rewrite.likeInput(given);
            options = Compression.ofFileName(path.toString())
                    .map(like::compression)
                    .orElse(like);
        } else {
            try (RecordReader reader = RecordReader.open(old)) {
                compression = reader.compression();
                while (reader.next()) {
                    records++;
                    bytes = reader.endOffset();
                }
                RecordFormat format = records == 0 ? emptyFormat(manifest, compression) : reader.format();
                checkFormat(format);
                options = given.format(format).compression(compression);
            }
        }
        // A container cannot continue after its end.
        boolean repeats = !compression.mayContinue() || options.format().isContainer();
        if (manifest.isPresent()) {
            manifest.get().check(records, old.bytes());
        }
        try (AtomicCommit commit = AtomicCommit.ofFile(path, options.overwrite(), new FileStorage())) {
            StagingSink sink = commit.sink(0);
            CRC32C sum = new CRC32C();
            RewriteReport added = write(sink, options, old, repeats, sum);
            WrittenShard file = added.written().get(0);
            WrittenShard all = new WrittenShard(
                    path.toString(), file.records() + (repeats ? 0 : records), file.bytes() + (repeats ? 0 : bytes));
            if (manifest.isPresent()) {
                manifest.get().check((int) sum.getValue());
                commit.add(
                        manifest.get().with(all.records(), sink.size(), sink.checksum()),
                        manifest.get().place());
            }
            commit.publish(last);
            commit.settle();
            return new RewriteReport(added.recordsRead(), List.of(all));
        }
    }

    /** Returns the format of a compressed stream without records, which its content does not show. */
    private RecordFormat emptyFormat(Optional<ExtendedManifest> manifest, Compression compression) throws IOException {
        RecordFormat format = manifest.isPresent() ? manifest.get().manifest().format() : rewrite.inputFormat();
        if (!format.supports(compression)) {
            throw new IOException(path + ": compressed with " + compression.name() + ", but " + format.title()
                    + " files are uncompressed or GZIP");
        }
        return format;
    }

    private RewriteReport write(
            ByteSink sink, RecordWriterOptions options, ExtendedFile old, boolean repeats, CRC32C sum)
            throws IOException {
        if (repeats) {
            ByteBuffer block = ByteBuffer.allocate(64 << 10);
            try (ReadableByteChannel in = old.open(0)) {
                while (in.read(block.clear()) >= 0) {
                    sum.update(block.flip());
                }
            }
        }
        OutputPlan plan = OutputPlan.of(
                RecordOutput.sink(repeats ? sink : new ContinuedSink(sink, old, old.bytes(), sum), options));
        return RewritePass.write(rewrite, plan, (from, out) -> run(out, old, repeats));
    }

    private long run(SetOutput out, ExtendedFile old, boolean repeats) throws IOException {
        if (repeats) {
            try (RecordSequence records = RecordRewrite.of(List.of(old)).records()) {
                records.copy(out::copy, out::uncompressedSize, Long.MAX_VALUE);
            }
        }
        try (RecordSequence records = rewrite.records()) {
            records.copy(out::copy, out::uncompressedSize, Long.MAX_VALUE);
            old.check();
            return records.count();
        }
    }

    private void checkFormat(RecordFormat format) throws IOException {
        for (ByteSource source : rewrite.sources()) {
            if (source.size().isEmpty()) {
                continue;
            }
            try (RecordReader probe = RecordReader.open(source, rewrite.options())) {
                if (!rewrite.isEmpty(source, probe)) {
                    checkFormat(probe, format);
                }
            }
        }
    }

    private void checkFormat(RecordReader added, RecordFormat format) throws IOException {
        if (added.format() != format) {
            throw new IOException(added.name() + ": is " + added.format().title() + ", but " + path + " is "
                    + format.title() + "; one file cannot contain both formats");
        }
    }

    /** Checks that the file is not an input, because appending a file to itself in place would never end. */
    private void checkNotItself() throws IOException {
        for (ByteSource source : rewrite.sources()) {
            Optional<Path> read = OutputPlan.path(source, path).filter(Files::exists);
            if (read.isPresent() && Files.isSameFile(read.get(), path)) {
                throw new FileSystemException(
                        source.name(),
                        null,
                        "cannot append a file to itself in place; append a copy of it, or do not append in place");
            }
        }
    }

    /** Appends the records to the file in place; after a failure, truncates the file to its old size. */
    RewriteReport writeInPlace(RecordWriterOptions given) throws IOException {
        if (ExtendedManifest.of(path).isPresent()) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "a shard of a set, whose manifest would no longer match; do not append in place,"
                            + " or delete "
                            + ManifestPlace.besideShard(path).orElseThrow());
        }
        checkNotItself();
        RecordFormat format;
        long oldRecords = 0;
        long oldBytes = 0;
        // The torn tail of a concurrent writer is not damage.
        try (ExtendedFile old = new ExtendedFile(path);
                RecordReader reader = RecordReader.open(old)) {
            format = old.bytes() == 0 ? rewrite.inputFormat() : reader.format();
            if (!reader.compression().isNone()) {
                throw new IOException(
                        path + ": compressed with " + reader.compression().name()
                                + ", but only an uncompressed file can grow in place; do not append in place");
            }
            checkFormat(format);
            while (reader.next()) {
                oldRecords++;
                oldBytes = reader.endOffset();
            }
        }
        RecordWriterOptions options = given.format(format);
        try (RecordWriter writer = RecordWriter.append(path, options);
                RecordSequence records = rewrite.records()) {
            try {
                while (records.next()) {
                    checkFormat(records.reader(), format);
                    writer.write(records.reader().payload());
                }
                writer.commit();
            } catch (Throwable e) {
                discardAfter(writer, e);
                throw e;
            }
            return new RewriteReport(
                    records.count(),
                    List.of(new WrittenShard(
                            path.toString(), oldRecords + writer.count(), oldBytes + writer.uncompressedSize())));
        }
    }

    private static void discardAfter(RecordWriter writer, Throwable failure) {
        try {
            writer.discard();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
