package dev.riffle.formats.image;

import java.io.ByteArrayOutputStream;

/**
 * Reads the markers of a JPEG, as libjpeg does for TensorFlow, from the start marker to the end marker. The end marker
 * must be present. Does not check the data of a scan.
 */
final class JpegMarkers {

    /**
     * The number of pixels that all scans of a file of any size may cover together. A scan covers all pixels, even if
     * its data is short.
     */
    private static final long FREE_PIXELS = 1L << 28;

    /** Above {@link #FREE_PIXELS}, the file must have one byte for this number of pixels. */
    private static final long PIXELS_PER_BYTE = 4096;

    /** The limit of the pixels of all scans together. No known writer exceeds this limit. */
    private static final long MAX_PIXELS = 1L << 32;

    private static final int TEMPORARY = 0x01;
    private static final int FIRST_FRAME = 0xc0;
    private static final int PROGRESSIVE = 0xc2;
    private static final int LAST_FRAME = 0xcf;
    private static final int HUFFMAN_TABLES = 0xc4;
    private static final int RESERVED_FRAME = 0xc8;
    private static final int ARITHMETIC_TABLES = 0xcc;
    private static final int FIRST_RESTART = 0xd0;
    private static final int START = 0xd8;
    private static final int END = 0xd9;
    private static final int SCAN = 0xda;
    private static final int QUANTIZATION_TABLES = 0xdb;
    private static final int LINES = 0xdc;
    private static final int RESTART_INTERVAL = 0xdd;
    private static final int APP0 = 0xe0;
    private static final int APP14 = 0xee;
    private static final int APP15 = 0xef;
    private static final int COMMENT = 0xfe;

    private final ImageBytes data;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private int keptTo;
    private int at = 2;
    private int height;
    private int width;
    private int[] ids = {};
    private int adobeTransform = -1;
    private boolean isJfif;
    private boolean isProgressive;

    JpegMarkers(ImageBytes data) {
        this.data = data;
    }

    JpegStructure structure() {
        return new JpegStructure(kept.toByteArray(), height, width, ids.length, adobeTransform, isJfif, ids);
    }

    /** Reads markers up to the marker of the frame. */
    void toFrame() {
        while (ids.length == 0) {
            int marker = marker();
            if (marker == SCAN || marker == END) {
                throw data.malformed("no frame before byte " + at);
            }
            segment(marker);
        }
    }

    /** Reads markers from the frame to the end marker. */
    void toEnd() {
        int scans = 0;
        boolean isComplete = false;
        for (int marker = marker(); marker != END; marker = marker()) {
            if (marker != SCAN) {
                segment(marker);
                continue;
            }
            if (isComplete) {
                throw data.malformed("end marker expected at byte " + (at - 2) + ", found a scan");
            }
            scans++;
            checkPixels(scans);
            int components = scan();
            isComplete = scans == 1 && !isProgressive && components == ids.length;
        }
        if (scans == 0) {
            throw data.malformed("no scan before the end marker at byte " + (at - 2));
        }
        keep(at);
    }

    private void checkPixels(int scans) {
        long pixels = (long) height * width;
        long allowed = Math.min(MAX_PIXELS, FREE_PIXELS + PIXELS_PER_BYTE * data.size());
        if (scans > Math.max(1, allowed / pixels)) {
            throw data.malformed("scan " + scans + " of " + width + " x " + height + " pixels at byte " + (at - 2)
                    + ", up to " + Math.max(1, allowed / pixels) + " expected in a file of " + data.size() + " bytes");
        }
    }

    /** Returns the next marker and skips other bytes before it. */
    private int marker() {
        while (true) {
            while (data.uint8(at) != 0xff) {
                at++;
            }
            while (data.uint8(at) == 0xff) {
                at++;
            }
            int marker = data.uint8(at++);
            if (marker != 0) {
                return marker;
            }
        }
    }

