package dev.riffle.formats.image;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Checks the chunks of a PNG as libpng does: header, palette and data must be complete and in order, up to the chunk
 * IEND. Skips chunks that a reader may skip, even if their checksums are wrong. Ignores bytes after IEND.
 */
final class PngStructure {

    private static final int SIGNATURE_BYTES = 8;
    private static final int FRAME_BYTES = 12;
    private static final int HEADER_BYTES = 13;
    private static final int MAX_SIDE = 1_000_000;

    private final ImageBytes data;
    private final PngHeader header;
    private final List<Part> parts = new ArrayList<>();
    private final PngGamma gamma = new PngGamma();
    private byte @Nullable [] palette;
    private byte @Nullable [] transparency;

    /** Describes a part of the compressed pixels: the data of one IDAT chunk. */
    record Part(int at, int size) {}

    /** Describes a chunk. {@code at} is the offset of its size. */
    private record Chunk(int at, int size, String type) {

        int data() {
            return at + 8;
        }

        boolean isCritical() {
            return Character.isUpperCase(type.charAt(0));
        }
    }

    private PngStructure(ImageBytes data) {
        this.data = data;
        Chunk first = chunk(SIGNATURE_BYTES);
        if (!first.type.equals("IHDR") || first.size != HEADER_BYTES) {
            throw data.malformed(
                    "chunk IHDR of 13 bytes expected at byte 8, found " + first.type + " of " + first.size);
        }
        checkSum(first);
        this.header = PngHeader.read(data, first.data());
        if (header.width() > MAX_SIDE || header.height() > MAX_SIDE) {
            throw data.malformed(
                    "width and height of up to " + MAX_SIDE + " expected: " + header.width() + " x " + header.height());
        }
    }

    /** Reads the chunks before the pixels. */
    static ImageHeader header(ImageBytes data) {
        PngStructure png = new PngStructure(data);
        if (png.header.color() == PngHeader.Color.PALETTE) {
            png.readToPixels();
        }
        return new ImageHeader(ImageFormat.PNG, png.header.height(), png.header.width(), png.channels());
    }

    /** Reads all chunks. */
    static PngStructure read(ImageBytes data) {
        PngStructure png = new PngStructure(data);
        png.readPixels(png.readToPixels());
        return png;
    }

    PngHeader header() {
        return header;
    }

    PngGamma gamma() {
        return gamma;
    }

    List<Part> parts() {
        return parts;
    }

    ImageBytes data() {
        return data;
    }

    /** Returns three bytes for each of 256 colours. Colors that the file lacks are black. */
    byte[] palette() {
        byte[] complete = new byte[3 * 256];
        if (palette != null) {
            System.arraycopy(palette, 0, complete, 0, Math.min(palette.length, 3 << header.depth()));
        }
        return complete;
    }

    /** Returns the content of the chunk tRNS, or null if the chunk is missing or has no effect. */
    byte @Nullable [] transparency() {
        return transparency;
    }

    /** Returns the number of channels of a decoded pixel by default. */
    int channels() {
        if (header.color() == PngHeader.Color.PALETTE) {
            return transparency == null ? 3 : 4;
        }
        return header.color().samples();
    }

    /** Reads up to the first IDAT chunk and returns it. */
    private Chunk readToPixels() {
        Chunk chunk = chunk(SIGNATURE_BYTES + FRAME_BYTES + HEADER_BYTES);
        for (; !chunk.type.equals("IDAT"); chunk = after(chunk)) {
            switch (chunk.type) {
                case "PLTE" -> readPalette(chunk);
                case "tRNS" -> readTransparency(chunk);
                case "gAMA", "sRGB" -> readGamma(chunk);
                default -> pass(chunk);
            }
        }
        if (header.color() == PngHeader.Color.PALETTE && palette == null) {
            throw data.malformed("no chunk PLTE before the chunk IDAT at byte " + chunk.at);
        }
        return chunk;
    }

    private void readPixels(Chunk first) {
        Chunk chunk = first;
        for (; chunk.type.equals("IDAT"); chunk = after(chunk)) {
            checkSum(chunk);
            parts.add(new Part(chunk.data(), chunk.size));
        }
        for (; !chunk.type.equals("IEND"); chunk = after(chunk)) {
            if (chunk.type.equals("PLTE") && palette != null) {
                throw secondPalette(chunk);
            }
            if (chunk.type.equals("IDAT") || chunk.type.equals("PLTE")) {
                checkSum(chunk);
            } else {
                pass(chunk);
            }
        }
        checkSum(chunk);
    }

