package dev.riffle.io.internal.resume;

import dev.riffle.io.Compression;
import dev.riffle.io.internal.codec.CompressedBytes;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Collects access points while a reader decompresses GZIP, ZLIB or SNAPPY. The collector makes all checks that the
 * compression itself makes. Use a collector for one file, on one thread.
 *
 * <pre>{@code
 * AccessPointCollector collector = AccessPointCollector.of(
 *         Compression.GZIP, source.name(), AccessPoints.DEFAULT_SPACING);
 * try (RecordReader records = RecordReader.open(source, options.compression(collector.compression()))) {
 *     // to the end
 * }
 * AccessPoints accessPoints = collector.accessPoints();
 * }</pre>
 */
public final class AccessPointCollector {

    private final String name;
    private final Compression compression;
    private final ResumableFormat format;
    private final int spacing;
    private final long mostWindowBytes;
    private volatile @Nullable Input last;

    private AccessPointCollector(
            String name, Compression compression, ResumableFormat format, int spacing, long mostWindowBytes) {
        this.name = name;
        this.compression = compression;
        this.format = format;
        this.spacing = spacing;
        this.mostWindowBytes = mostWindowBytes;
    }

    /** Returns whether decompression can begin inside files of this compression. */
    public static boolean supports(Compression compression) {
        return ResumableFormat.of(compression).isPresent();
    }

    /**
     * Returns a collector for one file.
     *
     * @param compression the compression of the file
     * @param name the name of the file for messages
     * @param spacing the wanted number of uncompressed bytes between two access points inside a member
     * @throws IllegalArgumentException if the compression is not GZIP, ZLIB or SNAPPY
     */
    public static AccessPointCollector of(Compression compression, String name, int spacing) {
        return of(
                compression,
                name,
                spacing,
                AccessPoints.mostWindowBytes(Runtime.getRuntime().maxMemory()));
    }

    static AccessPointCollector of(Compression compression, String name, int spacing, long mostWindowBytes) {
        return new AccessPointCollector(
                name,
                compression,
                ResumableFormat.of(compression)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "compression must be GZIP, ZLIB or SNAPPY for access points: " + compression.name())),
                spacing,
                mostWindowBytes);
    }

    /**
     * Returns a compression that reads the file. The collector receives every byte that this compression decompresses.
     */
    public Compression compression() {
        return new DecompressionOverride(compression, this::decompress);
    }

    private ReadableByteChannel decompress(ReadableByteChannel in) {
        Input opened = new Input(CompressedBytes.onHeap(in, 0));
        last = opened;
        return opened;
    }

    /**
     * Returns the access points of the file that was decompressed last.
     *
     * @throws IllegalStateException if the file was not read to its end
     * @throws IllegalArgumentException if the file has Snappy blocks of more than 64 MiB. Also if its windows need more
     *     than 1 GiB or a quarter of the heap
     */
    public AccessPoints accessPoints() {
        Input read = last;
        if (read != null && read.tooLarge) {
            throw new IllegalArgumentException(name + ": its blocks or members are too large for access points;"
                    + " write it again without compression or with cut members (riffle recompress), increase"
                    + " IndexOptions.accessPointSpacing, or give the program more memory (-Xmx)");
        }
        AccessPoints collected = read == null ? null : read.collected;
        if (collected == null) {
            throw new IllegalStateException("the file must have been read to its end");
        }
        return collected;
    }

    /** Records access points while a caller reads the content. */
    private final class Input extends ResumableChannel {
        private final List<AccessPoint> accessPoints = new ArrayList<>();
        private CRC32C span = AccessPoint.checksumFrom(0);
        private AccessPoint.@Nullable Entry entry = AccessPoint.Entry.atByte(0);
        private long entryOffset;
        private long windowBytes;
        private boolean tooLarge;
        private @Nullable AccessPoints collected;

        Input(CompressedBytes in) {
            super(in, format.open(in));
        }

        @Override
        boolean decode() throws IOException {
            input.entry(delivered - entryOffset, spacing).ifPresent(this::end);
            if (super.decode()) {
                return true;
            }
            end();
            return false;
        }

        @Override
        void delivers(byte[] bytes, int count) {
            span.update(bytes, 0, count);
        }

        private void end() {
            end(null);
            collected = tooLarge
                    ? null
                    : new AccessPoints(format, spacing, input.compressedBytes(), delivered, accessPoints);
        }

        /** Ends the current span. The next entry, if any, begins after the span. */
        private void end(AccessPoint.@Nullable Entry next) {
            tooLarge |= delivered - entryOffset > AccessPoints.MOST_SPAN_BYTES || windowBytes > mostWindowBytes;
            if (tooLarge) {
                accessPoints.clear();
            } else if (entry != null && delivered > entryOffset) {
                accessPoints.add(new AccessPoint(entryOffset, entry, (int) span.getValue()));
            }
            AccessPointWindow window = next == null ? null : next.window();
            windowBytes += window == null ? 0 : window.deflated().length;
            span = AccessPoint.checksumFrom(delivered);
            entry = next;
            entryOffset = delivered;
        }
    }
}
