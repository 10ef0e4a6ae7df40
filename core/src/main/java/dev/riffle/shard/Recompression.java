package dev.riffle.shard;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes each source into a file of its own, one after the other, and gives all of them their names at the end. */
final class Recompression {

    private final Surgery surgery;
    private final List<Path> paths;
    private final RecordWriterOptions options;
    private final FileSteps steps;

    Recompression(Surgery surgery, List<Path> paths, RecordWriterOptions options, FileSteps steps) {
        if (paths.size() != surgery.sources().size()) {
            throw new IllegalArgumentException("paths must be as many as there are sources, "
                    + surgery.sources().size() + ": " + paths.size());
        }
        if (options.writesInPlace()) {
            throw new IllegalArgumentException("files written in place cannot appear together; leave out inPlace()");
        }
        this.surgery = surgery;
        this.paths = List.copyOf(paths);
        this.options = options;
        this.steps = steps;
    }

    SurgeryReport write() throws IOException {
        if (paths.isEmpty()) {
            return new SurgeryReport(0, List.of());
        }
        Publication publication = new Publication(paths, options, steps);
        try {
            publication.checkPlaces();
            List<WrittenShard> written = new ArrayList<>();
            for (int i = 0; i < paths.size(); i++) {
                written.add(write(surgery.sources().get(i), publication.staged().get(i), paths.get(i)));
            }
            publication.publish();
            return new SurgeryReport(
                    written.stream().mapToLong(WrittenShard::records).sum(), written);
        } finally {
            publication.clear();
        }
    }

    private WrittenShard write(ByteSource source, Path staged, Path path) throws IOException {
        Surgery one = Surgery.on(List.of(source)).reading(surgery.options()).progress(surgery.progress());
        RecordWriterOptions like;
        try (RecordReader look = RecordReader.open(source, surgery.options())) {
            like = options.format(look.format());
        }
        try (RecordWriter writer = steps.create(new HiddenSink(staged, path.toString()), like)) {
            try {
                copy(one, writer);
                writer.commit();
            } catch (Throwable e) {
                closeAfter(writer, e);
                throw e;
            }
            return new WrittenShard(path.toString(), writer.count(), writer.uncompressedSize());
        }
    }

    private static void copy(Surgery one, RecordWriter writer) throws IOException {
        try (RecordSequence records = new RecordSequence(one)) {
            records.copyTo(writer);
        }
    }

    private static void closeAfter(RecordWriter writer, Throwable failure) {
        try {
            writer.close();
        } catch (IllegalStateException notCommitted) {
            // the failure is on its way to the caller
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
