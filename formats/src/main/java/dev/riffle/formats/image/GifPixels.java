package dev.riffle.formats.image;

import dev.riffle.formats.image.GifStructure.ColorTable;
import dev.riffle.formats.image.GifStructure.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws the frames of a GIF on top of each other, as TensorFlow does. Each frame begins as a copy of the previous
 * frame, without regard to the disposal method. The first frame begins black. Transparent pixels keep the colour of the
 * previous frame. The image has the height of the highest frame and the width of the widest frame. The decoder ignores
 * the screen size and omits pixels outside the image.
 */
final class GifPixels {

    static final int CHANNELS = 3;

    /**
     * The largest number of pixels for each byte. A code of n bits represents at most 2^n pixels, and the maximum per
     * bit is at n = 12.
     */
    private static final long MAX_PIXELS_PER_BYTE = 4096 * Byte.SIZE / 12 + 1;

    private static final int[] PASS_STARTS = {0, 4, 2, 1};
    private static final int[] PASS_STEPS = {8, 8, 4, 2};

    private final ImageBytes data;
    private final Animation animation;
    private final SampleLimit limit;
    private final List<Indices> frames = new ArrayList<>();
    private int height;
    private int width;
    private @Nullable ImageHeader header;
    private @Nullable MalformedImageException fault;

    /** Holds a frame with its colour indices, row by row from the top. */
    private record Indices(Frame frame, byte[] colors) {}

    private GifPixels(ImageBytes data, Animation animation, SampleLimit limit) {
        this.data = data;
        this.animation = animation;
        this.limit = limit;
    }

    /** Decodes all frames, or only the first frame. */
    static DecodedImage decode(ImageBytes data, Animation animation, SampleLimit limit) {
        GifPixels pixels = new GifPixels(data, animation, limit);
        pixels.readFrames();
        return pixels.compose();
    }

    private DecodedImage compose() {
        int count = frames.size();
        byte[] samples = new byte[limit.check(ImageFormat.GIF, count, height, width, CHANNELS)];
        int frameSize = samples.length / count;
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                System.arraycopy(samples, (i - 1) * frameSize, samples, i * frameSize, frameSize);
            }
            draw(frames.get(i), samples, i * frameSize);
        }
        return new DecodedImage(count, height, width, CHANNELS, samples);
    }

    /**
     * Reads the complete frames up to the first error. Checks the limit for all frames together before it reads a
     * frame, and never allocates a frame that its data cannot fill. Keeps only the sizes of frames that were not
     * requested.
     */
    private void readFrames() {
        GifStructure structure = GifStructure.open(data);
        for (Frame frame = next(structure); frame != null; frame = next(structure)) {
            boolean isWanted = frames.isEmpty() || animation == Animation.ALL_FRAMES;
            int highest = Math.max(height, frame.height());
            int widest = Math.max(width, frame.width());
            limit.check(ImageFormat.GIF, frames.size() + (isWanted ? 1 : 0), highest, widest, CHANNELS);
            try {
                GifCodes codes = new GifCodes(data, frame.codes());
                byte[] colors = read(codes, frame);
                structure.continueAt(codes.end());
                if (isWanted) {
                    frames.add(new Indices(frame, colors));
                }
            } catch (MalformedImageException e) {
                fault = e;
                break;
            }
            height = highest;
            width = widest;
            if (animation == Animation.FIRST_FRAME && isLargestFrame()) {
                break;
            }
        }
        if (frames.isEmpty()) {
            throw fault == null ? data.malformed("no frame") : fault;
        }
    }

    /** Returns whether later frames, complete or not, do not enlarge the image. */
    private boolean isLargestFrame() {
        ImageHeader all = header == null ? GifStructure.header(data) : header;
        header = all;
        return height >= all.height() && width >= all.width();
    }

    private @Nullable Frame next(GifStructure structure) {
        try {
            return structure.next();
        } catch (MalformedImageException e) {
            fault = e;
            return null;
        }
    }

    private byte[] read(GifCodes codes, Frame frame) {
        if (frame.pixels() == 0) {
            throw data.malformed("empty frame of " + frame.width() + " x " + frame.height() + " pixels before byte "
                    + frame.codes());
        }
        if (frame.pixels() > MAX_PIXELS_PER_BYTE * (data.size() - frame.codes())) {
            throw data.malformed(
                    "data is truncated in a frame of " + frame.width() + " x " + frame.height() + " pixels");
        }
        byte[] colors = new byte[(int) frame.pixels()];
        if (!frame.isInterlaced()) {
            codes.read(colors, 0, colors.length);
            return colors;
        }
        for (int pass = 0; pass < PASS_STARTS.length; pass++) {
            for (int y = PASS_STARTS[pass]; y < frame.height(); y += PASS_STEPS[pass]) {
                codes.read(colors, y * frame.width(), frame.width());
            }
        }
        return colors;
    }

    private void draw(Indices indices, byte[] samples, int offset) {
        Frame frame = indices.frame;
        ColorTable table = frame.table();
        if (table == null) {
            throw data.malformed("no colour table for the frame before byte " + frame.codes());
        }
        for (int y = frame.top(); y < Math.min(frame.top() + frame.height(), height); y++) {
            for (int x = frame.left(); x < Math.min(frame.left() + frame.width(), width); x++) {
                int color = indices.colors[(y - frame.top()) * frame.width() + x - frame.left()] & 0xff;
                if (color == frame.transparent()) {
                    continue;
                }
                if (color >= table.size()) {
                    throw data.malformed("colour index below " + table.size() + " expected, found " + color
                            + ", in the frame before byte " + frame.codes());
                }
                data.bytes().copyTo(table.at() + 3 * color, samples, offset + (y * width + x) * CHANNELS, CHANNELS);
            }
        }
    }
}
