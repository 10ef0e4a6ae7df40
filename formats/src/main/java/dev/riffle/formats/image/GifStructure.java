package dev.riffle.formats.image;

import org.jspecify.annotations.Nullable;

/**
 * Reads the blocks of a GIF as giflib does for TensorFlow. Complete frames before the first error are valid. An error
 * before the first complete frame makes the image malformed. Ignores the version and the bytes after the trailer.
 */
final class GifStructure {

    private static final int SCREEN_AT = 6;
    private static final int SCREEN_BYTES = 7;
    private static final int TABLE_FLAG = 0x80;
    private static final int INTERLACE_FLAG = 0x40;
    private static final int IMAGE = ',';
    private static final int EXTENSION = '!';
    private static final int TRAILER = ';';
    private static final int GRAPHIC_CONTROL = 0xf9;
    private static final int FRAME_BYTES = 9;

    private final ImageBytes data;
    private final @Nullable ColorTable screenTable;
    private int at;
    private int transparent = -1;
    private boolean hasControl;

    /** Describes a colour table in the file. */
    record ColorTable(int at, int size) {}

    /**
     * Describes a frame.
     *
     * @param transparent the index of pixels that keep the colour of the previous frame; -1 if no index is transparent
     * @param codes the offset of the code size, which precedes the data
     */
    record Frame(
            int left,
            int top,
            int width,
            int height,
            boolean isInterlaced,
            @Nullable ColorTable table,
            int transparent,
            int codes) {

        long pixels() {
            return (long) width * height;
        }
    }

    private GifStructure(ImageBytes data) {
        this.data = data;
        if (!data.has(0, SCREEN_AT + SCREEN_BYTES)) {
            throw data.malformed("no screen descriptor: truncated after " + data.size() + " bytes");
        }
        this.at = SCREEN_AT + SCREEN_BYTES;
        this.screenTable = table(data.uint8(SCREEN_AT + 4));
    }

    /**
     * Returns the header with the common size of the frames before the first error in their blocks. Does not decode the
     * codes.
     */
    static ImageHeader header(ImageBytes data) {
        GifStructure structure = new GifStructure(data);
        int height = 0;
        int width = 0;
        try {
            for (Frame frame = structure.next(); frame != null; frame = structure.next()) {
                int ownHeight = frame.height;
                int ownWidth = frame.width;
                if (height == 0) {
                    height = ownHeight;
                    width = ownWidth;
                }
                structure.at = GifCodes.endOfBlocks(data, frame.codes + 1);
                height = Math.max(height, ownHeight);
                width = Math.max(width, ownWidth);
            }
        } catch (MalformedImageException e) {
            if (height == 0) {
                throw e;
            }
        }
        if (height == 0 || width == 0) {
            throw data.malformed("no frame with pixels");
        }
        return new ImageHeader(ImageFormat.GIF, height, width, GifPixels.CHANNELS);
    }

    /** Opens the bytes to iterate over the frames. {@link #next()} returns the frames in order. */
    static GifStructure open(ImageBytes data) {
        return new GifStructure(data);
    }

    /**
     * Returns the next frame, or null after the trailer. {@link #continueAt} skips the data of a frame.
     *
     * @throws MalformedImageException if the next block is neither a frame nor the end
     */
    @Nullable
    Frame next() {
        transparent = -1;
        hasControl = false;
        while (true) {
            int block = at;
            switch (data.uint8(at++)) {
                case IMAGE -> {
                    return frame();
                }
                case EXTENSION -> extension();
                case TRAILER -> {
                    return null;
                }
                default -> throw data.malformed("unknown block " + data.uint8(block) + " at byte " + block);
            }
        }
    }

    void continueAt(int end) {
        at = end;
    }

    private Frame frame() {
        int start = at;
        if (!data.has(start, FRAME_BYTES)) {
            throw data.malformed("header of a frame is truncated at byte " + start);
        }
        int flags = data.uint8(start + 8);
        at += FRAME_BYTES;
        ColorTable local = table(flags);
        return new Frame(
                data.uint16LittleEndian(start),
                data.uint16LittleEndian(start + 2),
                data.uint16LittleEndian(start + 4),
                data.uint16LittleEndian(start + 6),
                (flags & INTERLACE_FLAG) != 0,
                local == null ? screenTable : local,
                transparent,
                at);
    }

    private @Nullable ColorTable table(int flags) {
        if ((flags & TABLE_FLAG) == 0) {
            return null;
        }
        ColorTable table = new ColorTable(at, 2 << (flags & 7));
        if (!data.has(at, 3L * table.size)) {
            throw data.malformed("colour table is truncated at byte " + at);
        }
        at += 3 * table.size;
        return table;
    }

    /**
     * Reads an extension. Only the first control block before a frame counts, and only if it has four bytes. The method
     * ignores an empty first block, which does not end the extension.
     */
    private void extension() {
        boolean isControl = data.uint8(at++) == GRAPHIC_CONTROL;
        int size = data.uint8(at++);
        if (size > 0 && data.has(at, size) && isControl && !hasControl) {
            hasControl = true;
            transparent = size == 4 && (data.uint8(at) & 1) != 0 ? data.uint8(at + 3) : -1;
        }
        do {
            if (!data.has(at, size)) {
                throw data.malformed("extension is truncated at byte " + at);
            }
            at += size;
            size = data.uint8(at++);
        } while (size != 0);
    }
}
