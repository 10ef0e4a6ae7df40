package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.formats.image.MalformedImageException.Reason;
import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;

/** Tests the properties of the exception that callers use. */
class MalformedImageExceptionTest {

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    private static final Bytes PNG = ImageEncoder.png(TestImages.gradient(3));

    @Test
    void reportsTheReason() {
        assertThat(failure(DECODER, PNG.slice(0, 60)).reason()).isEqualTo(Reason.MALFORMED);
        assertThat(failure(DECODER, Bytes.empty()).reason()).isEqualTo(Reason.UNKNOWN_FORMAT);
        assertThat(failure(DECODER, Bytes.ofUtf8("text")).reason()).isEqualTo(Reason.UNKNOWN_FORMAT);
        assertThat(failure(DECODER.channels(4), ImageEncoder.jpeg(TestImages.gradient(3)))
                        .reason())
                .isEqualTo(Reason.OTHER_CHANNELS);
    }

    @Test
    void reportsUnsupportedKinds() {
        byte[] jpeg = ImageEncoder.jpeg(TestImages.gradient(3)).toByteArray();
        for (int i = 0; i + 1 < jpeg.length; i++) {
            if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == 0xc0) {
                jpeg[i + 1] = (byte) 0xc9;
                break;
            }
        }
        MalformedImageException failure = failure(DECODER, Bytes.ofOwned(jpeg));
        assertThat(failure.reason()).isEqualTo(Reason.UNSUPPORTED);
        assertThat(failure.detail()).isEqualTo("baseline or progressive frame expected, found kind 9");
    }

    @Test
    void reportsTheRemedySeparately() {
        MalformedImageException failure =
                failure(DECODER.maxBytes(1), PNG).in(new ImagePlace("pets.tfrecord", 3, "image"));
        assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(failure.format()).contains(ImageFormat.PNG);
        assertThat(failure.detail()).isEqualTo("16 x 12 pixels of 3 channels are more than 1 bytes");
        assertThat(failure.remedy()).contains("allow more with maxBytes");
        assertThat(failure)
                .hasMessage("pets.tfrecord: record 3: feature \"image\": PNG: " + failure.detail()
                        + "; allow more with maxBytes")
                .hasCauseInstanceOf(MalformedImageException.class);
        assertThat(failure(DECODER, Bytes.empty()).remedy()).isEmpty();
    }

    private static MalformedImageException failure(ImageDecoder decoder, Bytes file) {
        return catchThrowableOfType(MalformedImageException.class, () -> decoder.decode(file));
    }
}
