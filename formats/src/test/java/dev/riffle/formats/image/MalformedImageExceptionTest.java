package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.formats.image.MalformedImageException.Reason;
import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;

/** What a caller can tell without reading messages. */
class MalformedImageExceptionTest {

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    private static final Bytes PNG = ImageEncoder.png(Pictures.gradient(3));

    @Test
    void reportsWhatIsWrong() {
        assertThat(refusal(DECODER, PNG.slice(0, 60)).reason()).isEqualTo(Reason.MALFORMED);
        assertThat(refusal(DECODER, Bytes.empty()).reason()).isEqualTo(Reason.UNKNOWN_FORMAT);
        assertThat(refusal(DECODER, Bytes.ofUtf8("text")).reason()).isEqualTo(Reason.UNKNOWN_FORMAT);
        assertThat(refusal(DECODER.channels(4), ImageEncoder.jpeg(Pictures.gradient(3)))
                        .reason())
                .isEqualTo(Reason.OTHER_CHANNELS);
    }

    @Test
    void reportsKindsThatAreNotRead() {
        byte[] jpeg = ImageEncoder.jpeg(Pictures.gradient(3)).toByteArray();
        for (int i = 0; i + 1 < jpeg.length; i++) {
            if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == 0xc0) {
                jpeg[i + 1] = (byte) 0xc9;
                break;
            }
        }
        MalformedImageException refusal = refusal(DECODER, Bytes.ofOwned(jpeg));
        assertThat(refusal.reason()).isEqualTo(Reason.UNSUPPORTED);
        assertThat(refusal.detail()).isEqualTo("baseline or progressive frame expected, found kind 9");
    }

    @Test
    void keepsTheRemedyApart() {
        MalformedImageException refusal =
                refusal(DECODER.maxBytes(1), PNG).in(new ImagePlace("pets.tfrecord", 3, "image"));
        assertThat(refusal.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refusal.format()).contains(ImageFormat.PNG);
        assertThat(refusal.detail()).isEqualTo("16 x 12 pixels of 3 channels are more than 1 bytes");
        assertThat(refusal.remedy()).contains("allow more with maxBytes");
        assertThat(refusal)
                .hasMessage("pets.tfrecord: record 3: feature \"image\": PNG: " + refusal.detail()
                        + "; allow more with maxBytes")
                .hasCauseInstanceOf(MalformedImageException.class);
        assertThat(refusal(DECODER, Bytes.empty()).remedy()).isEmpty();
    }

    private static MalformedImageException refusal(ImageDecoder decoder, Bytes file) {
        return catchThrowableOfType(MalformedImageException.class, () -> decoder.decode(file));
    }
}
