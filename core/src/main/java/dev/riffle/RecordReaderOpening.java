package dev.riffle;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

/** Creates a reader from a source and options. */
final class RecordReaderOpening {

    private final ByteSource source;
    private final RecordReaderOptions options;

    private RecordReaderOpening(ByteSource source, RecordReaderOptions options) {
        this.source = source;
        this.options = options;
    }

    /**
     * The number of times that a reader opens a file again if a writer replaced it at the same moment. While the reader
     * has the file open, no other file can get its key.
     */
    private static final int MAX_REOPENINGS = 100;

    /** The first request for the bytes of a remote source. It also contains the bytes that the detection needs. */
    private static final int FIRST_BYTES = 64 << 10;

    static RecordReader open(ByteSource source, RecordReaderOptions options) throws IOException {
        return new RecordReaderOpening(source, options).open();
    }

    private RecordReader open() throws IOException {
        if (options.access() == RecordReaderOptions.Access.FOLLOW) {
            checkFollow();
        }
        SameFile file = new SameFile(source);
        RangedReader channel = channel(file);
        try {
            if (!opensLater()) {
                channel.openNow();
                for (int i = 0; i < MAX_REOPENINGS && file.isGone(); i++) {
                    channel.close();
                    file = new SameFile(source);
                    channel = channel(file);
                    channel.openNow();
                }
            }
            ContentProbe.Found found = find(channel);
            check(found);
            boolean plain = found.compression().isNone();
            ByteWindow window = plain ? plainWindow(file, channel) : decompressing(found.compression(), channel);
            try {
                OptionalLong size = plain && options.access() != RecordReaderOptions.Access.FOLLOW
                        ? source.size()
                        : OptionalLong.empty();
                return RecordReader.of(source, frames(found.format(), size, window), found.compression(), options);
            } catch (Throwable e) {
                window.close();
                throw e;
            }
        } catch (Throwable e) {
            try {
                channel.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private RangedReader channel(SameFile file) {
        return RangedReader.of(source, 0, FIRST_BYTES, file::checkUnchanged);
    }

    /**
     * Returns whether the first read opens the source. A reader that begins inside a remote source then requests no
     * bytes at its beginning. Such a source reports with its size whether it exists.
     */
    private boolean opensLater() throws IOException {
        return options.access() != RecordReaderOptions.Access.FOLLOW
                && options.format().isPresent()
                && options.compression().map(Compression::isNone).orElse(false)
                && !(source instanceof MappableSource)
                && source.size().isPresent();
    }

    private ContentProbe.Found find(RangedReader channel) throws IOException {
        if (options.access() == RecordReaderOptions.Access.FOLLOW) {
            return new ContentProbe.Found(options.format().orElse(RecordFormat.TFRECORD), Compression.NONE);
        }
        if (options.format().isPresent() && options.compression().isPresent()) {
            return new ContentProbe.Found(
                    options.format().get(), options.compression().get());
        }
        return new ContentProbe(source, channel, options).probe();
    }

    private void check(ContentProbe.Found found) {
        if (found.format() == RecordFormat.OFRECORD && options.damage().kind() == DamagePolicy.Kind.SKIP) {
            throw new IllegalArgumentException(source.name()
                    + ": cannot skip damage in OFRecord, which has no checksums to prove where the next record"
                    + " begins; use DamagePolicy.FAIL or STOP_AT_TORN_TAIL");
        }
        checkCompression(source.name(), found.format(), found.compression());
    }

    static void checkCompression(String name, RecordFormat format, Compression compression) {
        if (!format.supports(compression)) {
            throw new IllegalArgumentException(
                    name + ": OFRecord files are uncompressed or GZIP, not " + compression.name());
        }
    }

    private void checkFollow() {
        boolean plain = options.compression().map(Compression::isNone).orElse(true);
        if (!plain || options.damage().kind() == DamagePolicy.Kind.SKIP) {
            throw new IllegalArgumentException(
                    source.name() + ": only an uncompressed file can be followed, and damage in it cannot be skipped");
        }
    }

    private ByteWindow plainWindow(SameFile file, RangedReader channel) throws IOException {
        if (options.access() == RecordReaderOptions.Access.MAP && isMapped()) {
            Optional<Mapping> view = ByteWindow.map(source, 0, ByteWindow.ViewWindow.MOST_BYTES);
            if (view.isPresent()) {
                ByteWindow window = new ByteWindow.ViewWindow(source, file, view.get());
                channel.close();
                return window;
            }
        }
        return new ByteWindow.ChannelWindow(file, channel, channel, source.size());
    }

    /**
     * Returns whether to map the file. Only a mapping can return records larger than the limit. So the reader maps
     * every file that may contain one.
     */
    private boolean isMapped() throws IOException {
        return Mapping.isAdvised() || source.size().orElse(0) > options.maxRecordSize();
    }

    private ByteWindow decompressing(Compression compression, RangedReader channel) throws IOException {
        Compression used = compression instanceof Gzip gzip && options.threads() > 1
                ? gzip.threads(options.threads())
                : compression;
        ReadableByteChannel content = used.decompress(channel);
        // Compression with deflate seldom exceeds this ratio. A buffer that is too small grows.
        OptionalLong size = source.size();
        return new ByteWindow.ChannelWindow(
                null,
                channel,
                content,
                size.isPresent() ? OptionalLong.of(8 * size.getAsLong()) : OptionalLong.empty());
    }

    private Frames frames(RecordFormat format, OptionalLong size, ByteWindow window) {
        Frames frames = switch (format) {
            case TFRECORD -> new TfRecordFrames(source.name(), size, window, options.payloadChecksum());
            case OFRECORD -> new OfRecordFrames(source.name(), size, window);
        };
        frames.mostHeldBytes = options.maxRecordSize();
        return frames;
    }
}
