package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ImageHeaderTest {

    @ParameterizedTest
    @CsvSource({"lossless, 3, 25", "lossless-alpha, 4, 25", "lossy, 3, 30", "lossy-alpha, 4, 30"})
    void readsWebp(String name, int channels, int needed) {
        Bytes webp = TestImages.resource(name + ".webp");
        ImageHeader expected = new ImageHeader(ImageFormat.WEBP, 12, 16, channels);
        assertThat(ImageHeader.read(webp)).isEqualTo(expected);
        assertThat(ImageHeader.read(webp.slice(0, needed))).isEqualTo(expected);
    }

    @Test
    void readsOnlyTheFirstBytes() {
        assertThat(ImageHeader.read(ImageEncoder.png(TestImages.gradient(4)).slice(0, 33)))
                .isEqualTo(new ImageHeader(ImageFormat.PNG, 12, 16, 4));
        Bytes jpeg = ImageEncoder.jpeg(TestImages.gradient(3));
        assertThat(ImageHeader.read(jpeg.slice(0, 200))).isEqualTo(new ImageHeader(ImageFormat.JPEG, 12, 16, 3));
        assertThat(ImageHeader.read(Bytes.ofHex("474946383961020003000000002c00000000020003000002")))
                .isEqualTo(new ImageHeader(ImageFormat.GIF, 3, 2, 3));
    }

    @Test
    void rejectsBytesOfOtherFormats() {
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> ImageHeader.read(Bytes.empty()))
                .withMessage("image is empty");
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> ImageHeader.read(Bytes.ofUtf8("GIF")))
                .withMessage("unknown format: JPEG, PNG, GIF, BMP or WebP expected, found 3 bytes [474946]")
                .satisfies(e -> assertThat(e.format()).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void formatsHaveTensorFlowNames(ImageFormat format) {
        assertThat(format.formatName()).isEqualTo(format.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Test
    void rejectsWaveFilesAsWebp() {
        assertThat(ImageFormat.of(Bytes.ofHex("524946460400000057415645"))).isEmpty();
        assertThat(ImageFormat.of(Bytes.ofHex("524946460400000057454250"))).contains(ImageFormat.WEBP);
    }
}
