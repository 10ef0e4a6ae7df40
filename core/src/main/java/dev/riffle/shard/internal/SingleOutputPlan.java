package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes one file or stream. */
public final class SingleOutputPlan extends OutputPlan {

    /** Opens the file. */
    @FunctionalInterface
    interface Opening {
        SetOutput open() throws IOException;
    }

    private final Opening opening;

    /** Opens the file for a commit together with another output, which may roll it back. */
    private final Opening others;

    private final OutputPlaces places;

    private SingleOutputPlan(Opening opening, Opening others, RecordWriterOptions options, OutputPlaces places) {
        super(options);
        this.opening = opening;
        this.others = others;
        this.places = places;
    }

    public static SingleOutputPlan at(Path path, RecordWriterOptions options, FileSteps steps) {
        return new SingleOutputPlan(
                () -> open(path, options, steps),
                () -> Files.exists(path) && !Files.isRegularFile(path)
                        ? open(path, options, steps)
                        : new ShardOutput(path, options, steps),
                options,
                OutputPlaces.of(path));
    }

    private static SetOutput open(Path path, RecordWriterOptions options, FileSteps steps) throws IOException {
        return ManifestPlace.besideShard(path).filter(Files::exists).isPresent()
                ? new ShardOutput(path, options, steps)
                : new SingleFileOutput(RecordWriter.create(path, options), path.toString());
    }

    static SingleOutputPlan into(ByteSink sink, RecordWriterOptions options) {
        Opening opening = () -> new SingleFileOutput(RecordWriter.create(sink, options), sink.name());
        return new SingleOutputPlan(opening, opening, options, OutputPlaces.none());
    }

    @Override
    public OutputPlaces places() {
        return places;
    }

    @Override
    public boolean needsCount() {
        return false;
    }

    @Override
    public SetOutput open(long records) throws IOException {
        return opening.open();
    }

    @Override
    public SetOutput openWithOthers(long records) throws IOException {
        return others.open();
    }

    private static final class SingleFileOutput extends SetOutput {

        private final RecordWriter writer;
        private final String name;

        SingleFileOutput(RecordWriter writer, String name) {
            this.writer = writer;
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long copy(RecordReader reader, long max) throws IOException {
            return reader.copyTo(writer, max, Long.MAX_VALUE);
        }

        @Override
        public void write(ByteBuffer payload) throws IOException {
            writer.write(payload);
        }

        @Override
        public long uncompressedSize() {
            return writer.uncompressedSize();
        }

        @Override
        public List<WrittenShard> appear() throws IOException {
            writer.commit();
            return List.of(new WrittenShard(name, writer.count(), writer.uncompressedSize()));
        }

        @Override
        public void close() throws IOException {
            try {
                writer.close();
            } catch (IllegalStateException notCommitted) {
                // The caller receives the failure that stopped the write.
            }
        }
    }
}
