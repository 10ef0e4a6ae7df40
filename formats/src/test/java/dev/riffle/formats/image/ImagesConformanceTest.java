package dev.riffle.formats.image;

import dev.riffle.conformance.ConformanceCase;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tests that images are decoded like in {@code tf.io.decode_image}. */
class ImagesConformanceTest {

    private static final double MEAN_TOLERANCE = 2;

    @Test
    void imagesAgree() throws IOException {
        ConformanceFile.run("images.jsonl", ImagesConformanceTest::problems);
    }

    private static List<String> problems(ConformanceCase aCase) throws NoSuchAlgorithmException {
        Bytes file = Bytes.ofOwned(aCase.bytes("file"));
        DenseTensor pixels;
        try {
            pixels = ImageDecoder.defaults().decode(file);
        } catch (MalformedImageException e) {
            return aCase.has("error") ? List.of() : List.of("rejected: " + e.getMessage());
        }
        if (aCase.has("error")) {
            return List.of("expected an error: " + aCase.text("error"));
        }
        List<String> problems = new ArrayList<>();
        List<Integer> dims = new ArrayList<>();
        for (String name : List.of("frames", "height", "width", "channels")) {
            if (aCase.has(name)) {
                dims.add((int) aCase.number(name));
            }
        }
        compare(
                problems,
                "shape",
                dims,
                Arrays.stream(pixels.shape().toArray()).boxed().toList());
        ImageHeader header = ImageHeader.read(file);
        List<Integer> size = List.of(header.height(), header.width(), header.channels());
        compare(problems, "header", dims.subList(dims.size() - 3, dims.size()), size);
        compare(
                problems,
                "format",
                aCase.text("format").toLowerCase(Locale.ROOT),
                header.format().formatName());
        byte[] samples = new byte[pixels.values().size()];
        pixels.values().data().get(samples);
        if (aCase.has("mean")) {
            compareMeans(problems, aCase.items("mean"), samples);
        } else {
            compareSamples(problems, aCase, samples);
        }
        return problems;
    }

    private static void compareSamples(List<String> problems, ConformanceCase aCase, byte[] samples)
            throws NoSuchAlgorithmException {
        byte[] first = aCase.bytes("pixels");
        compare(problems, "samples", aCase.number("pixels_total"), (long) samples.length);
        HexFormat hex = HexFormat.of();
        compare(
                problems,
                "first samples",
                hex.formatHex(first),
                hex.formatHex(Arrays.copyOf(samples, Math.min(first.length, samples.length))));
        compare(
                problems,
                "digest",
                aCase.text("pixels_sha256"),
                hex.formatHex(MessageDigest.getInstance("SHA-256").digest(samples)));
    }

    private static void compareMeans(List<String> problems, List<JsonValue> means, byte[] samples) {
        for (int channel = 0; channel < means.size(); channel++) {
            double expected = ((JsonValue.Number) means.get(channel)).doubleValue();
            long sum = 0;
            for (int i = channel; i < samples.length; i += means.size()) {
                sum += Byte.toUnsignedInt(samples[i]);
            }
            double found = sum / ((double) samples.length / means.size());
            if (!(Math.abs(found - expected) <= MEAN_TOLERANCE)) {
                problems.add("mean of channel " + channel + ": " + expected + " expected, found " + found);
            }
        }
    }

    private static void compare(List<String> problems, String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            problems.add(what + ": " + expected + " expected, found " + found);
        }
    }
}
