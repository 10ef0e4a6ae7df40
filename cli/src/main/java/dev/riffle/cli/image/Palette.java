package dev.riffle.cli.image;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses at most 256 colours for an image, and the colour that represents each pixel's colour. An image with at most
 * 256 colours keeps them. Median cut reduces more colours. The algorithm begins with one box of all colours. Until it
 * has 256 boxes, it divides the box with the longest side into two boxes of equal pixel counts, across that side. The
 * average colour of its pixels represents each box.
 */
final class Palette {

    private static final int MOST_COLOURS = 256;

    private final List<Integer> colours = new ArrayList<>();
    private final Map<Integer, Integer> places = new HashMap<>();

    private Palette() {}

    static Palette of(PixelGrid pixels) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < pixels.height(); y++) {
            for (int x = 0; x < pixels.width(); x++) {
                counts.merge(pixels.colour(x, y), 1, Integer::sum);
            }
        }
        List<Shade> shades = new ArrayList<>(counts.size());
        counts.forEach((colour, count) -> shades.add(new Shade(colour, count)));
        shades.sort(Comparator.comparingInt(Shade::colour));
        Palette palette = new Palette();
        for (Box box : boxes(shades)) {
            for (Shade shade : box.shades) {
                palette.places.put(shade.colour(), palette.colours.size());
            }
            palette.colours.add(box.average());
        }
        return palette;
    }

    private static List<Box> boxes(List<Shade> shades) {
        List<Box> boxes = new ArrayList<>();
        if (shades.size() <= MOST_COLOURS) {
            shades.forEach(shade -> boxes.add(new Box(List.of(shade))));
            return boxes;
        }
        boxes.add(new Box(shades));
        while (boxes.size() < MOST_COLOURS) {
            int longest = 0;
            for (int i = 1; i < boxes.size(); i++) {
                if (boxes.get(i).length > boxes.get(longest).length) {
                    longest = i;
                }
            }
            Box cut = boxes.get(longest);
            int middle = cut.sortAndFindMiddle();
            boxes.set(longest, new Box(cut.shades.subList(0, middle)));
            boxes.add(new Box(cut.shades.subList(middle, cut.shades.size())));
        }
        return boxes;
    }

    /** Returns the colours, as 0xRRGGBB. */
    List<Integer> colours() {
        return colours;
    }

    /** Returns the index in {@link #colours()} of the colour that represents a colour of the image. */
    int place(int colour) {
        return places.getOrDefault(colour, 0);
    }

    /** Holds a colour and its number of pixels. */
    private record Shade(int colour, int count) {

        int channel(int shift) {
            return colour >> shift & 0xff;
        }
    }

    /** Holds colours near each other. */
    private static final class Box {
        private final List<Shade> shades;
        private int shift;
        private int length = -1;

        Box(List<Shade> shades) {
            this.shades = new ArrayList<>(shades);
            for (int channel = 0; channel <= 16; channel += 8) {
                int least = OPAQUE;
                int most = 0;
                for (Shade shade : shades) {
                    least = Math.min(least, shade.channel(channel));
                    most = Math.max(most, shade.channel(channel));
                }
                if (most - least > length) {
                    length = most - least;
                    shift = channel;
                }
            }
        }

        private static final int OPAQUE = 255;

        /** Sorts the shades along the longest side. Returns the index at which the second half of the pixels begins. */
        int sortAndFindMiddle() {
            shades.sort(Comparator.comparingInt(shade -> shade.channel(shift)));
            long all = shades.stream().mapToLong(Shade::count).sum();
            long before = shades.get(0).count();
            int middle = 1;
            while (middle < shades.size() - 1 && before + shades.get(middle).count() / 2 < all / 2) {
                before += shades.get(middle).count();
                middle++;
            }
            return middle;
        }

        int average() {
            return average(16) << 16 | average(8) << 8 | average(0);
        }

        private int average(int channel) {
            long sum = 0;
            long count = 0;
            for (Shade shade : shades) {
                sum += (long) shade.channel(channel) * shade.count();
                count += shade.count();
            }
            return (int) ((sum + count / 2) / count);
        }
    }
}