    private void pass(Chunk chunk) {
        if (chunk.isCritical()) {
            throw data.malformed("chunk " + chunk.type + " at byte " + chunk.at + " is unknown or out of place");
        }
        requireComplete(chunk);
    }

    private void readPalette(Chunk chunk) {
        if (palette != null) {
            throw secondPalette(chunk);
        }
        boolean isNeeded = header.color() == PngHeader.Color.PALETTE;
        boolean isGray = header.color() == PngHeader.Color.GRAY || header.color() == PngHeader.Color.GRAY_ALPHA;
        checkSum(chunk);
        if (chunk.size == 0 && !isGray || isNeeded && (chunk.size % 3 != 0 || chunk.size > 3 * 256)) {
            throw data.malformed(
                    "chunk PLTE of 1 to 256 colours expected at byte " + chunk.at + ", found " + chunk.size + " bytes");
        }
        palette = data.bytes().slice(chunk.data(), chunk.data() + chunk.size).toByteArray();
    }

    private MalformedImageException secondPalette(Chunk chunk) {
        return data.malformed("second chunk PLTE at byte " + chunk.at);
    }

    private void readTransparency(Chunk chunk) {
        requireComplete(chunk);
        boolean fits = switch (header.color()) {
            case GRAY -> chunk.size == 2;
            case RGB -> chunk.size == 6;
            case PALETTE -> palette != null && chunk.size > 0 && chunk.size <= colors(palette);
            case GRAY_ALPHA, RGB_ALPHA -> false;
        };
        if (fits && transparency == null && computed(chunk) == stored(chunk)) {
            transparency =
                    data.bytes().slice(chunk.data(), chunk.data() + chunk.size).toByteArray();
        }
    }

    private void readGamma(Chunk chunk) {
        requireComplete(chunk);
        boolean isGama = chunk.type.equals("gAMA");
        if (palette != null || chunk.size != (isGama ? 4 : 1) || computed(chunk) != stored(chunk)) {
            return;
        }
        if (isGama) {
            gamma.readGama(data.int32BigEndian(chunk.data()));
        } else {
            gamma.readSrgb(data.uint8(chunk.data()));
        }
    }

    private int colors(byte[] ofPalette) {
        return Math.min(ofPalette.length / 3, 1 << header.depth());
    }

    private Chunk after(Chunk chunk) {
        return chunk(chunk.at + FRAME_BYTES + chunk.size);
    }

    private Chunk chunk(int at) {
        int size = data.int32BigEndian(at);
        if (size < 0) {
            throw data.malformed("chunk at byte " + at + " claims " + Integer.toUnsignedString(size) + " bytes");
        }
        data.int32BigEndian(at + 4);
        Chunk chunk = new Chunk(at, size, data.letters(at + 4));
        if (!chunk.type.chars().allMatch(c -> c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')) {
            throw data.malformed("chunk type of four letters expected at byte " + (at + 4));
        }
        return chunk;
    }

    private void requireComplete(Chunk chunk) {
        if (!data.has(chunk.data(), chunk.size + 4L)) {
            throw data.malformed("chunk " + chunk.type + " at byte " + chunk.at + " is truncated: " + chunk.size
                    + " bytes and a checksum expected, found " + (data.size() - chunk.data()) + " bytes");
        }
    }

    private void checkSum(Chunk chunk) {
        requireComplete(chunk);
        int expected = computed(chunk);
        int found = stored(chunk);
        if (expected != found) {
            HexFormat hex = HexFormat.of();
            throw data.malformed("chunk " + chunk.type + " at byte " + chunk.at + ": checksum "
                    + hex.toHexDigits(expected) + " expected, " + hex.toHexDigits(found) + " found");
        }
    }

    private int stored(Chunk chunk) {
        return data.int32BigEndian(chunk.data() + chunk.size);
    }

    private int computed(Chunk chunk) {
        CRC32 sum = new CRC32();
        sum.update(data.bytes().slice(chunk.at + 4, chunk.data() + chunk.size).asByteBuffer());
        return (int) sum.getValue();
    }
}
