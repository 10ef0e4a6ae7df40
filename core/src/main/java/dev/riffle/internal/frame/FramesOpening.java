package dev.riffle.internal.frame;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Opens the records of a source. */
public final class FramesOpening {

    /** The records of a source, and the compression that was detected or set by the caller. */
    public record Opened(FileRecords records, Compression compression) {}

    /**
     * The number of times that a reader opens a file again if a writer replaced it at the same moment. While the reader
     * has the file open, no other file can get its key.
     */
    private static final int MAX_REOPENINGS = 100;

    /** The first request for the bytes of a remote source. It also contains the bytes that the detection needs. */
    private static final int FIRST_BYTES = 64 << 10;

    private final ByteSource source;
    private final ReadSettings settings;
    private final boolean expectsTornTail;

    private FramesOpening(ByteSource source, ReadSettings settings, boolean expectsTornTail) {
        this.source = source;
        this.settings = settings;
        this.expectsTornTail = expectsTornTail;
    }

    /**
     * Opens a source.
     *
     * @param expectsTornTail whether the last record may be incomplete
     * @throws UnrecognizedContentException if the content is not a record file
     */
    public static Opened open(ByteSource source, ReadSettings settings, boolean expectsTornTail) throws IOException {
        return new FramesOpening(source, settings, expectsTornTail).open();
    }

    private Opened open() throws IOException {
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
            if (found.layout() instanceof ContainerLayout contained) {
                return new Opened(container(contained, channel), found.compression());
            }
            boolean plain = found.compression().isNone();
            ByteWindow window = plain ? plainWindow(file, channel) : decompressing(found.compression(), channel);
            try {
                OptionalLong size = plain && !settings.follows() ? source.size() : OptionalLong.empty();
                return new Opened(frames((Framing) found.layout(), size, window), found.compression());
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
        boolean isPlain = settings.layout() instanceof ContainerLayout
                || settings.layout() != null
                        && settings.compression() != null
                        && settings.compression().isNone();
        return isPlain
                && !settings.follows()
                && !(source instanceof MappableSource)
                && source.size().isPresent();
    }

    private ContentProbe.Found find(RangedReader channel) throws IOException {
        if (settings.follows()) {
            checkFollowed();
            RecordLayout layout = settings.layout() == null ? Framing.TFRECORD : settings.layout();
            return new ContentProbe.Found(layout, Compression.NONE);
        }
        if (settings.layout() instanceof ContainerLayout contained) {
            return new ContentProbe.Found(contained, Compression.NONE);
        }
        if (settings.layout() != null && settings.compression() != null) {
            return new ContentProbe.Found(settings.layout(), settings.compression());
        }
        return new ContentProbe(source, channel, settings, expectsTornTail).probe();
    }

    /** Throws if a followed file of unknown format is a container, whose end is only readable when it is complete. */
    private void checkFollowed() throws IOException {
        if (settings.layout() == null
                && source.size().isPresent()
                && !ContainerLayout.installed().isEmpty()) {
            ByteBuffer start = source.read(0, ContainerLayout.LOOK_BYTES).asByteBuffer();
            Optional<ContainerLayout> found = ContainerLayout.of(source, start);
            if (found.isPresent()) {
                throw new UnrecognizedContentException(
                        "a file of the format " + found.get().container().title()
                                + ", which cannot be followed; read it when it is complete",
                        true);
            }
        }
    }

    /** Opens a container. The container opens a file itself, but a stream only through the bytes read so far. */
    private ContainerRecords container(ContainerLayout layout, RangedReader channel) throws IOException {
        ByteSource file = source;
        if (source.size().isPresent()) {
            channel.close();
        } else {
            file = ByteSource.of(channel, source.name());
        }
        return new ContainerRecords(file, layout, layout.container().read(file, ContainerLayout.options(settings)));
    }

    private ByteWindow plainWindow(SameFile file, RangedReader channel) throws IOException {
        if (settings.access() == ReadSettings.Access.MAP && isMapped()) {
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
        return Mapping.isAdvised() || source.size().orElse(0) > settings.mostHeldBytes();
    }

    private ByteWindow decompressing(Compression compression, RangedReader channel) throws IOException {
        Compression used = compression instanceof Gzip gzip && settings.threads() > 1
                ? gzip.threads(settings.threads())
                : compression;
        // Compression with deflate seldom exceeds this ratio. A buffer that is too small grows.
        OptionalLong compressed = source.size();
        OptionalLong size = compressed.isPresent() ? OptionalLong.of(8 * compressed.getAsLong()) : OptionalLong.empty();
        return new ByteWindow.ChannelWindow(null, channel, used.decompress(channel), size);
    }

    private Frames frames(Framing framing, OptionalLong size, ByteWindow window) {
        return switch (framing) {
            case TFRECORD -> new TfRecordFrames(source.name(), size, window, settings);
            case OFRECORD -> new OfRecordFrames(source.name(), size, window, settings);
        };
    }
}
