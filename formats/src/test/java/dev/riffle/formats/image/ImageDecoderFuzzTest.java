package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Decodes arbitrary bytes after the signature of a format. The samples match the header, or the decoder throws the
 * documented exception.
 */
class ImageDecoderFuzzTest {

    private static final ImageDecoder SMALL = ImageDecoder.defaults().maxBytes(1 << 22);

    @FuzzTest
    void jpeg(byte[] bytes) {
        decode(ImageFormat.JPEG, bytes);
    }

    @FuzzTest
    void png(byte[] bytes) {
        decode(ImageFormat.PNG, bytes);
        repairChecksums(bytes);
        decode(ImageFormat.PNG, bytes);
    }

    @FuzzTest
    void gif(byte[] bytes) {
        decode(ImageFormat.GIF, bytes);
    }

    @FuzzTest
    void bmp(byte[] bytes) {
        decode(ImageFormat.BMP, bytes);
    }

    @FuzzTest
    void webp(byte[] bytes) {
        if (bytes.length >= 12) {
            ByteBuffer.wrap(bytes, 8, 4).put(new byte[] {'W', 'E', 'B', 'P'});
            decode(ImageFormat.WEBP, bytes);
        }
    }

    private static void decode(ImageFormat format, byte[] bytes) {
        if (bytes.length < format.start().size()) {
            return;
        }
        format.start().copyTo(0, bytes, 0, format.start().size());
        Bytes file = Bytes.copyOf(bytes);
        for (int channels : new int[] {0, 1, 3, 4}) {
            DenseTensor pixels;
            try {
                pixels = SMALL.channels(channels).decode(file);
            } catch (MalformedImageException e) {
                assertThat(e.detail()).isNotEmpty();
                continue;
            }
            ImageHeader header = ImageHeader.read(file);
            int rank = pixels.shape().rank();
            assertThat(pixels.shape().dim(rank - 1)).isEqualTo(channels == 0 ? header.channels() : channels);
            if (format != ImageFormat.GIF) {
                assertThat(pixels.shape().dim(0)).isEqualTo(header.height());
                assertThat(pixels.shape().dim(1)).isEqualTo(header.width());
            }
        }
    }

    /** Replaces the checksums by valid ones, so that the decoder continues to its later checks. */
    private static void repairChecksums(byte[] bytes) {
        ByteBuffer file = ByteBuffer.wrap(bytes);
        for (int at = 8; at + 12 <= bytes.length; ) {
            int size = file.getInt(at);
            if (size < 0 || size > bytes.length - at - 12) {
                return;
            }
            CRC32 sum = new CRC32();
            sum.update(bytes, at + 4, 4 + size);
            file.putInt(at + 8 + size, (int) sum.getValue());
            at += 12 + size;
        }
    }
}
