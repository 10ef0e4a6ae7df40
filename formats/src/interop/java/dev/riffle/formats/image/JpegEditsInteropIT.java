package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.conformance.ConformanceFile;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks that Riffle and TensorFlow accept and reject the same JPEGs with inserted segments, other ends or changed
 * headers.
 */
class JpegEditsInteropIT {

    private static final int CHANGES = 120;
    private static final int MAX_SIDE = 4096;

    private static final List<String> SEGMENTS = List.of(
            "ffe200144943435f50524f46494c45000203abababab", // A colour profile without its first part
            "ffe200144943435f50524f46494c45000101abababab",
            "ffe20002",
            "ffe100084578696600ff",
            "ffe10000",
            "ffe00001",
            "ffe0000200",
            "ffee000e41646f62650064000000000002",
            "ffef0005010203",
            "fffe000461ff",
            "fffe0001",
            "ffdc00040020",
            "ffcc00040010",
            "ffcc00040001",
            "ffcc000310",
            "ffdd00040001",
            "ffdd000300",
            "ffc40002",
            "ffc40003ab",
            "ffc4001405ff000000000000000000000000000000ab",
            "ffc4001400ff00000000000000000000000000000001",
            "ffdb000307",
            "ffdb000301",
            "ffdb0001",
            "ffc8000400ff",
            "ffde000400ff",
            "ffdf000311",
            "fff0000400ff",
            "ff02000400ff",
            "ff01",
            "ffd3",
            "ffd8",
            "ffd9",
            "ff00",
            "6a756e6b");

    private static final List<String> ENDS = List.of(
            "",
            "ff",
            "ff01",
            "ffd0",
            "ffe0",
            "ffda",
            "fffe000461",
            "fffe00046162",
            "00000000",
            "00000000ffd9",
            "ffffffd9",
            "ff01ffd9",
            "ffd0ffd9",
            "fffe000461ffffd9",
            "ffe1000461ffffd9ab",
            "ff02ffd9",
            "fff00004abcdffd9",
            "ffd8ffd9",
            "ffda000c03010002110311003f0000ffd9",
            "ffdb000307ffd9");

    @Test
    void segmentsAgree() throws IOException {
        for (Bytes file : intactImages()) {
            for (String segment : SEGMENTS) {
                compare(Bytes.ofHex(
                        "ffd8" + segment + file.slice(2, file.size()).hex()));
                int frame = indexOf(file, 0xc0, 0xc2);
                compare(Bytes.ofHex(file.slice(0, frame).hex()
                        + segment
                        + file.slice(frame, file.size()).hex()));
            }
        }
    }

    @Test
    void endsAgree() throws IOException {
        for (Bytes file : intactImages()) {
            int end = file.size();
            while ((file.get(end - 2) & 0xff) != 0xff || (file.get(end - 1) & 0xff) != 0xd9) {
                end--;
            }
            for (String instead : ENDS) {
                compare(Bytes.ofHex(file.slice(0, end - 2).hex() + instead));
            }
        }
    }

    @Test
    void changedHeadersAgree() throws IOException {
        Random random = new Random(Rounds.seed("JpegEditsInteropIT"));
        for (Bytes file : intactImages()) {
            int end = indexOf(file, 0xda, 0xda) + 10;
            for (int i = 0; i < CHANGES; i++) {
                byte[] bytes = file.toByteArray();
                bytes[3 + random.nextInt(end - 3)] ^= (byte) (1 << random.nextInt(8));
                Bytes changed = Bytes.ofOwned(bytes);
                if (!isHuge(changed)) {
                    compare(changed);
                }
            }
        }
    }

    private static List<Bytes> intactImages() throws IOException {
        List<Bytes> files = new ArrayList<>();
        ConformanceFile.runSilently("images.jsonl", aCase -> {
            Bytes file = Bytes.ofOwned(aCase.bytes("file"));
            if (!aCase.has("error") && ImageFormat.of(file).equals(Optional.of(ImageFormat.JPEG))) {
                files.add(file);
            }
            return List.of();
        });
        return files;
    }

    private static boolean isHuge(Bytes file) {
        try {
            ImageHeader header = ImageHeader.read(file);
            return header.height() > MAX_SIDE || header.width() > MAX_SIDE;
        } catch (MalformedImageException e) {
            return false;
        }
    }

    /** Returns the offset of the first segment that has one of two markers. */
    private static int indexOf(Bytes jpeg, int marker, int other) {
        int at = 2;
        while ((jpeg.get(at + 1) & 0xff) != marker && (jpeg.get(at + 1) & 0xff) != other) {
            at += 2 + ((jpeg.get(at + 2) & 0xff) << 8 | jpeg.get(at + 3) & 0xff);
        }
        return at;
    }

    private static void compare(Bytes file) {
        Optional<int[]> found;
        try {
            found = Optional.of(ImageDecoder.defaults().decode(file).shape().toArray());
        } catch (MalformedImageException e) {
            if (e.reason() == MalformedImageException.Reason.UNSUPPORTED) {
                return; // Possibly arithmetic coding, which TensorFlow decodes
            }
            found = Optional.empty();
        }
        Optional<int[]> expected =
                TensorFlowImages.decode(file, 0).map(tensor -> tensor.shape().toArray());
        assertThat(found.orElse(null)).as(file.hex()).isEqualTo(expected.orElse(null));
    }
}
