package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.example.Example;
import dev.riffle.example.FeatureException;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageDecoderTest {

    /** A GIF with frames of 1 x 1 and 2 x 2 pixels. The second frame is transparent except for its last pixel. */
    private static final Bytes GIF = Bytes.ofHex("47494638396102000200800000" + "0a0b0c0d0e0f"
            + "2c00000000010001000002024c0100"
            + "21f9040100000000"
            + "2c0000000002000200000203041005003b");

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    @Test
    void returnsTheChannelsOfTheImageByDefault() {
        DenseTensor three = TestImages.gradient(3);
        DenseTensor four = TestImages.gradient(4);
        assertThat(DECODER.decode(ImageEncoder.png(three))).isEqualTo(three);
        assertThat(DECODER.decode(ImageEncoder.png(four))).isEqualTo(four);
    }

    @Test
    void removesAndAddsOpacity() {
        DenseTensor four = TestImages.gradient(4);
        DenseTensor three = TestImages.gradient(3);
        assertThat(DECODER.channels(3).decode(ImageEncoder.png(four))).isEqualTo(three);
        DenseTensor opaque = DECODER.channels(4).decode(ImageEncoder.png(three));
        assertThat(IntStream.range(0, 12 * 16).map(i -> opaque.values().intAt(4 * i + 3)))
                .containsOnly(255);
    }

    @Test
    void convertsColoursToGray() {
        Bytes png = ImageEncoder.png(TestImages.tensor(new byte[] {(byte) 200, 100, 50, 7, 7, 7}, 1, 2, 3));
        assertThat(DECODER.channels(1).decode(png)).isEqualTo(TestImages.tensor(new byte[] {124, 7}, 1, 2, 1));
    }

    @Test
    void convertsToGrayInLinearLightIfTheGammaIsKnown() {
        DenseTensor pixels = TestImages.tensor(new byte[] {(byte) 200, 100, 50, 7, 7, 7}, 1, 2, 3);
        Bytes png = ImageEncoder.png(pixels);
        Bytes srgb = TestImages.withChunk(png, "sRGB", new byte[] {0});
        assertThat(DECODER.channels(1).decode(srgb)).isEqualTo(TestImages.tensor(new byte[] {(byte) 137, 7}, 1, 2, 1));
        Bytes gama = TestImages.withChunk(png, "gAMA", new byte[] {0, 0, (byte) 0xb1, (byte) 0x8f});
        assertThat(DECODER.channels(1).decode(gama))
                .isEqualTo(DECODER.channels(1).decode(srgb));
        Bytes linear = TestImages.withChunk(png, "gAMA", new byte[] {0, 1, (byte) 0x86, (byte) 0xa0});
        assertThat(DECODER.channels(1).decode(linear))
                .isEqualTo(DECODER.channels(1).decode(png));
        assertThat(DECODER.decode(srgb)).isEqualTo(pixels);
    }

    @Test
    void decodesExtendedWebpWithoutItsProfile() {
        Bytes lossy = TestImages.resource("lossy.webp");
        Bytes extended = TestImages.extendedWebp(lossy, 16, 12, new byte[] {1, 2, 3});
        assertThat(DECODER.decode(extended)).isEqualTo(DECODER.decode(lossy));
        Bytes larger = TestImages.extendedWebp(lossy, 17, 12, new byte[0]);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(larger))
                .withMessageStartingWith("WEBP: 17 x 12 pixels expected in the chunk VP8 ");
    }

    @Test
    void rejectsUncompressedWebpOpacity() {
        byte[] file = TestImages.resource("lossy-alpha.webp").toByteArray();
        file[38] &= ~3;
        Bytes plain = Bytes.ofOwned(file);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(plain))
                .withMessage("WEBP: compressed opacity expected in the chunk ALPH at byte 30; "
                        + "request 3 channels to omit the opacity");
        assertThat(DECODER.channels(3).decode(plain).shape().toArray()).containsExactly(12, 16, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 5})
    void rejectsOtherNumbersOfChannels(int channels) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DECODER.channels(channels))
                .withMessage("channels must be 0, 1, 3 or 4: " + channels);
    }

    @Test
    void rejectsFourChannelsOfJpeg() {
        Bytes jpeg = ImageEncoder.jpeg(TestImages.gradient(3));
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.channels(4).decode(jpeg))
                .withMessage("JPEG: 4 channels requested, a JPEG supports 1 or 3");
    }

    @Test
    void convertsJpegBetweenGrayAndColours() {
        Bytes gray = ImageEncoder.jpeg(TestImages.tensor(new byte[64], 8, 8, 1));
        assertThat(DECODER.decode(gray).shape().dim(2)).isEqualTo(1);
        assertThat(DECODER.channels(3).decode(gray)).isEqualTo(TestImages.tensor(new byte[192], 8, 8, 3));
        assertThat(DECODER.channels(1)
                        .decode(ImageEncoder.jpeg(TestImages.gradient(3)))
                        .shape()
                        .dim(2))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"lossless, 3", "lossless-alpha, 4"})
    void decodesLosslessWebpExactly(String name, int channels) {
        assertThat(DECODER.decode(TestImages.resource(name + ".webp"))).isEqualTo(TestImages.gradient(channels));
    }

    @ParameterizedTest
    @CsvSource({"lossy, 3", "lossy-alpha, 4"})
    void decodesLossyWebpNearly(String name, int channels) {
        DenseTensor found = DECODER.decode(TestImages.resource(name + ".webp"));
        DenseTensor expected = TestImages.gradient(channels);
        assertThat(found.shape()).isEqualTo(expected.shape());
        double difference = IntStream.range(0, found.values().size())
                .map(i -> Math.abs(found.values().intAt(i) - expected.values().intAt(i)))
                .average()
                .orElseThrow();
        assertThat(difference).isLessThan(12);
    }

    @Test
    void rejectsOrReadsEveryTruncation() {
        for (Bytes intact : new Bytes[] {
            ImageEncoder.png(TestImages.gradient(3)),
            ImageEncoder.jpeg(TestImages.gradient(3)),
            TestImages.resource("lossless.webp"),
            TestImages.resource("lossy-alpha.webp")
        }) {
            for (int size = 0; size < intact.size(); size++) {
                Bytes cut = intact.slice(0, size);
                assertThatExceptionOfType(MalformedImageException.class)
                        .as("%s cut to %d", ImageFormat.of(intact), size)
                        .isThrownBy(() -> DECODER.decode(cut));
            }
        }
    }

    @Test
    void reportsChunkAndChecksums() {
        byte[] png = ImageEncoder.png(TestImages.tensor(new byte[3], 1, 1, 3)).toByteArray();
        png[png.length - 13] ^= 1;
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(
                        () -> DECODER.decode(Bytes.copyOf(png), new ImagePlace("pets.tfrecord", 3, "image/encoded")))
                .withMessageMatching(
                        "pets\\.tfrecord: record 3: feature \"image/encoded\": PNG: chunk IDAT at byte 33: "
                                + "checksum [0-9a-f]{8} expected, [0-9a-f]{8} found")
                .satisfies(e -> assertThat(e.format()).contains(ImageFormat.PNG))
                .satisfies(e -> assertThat(e.detail()).startsWith("chunk IDAT"));
    }

    @Test
    void decodesFeaturesAndNamesThemInErrors() {
        Example example = Example.builder()
                .put("image/encoded", ImageEncoder.png(TestImages.gradient(3)))
                .put("text", "none")
                .build();
        assertThat(DECODER.decode(example, "image/encoded")).isEqualTo(TestImages.gradient(3));
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(example, "text"))
                .withMessageStartingWith("feature \"text\": unknown format: JPEG, PNG, GIF, BMP or WebP expected");
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> DECODER.decode(example, "other"));
    }

    @Test
    void rejectsMoreSamplesThanTheLimit() {
        Bytes png = ImageEncoder.png(TestImages.gradient(3));
        assertThat(DECODER.maxBytes(576).decode(png)).isEqualTo(TestImages.gradient(3));
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.maxBytes(575).decode(png))
                .withMessage("PNG: 16 x 12 pixels of 3 channels are more than 575 bytes; allow more with maxBytes");
        assertThatIllegalArgumentException().isThrownBy(() -> DECODER.maxBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> DECODER.maxBytes(1L << 31));
    }

    @Test
    void allocatesNoMoreThanTheDataCanFill() {
        Bytes small = TestImages.png(20_000, 8_000, 2, new byte[10]);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.maxBytes(1 << 29).decode(small))
                .withMessageStartingWith("PNG: data of 8000 rows expected");
    }

    @Test
    void rejectsLongDataAfterTheRows() {
        Bytes bomb = TestImages.png(1, 1, 2, new byte[4 << 20]);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(bomb))
                .withMessageContaining("after the last row");
        Bytes surplus = TestImages.png(1, 1, 2, new byte[4000]);
        assertThat(DECODER.decode(surplus)).isEqualTo(TestImages.tensor(new byte[3], 1, 1, 3));
    }

    @Test
    void decodesAllFramesOfAGifOrTheFirst() {
        DenseTensor all = DECODER.decode(GIF);
        byte[] samples = new byte[24];
        for (int at : new int[] {0, 12, 21}) {
            System.arraycopy(new byte[] {13, 14, 15}, 0, samples, at, 3);
        }
        assertThat(all).isEqualTo(TestImages.tensor(samples, 2, 2, 2, 3));
        assertThat(DECODER.firstFrame().decode(GIF).shape().toArray()).containsExactly(2, 2, 3);
        assertThat(ImageHeader.read(GIF)).isEqualTo(new ImageHeader(ImageFormat.GIF, 2, 2, 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void rejectsOtherChannelsOfGif(int channels) {
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.channels(channels).decode(GIF))
                .withMessage("GIF: " + channels + " channels requested, a GIF supports 3");
    }

    @Test
    void rejectsManyHugeFramesBeforeReadingThem() {
        StringBuilder hex = new StringBuilder("474946383961ffffffff8000000a0b0c0d0e0f");
        hex.append("2c00000000ffffffff000244");
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.maxBytes(1 << 29).decode(Bytes.ofHex(hex.toString())))
                .withMessageContaining("more than 536870912 bytes");
    }

    @Test
    void riffleChoosesTheLimit() {
        assertThat(DECODER.maxBytes(3).maxBytes(-1)).usingRecursiveComparison().isEqualTo(DECODER);
        for (long wrong : new long[] {0, -2, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DECODER.maxBytes(wrong))
                    .withMessage("maxBytes must be from 1 to 2147483639, or -1 (Riffle chooses): " + wrong);
        }
    }
}
