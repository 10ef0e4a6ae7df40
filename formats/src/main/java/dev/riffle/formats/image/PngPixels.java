package dev.riffle.formats.image;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates the rows of a PNG and reverses their filters. Never allocates an image that its data cannot fill. */
final class PngPixels {

    /** The maximum number of bytes that deflate makes from one byte. */
    private static final long MAX_EXPANSION = 1032;

    private static final int MAX_SURPLUS = 1 << 20;

    private static final int[] PASS_X = {0, 4, 0, 2, 0, 1, 0};
    private static final int[] PASS_Y = {0, 0, 4, 0, 2, 0, 1};
    private static final int[] PASS_STEP_X = {8, 8, 4, 4, 2, 2, 1};
    private static final int[] PASS_STEP_Y = {8, 8, 8, 4, 4, 2, 2};

    private final PngStructure png;
    private final Inflater inflater = new Inflater();
    private int nextPart;

    private PngPixels(PngStructure png) {
        this.png = png;
    }

    static DecodedImage decode(ImageBytes data, int requestedChannels, SampleLimit limit) {
        PngStructure png = PngStructure.read(data);
        PngHeader header = png.header();
        int channels = requestedChannels == 0 ? png.channels() : requestedChannels;
        int size = limit.check(ImageFormat.PNG, 1, header.height(), header.width(), channels);
        long packed = png.parts().stream().mapToLong(PngStructure.Part::size).sum();
        long rows = (header.rowBytes(header.width()) + (header.isInterlaced() ? 0 : 1)) * header.height();
        if (rows > packed * MAX_EXPANSION) {
            throw data.malformed(
                    "data of " + header.height() + " rows expected, found " + packed + " compressed bytes");
        }
        PngRows rowsToSamples = new PngRows(png, channels, new byte[size]);
        PngPixels pixels = new PngPixels(png);
        try {
            pixels.readPasses(rowsToSamples);
            pixels.readEnd();
        } finally {
            pixels.inflater.end();
        }
        return new DecodedImage(0, header.height(), header.width(), channels, rowsToSamples.samples());
    }

    private void readPasses(PngRows target) {
        if (!png.header().isInterlaced()) {
            readPass(target, 0, 1, 0, 1);
            return;
        }
        for (int pass = 0; pass < PASS_X.length; pass++) {
            readPass(target, PASS_X[pass], PASS_STEP_X[pass], PASS_Y[pass], PASS_STEP_Y[pass]);
        }
    }

    private void readPass(PngRows target, int fromX, int stepX, int fromY, int stepY) {
        PngHeader header = png.header();
        int pixels = (header.width() - fromX + stepX - 1) / stepX;
        if (pixels <= 0) {
            return;
        }
        int step = header.filterStep();
        byte[] row = new byte[step + (int) header.rowBytes(pixels)];
        byte[] above = new byte[row.length];
        for (int y = fromY; y < header.height(); y += stepY) {
            readRow(row, step, y);
            unfilter(row, above, step, y);
            target.put(row, step, pixels, y, fromX, stepX);
            byte[] done = row;
            row = above;
            above = done;
        }
    }

    /** Reads a row to index {@code step}, and its filter to the byte before this index. */
    private void readRow(byte[] row, int step, int y) {
        int to = step - 1;
        try {
            while (to < row.length) {
                int count = inflater.inflate(row, to, row.length - to);
                to += count;
                if (count == 0 && (inflater.finished() || inflater.needsDictionary() || !feed())) {
                    throw png.data()
                            .malformed(
                                    "data for " + png.header().height() + " rows expected, found the end in row " + y);
                }
            }
        } catch (DataFormatException e) {
            throw MalformedImageException.causedBy(
                    e, ImageFormat.PNG, "data cannot be inflated, in row " + y + ": " + e.getMessage());
        }
    }

    /**
     * Reads the compressed data after the last row. Like libpng, reads until the data ends, is damaged or contains no
     * more output. Fails only if the data is truncated before. Reads at most the number of bytes that valid rows can
     * need.
     */
    private void readEnd() {
        byte[] surplus = new byte[1024];
        int total = 0;
        while (!inflater.finished()) {
            while (inflater.needsInput()) {
                if (!feed()) {
                    throw png.data().malformed("compressed data has no end");
                }
            }
            try {
                int count = inflater.inflate(surplus);
                total += count;
                if (total == 0) {
                    return;
                }
            } catch (DataFormatException e) {
                return;
            }
            if (total > MAX_SURPLUS) {
                throw png.data().malformed("data continues for more than " + MAX_SURPLUS + " bytes after the last row");
            }
        }
    }

    private boolean feed() {
        if (nextPart == png.parts().size()) {
            return false;
        }
        PngStructure.Part part = png.parts().get(nextPart++);
        inflater.setInput(
                png.data().bytes().slice(part.at(), part.at() + part.size()).asByteBuffer());
        return true;
    }

    private void unfilter(byte[] row, byte[] above, int step, int y) {
        int filter = row[step - 1];
        row[step - 1] = 0;
        switch (filter) {
            case 0 -> {}
            case 1 -> {
                for (int i = step; i < row.length; i++) {
                    row[i] += i < 2 * step ? 0 : row[i - step];
                }
            }
            case 2 -> {
                for (int i = step; i < row.length; i++) {
                    row[i] += above[i];
                }
            }
            case 3 -> {
                for (int i = step; i < row.length; i++) {
                    int left = i < 2 * step ? 0 : row[i - step] & 0xff;
                    row[i] += (byte) (left + (above[i] & 0xff) >> 1);
                }
            }
            case 4 -> {
                for (int i = step; i < row.length; i++) {
                    boolean isFirst = i < 2 * step;
                    int left = isFirst ? 0 : row[i - step] & 0xff;
                    int aboveLeft = isFirst ? 0 : above[i - step] & 0xff;
                    row[i] += (byte) nearest(left, above[i] & 0xff, aboveLeft);
                }
            }
            default -> throw png.data().malformed("filter 0 to 4 expected in row " + y + ", found " + (filter & 0xff));
        }
    }

    /** Returns Paeth's predictor: the neighbor that is nearest to left + above - aboveLeft. */
    private static int nearest(int left, int above, int aboveLeft) {
        int toLeft = Math.abs(above - aboveLeft);
        int toAbove = Math.abs(left - aboveLeft);
        int toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
        if (toLeft <= toAbove && toLeft <= toAboveLeft) {
            return left;
        }
        return toAbove <= toAboveLeft ? above : aboveLeft;
    }
}