    private void segment(int marker) {
        if (marker == START) {
            throw data.malformed("second start marker at byte " + (at - 2));
        }
        if (marker == TEMPORARY || marker >= FIRST_RESTART && marker < START) {
            return;
        }
        int markerAt = at - 2;
        int start = at + 2;
        boolean isPassedOver = marker >= APP0 && marker <= APP15 || marker == COMMENT || marker == LINES;
        int size = data.uint16BigEndian(at);
        if (size < 2 && !isPassedOver) {
            throw data.malformed("segment of at least 2 bytes expected at byte " + at + ", found " + size);
        }
        int body = Math.max(0, size - 2);
        data.uint8(start + body - 1);
        at = start + body;
        switch (marker) {
            case HUFFMAN_TABLES -> JpegTables.checkHuffman(data, start, body);
            case QUANTIZATION_TABLES -> JpegTables.checkQuantization(data, start, body);
            case ARITHMETIC_TABLES -> JpegTables.checkArithmetic(data, start, body);
            case RESTART_INTERVAL -> JpegTables.checkRestartInterval(data, start, body);
            case APP0 -> jfif(start, body);
            case APP14 -> adobe(start, body);
            default -> {
                if (marker >= FIRST_FRAME && marker <= LAST_FRAME && marker != RESERVED_FRAME) {
                    frame(marker, start, body);
                } else if (isPassedOver) {
                    keep(markerAt);
                    keptTo = at;
                } else {
                    throw data.malformed("unknown marker " + Integer.toHexString(marker) + " at byte " + markerAt);
                }
            }
        }
    }

    /** Copies the bytes between the last removed segment and an offset. */
    private void keep(int to) {
        if (to > keptTo) {
            kept.writeBytes(data.bytes().slice(keptTo, to).toByteArray());
            keptTo = to;
        }
    }

    private void jfif(int start, int size) {
        if (size >= 14 && data.letters(start).equals("JFIF") && data.uint8(start + 4) == 0) {
            isJfif = true;
        }
    }

    private void adobe(int start, int size) {
        if (size >= 12 && data.letters(start).equals("Adob") && data.uint8(start + 4) == 'e') {
            adobeTransform = data.uint8(start + 11);
        }
    }

    private void frame(int marker, int start, int size) {
        if (ids.length > 0) {
            throw data.malformed("second frame at byte " + start);
        }
        if (marker > PROGRESSIVE) {
            throw data.unsupported("baseline or progressive frame expected, found kind " + (marker - FIRST_FRAME));
        }
        int depth = data.uint8(start);
        height = data.uint16BigEndian(start + 1);
        width = data.uint16BigEndian(start + 3);
        int components = data.uint8(start + 5);
        if (depth != 8) {
            throw data.unsupported("8 bits per sample expected, found " + depth);
        }
        if (height == 0 || width == 0) {
            throw data.malformed("width and height must be positive: " + width + " x " + height);
        }
        if (components != 1 && components != 3 && components != 4) {
            throw data.unsupported("1, 3 or 4 components expected, found " + components);
        }
        if (size != 6 + 3 * components) {
            throw data.malformed(
                    "frame of " + (6 + 3 * components) + " bytes expected at byte " + start + ", found " + size);
        }
        ids = new int[components];
        for (int i = 0; i < components; i++) {
            ids[i] = data.uint8(start + 6 + 3 * i);
        }
        isProgressive = marker == PROGRESSIVE;
    }

    /** Skips the data of a scan and returns the number of its components. */
    private int scan() {
        int size = data.uint16BigEndian(at);
        int components = data.uint8(at + 2);
        if (components < 1 || components > 4 || size != 6 + 2 * components) {
            throw data.malformed("scan of 1 to 4 components expected at byte " + at + ", found " + components);
        }
        at += size;
        while (true) {
            while (data.uint8(at) != 0xff) {
                at++;
            }
            int next = data.uint8(at + 1);
            if (next == 0xff) {
                at++;
            } else if (next == 0 || next >= FIRST_RESTART && next < START) {
                at += 2;
            } else {
                return components;
            }
        }
    }
}
