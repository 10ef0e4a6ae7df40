package dev.riffle.formats;

import dev.riffle.io.Bytes;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the frames of a zstd string before the decompression allocates memory. All blocks of a frame must be present,
 * and must be able to contain the number of bytes that the frame claims. RFC 8878 describes the layout.
 */
final class ZstdFrames {

    private static final int MAGIC = 0xfd2fb528;
    private static final int SKIPPABLE_MAGIC = 0x184d2a50;
    private static final int SKIPPABLE_MASK = 0xfffffff0;

    private static final int SINGLE_SEGMENT = 0x20;
    private static final int RESERVED = 0x08;
    private static final int CHECKSUM = 0x04;
    private static final int DICTIONARY_SIZES = 0x03;

    private static final int MOST_BLOCK_BYTES = 128 << 10;
    private static final int BLOCK_HEADER_BYTES = 3;

    private final Bytes compressed;
    private final ByteBuffer in;
    private final int limit;
    private final List<Frame> frames = new ArrayList<>();

    /** Holds the range of a frame, and the size of its content. */
    private record Frame(int from, int to, int contentBytes) {}

    ZstdFrames(Bytes compressed, int limit) {
        this.compressed = compressed;
        this.in = compressed.asByteBuffer();
        this.limit = limit;
    }

    Bytes decompress() {
        if (!in.hasRemaining()) {
            throw failure(0, "expected a zstd frame, found no bytes");
        }
        long total = 0;
        while (in.hasRemaining()) {
            total += skipFrame();
            if (total > limit) {
                throw failure(in.position(), PayloadCompression.tooLarge(limit));
            }
        }
        byte[] content = new byte[(int) total];
        int at = 0;
        for (Frame frame : frames) {
            decompress(frame, content, at);
            at += frame.contentBytes;
        }
        return Bytes.ofOwned(content);
    }

    private void decompress(Frame frame, byte[] content, int at) {
        byte[] bytes = compressed.slice(frame.from, frame.to).toByteArray();
        int found;
        try {
            found = new ZstdDecompressor().decompress(bytes, 0, bytes.length, content, at, frame.contentBytes);
        } catch (MalformedInputException e) {
            // The message omits the offsets of the library, because they do not count from the beginning of the array.
            String reason = String.valueOf(e.getMessage()).replaceFirst(": offset=.*", "");
            throw failure(frame.from, "expected zstd data, found damage: " + reason);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw failure(frame.from, "expected zstd data, found damage: " + e.getMessage());
        }
        if (found != frame.contentBytes) {
            throw failure(frame.from, "expected a frame of " + frame.contentBytes + " bytes, found " + found);
        }
    }

    /** Skips a frame and returns the size of its content. */
    private long skipFrame() {
        int from = in.position();
        int magic = take(Integer.BYTES, "a zstd frame").getInt();
        if ((magic & SKIPPABLE_MASK) == SKIPPABLE_MAGIC) {
            long size = Integer.toUnsignedLong(
                    take(Integer.BYTES, "the size of a skippable frame").getInt());
            skip(size, "a skippable frame");
            return 0;
        }
        if (magic != MAGIC) {
            throw failure(
                    from,
                    "expected a zstd frame (28b52ffd), found "
                            + compressed.slice(from, from + Integer.BYTES).hex());
        }
        int descriptor = take(1, "the header of a zstd frame").get();
        if ((descriptor & RESERVED) != 0) {
            throw failure(from, "expected a reserved bit of 0 in the header of a zstd frame, found 1");
        }
        boolean single = (descriptor & SINGLE_SEGMENT) != 0;
        long window = single
                ? Long.MAX_VALUE
                : window(take(1, "the window of a zstd frame").get() & 0xff);
        int dictionaryBytes = (1 << (descriptor & DICTIONARY_SIZES)) >> 1;
        skip(dictionaryBytes, "the dictionary of a zstd frame");
        long claimed = contentSize(from, descriptor >> 6 & 3, single);
        long possible = skipBlocks(Math.min(MOST_BLOCK_BYTES, Math.min(window, single ? claimed : window)));
        if ((descriptor & CHECKSUM) != 0) {
            skip(Integer.BYTES, "the checksum of a zstd frame");
        }
        if (claimed < 0 || claimed > possible) {
            throw failure(
                    from,
                    "expected blocks that can decompress to the " + Long.toUnsignedString(claimed)
                            + " bytes that the frame claims, found at most " + possible);
        }
        if (claimed <= limit) {
            frames.add(new Frame(from, in.position(), (int) claimed));
        }
        return claimed;
    }

    private static long window(int exponentAndMantissa) {
        long base = 1L << (10 + (exponentAndMantissa >> 3));
        return base + (base >> 3) * (exponentAndMantissa & 7);
    }

    private long contentSize(int from, int sizeKind, boolean single) {
        String wanted = "the content size of a zstd frame";
        return switch (sizeKind) {
            case 0 -> {
                if (!single) {
                    throw failure(
                            from, "expected a content size in the zstd frame, as TensorFlow requires, found none");
                }
                yield take(1, wanted).get() & 0xff;
            }
            case 1 -> (take(Short.BYTES, wanted).getShort() & 0xffff) + 256;
            case 2 -> Integer.toUnsignedLong(take(Integer.BYTES, wanted).getInt());
            default -> take(Long.BYTES, wanted).getLong();
        };
    }

    /** Skips the blocks and returns the largest size that they can have after decompression. */
    private long skipBlocks(long mostBlockBytes) {
        long possible = 0;
        boolean last = false;
        while (!last) {
            int at = in.position();
            take(BLOCK_HEADER_BYTES, "a block of a zstd frame");
            int header = (in.get(at) & 0xff) | (in.get(at + 1) & 0xff) << 8 | (in.get(at + 2) & 0xff) << 16;
            in.position(at + BLOCK_HEADER_BYTES);
            last = (header & 1) != 0;
            int size = header >>> 3;
            switch (header >> 1 & 3) {
                case 0 -> {
                    skip(size, "a block of a zstd frame");
                    possible += size;
                }
                case 1 -> {
                    skip(1, "a block of a zstd frame");
                    possible += size;
                }
                case 2 -> {
                    skip(size, "a block of a zstd frame");
                    possible += mostBlockBytes;
                }
                default -> throw failure(at, "expected a block type of 0 to 2 in a zstd frame, found 3");
            }
        }
        return possible;
    }

    private void skip(long bytes, String what) {
        if (bytes > in.remaining()) {
            throw failure(in.limit(), "expected " + what + ", found the end");
        }
        in.position(in.position() + (int) bytes);
    }

    /** Returns the buffer if this number of bytes remains in it. */
    private ByteBuffer take(int bytes, String what) {
        if (bytes > in.remaining()) {
            throw failure(in.limit(), "expected " + what + ", found the end");
        }
        return in;
    }

    private static MalformedPayloadException failure(long offset, String problem) {
        return new MalformedPayloadException(PayloadCompression.ZSTD, offset, problem, -1);
    }
}
