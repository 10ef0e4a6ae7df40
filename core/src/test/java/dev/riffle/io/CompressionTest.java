package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CompressionTest {

    @Test
    void detectsOnlyItsOwnBeginning() throws IOException {
        for (Compression written : Compression.builtIn()) {
            ByteBuffer start = ByteBuffer.wrap(compressed(written, "some content of a file"));
            List<Compression> detected = Compression.builtIn().stream()
                    .filter(each -> each.probeBytes(start, OptionalLong.of(start.limit())) > 0)
                    .toList();
            assertThat(detected).isEqualTo(written.isNone() ? List.of() : List.of(written));
        }
    }

    @Test
    void detectsNothingInFewerBytesThanItsHeader() {
        for (Compression each : Compression.builtIn()) {
            assertThat(each.probeBytes(ByteBuffer.allocate(0), OptionalLong.empty()))
                    .isZero();
            assertThat(each.probeBytes(ByteBuffer.allocate(1), OptionalLong.empty()))
                    .isZero();
        }
    }

    @Test
    void hasAnEndingOfItsOwn() {
        assertThat(Compression.NONE.ending()).isEmpty();
        assertThat(Compression.ofEnding("")).isEmpty();
        assertThat(Compression.ofEnding("none")).isEmpty();
        for (Compression each : Compression.builtIn().subList(1, 4)) {
            assertThat(Compression.ofEnding(each.ending())).contains(each);
        }
    }

    @Test
    void aFileNameMeansTheCompressionOfItsEnding() {
        for (Compression each : Compression.builtIn().subList(1, 4)) {
            for (String name : List.of(
                    "x.tfrecord.END",
                    "x.END",
                    "x.tfrecord.END-00000-of-00002",
                    "x.tfrecord-00001-of-00002.END",
                    "folder.of/x.END",
                    "s3://bucket/x.tfrecord.END")) {
                String file = name.replace("END", each.ending());
                assertThat(Compression.ofFileName(file)).as(file).contains(each);
                assertThat(Compression.ofFileName(file.toUpperCase(Locale.ROOT).replace("-OF-", "-of-")))
                        .as(file)
                        .contains(each);
            }
        }
        for (String name : List.of(
                "", "/", "x", "gz", ".gz", "x.tfrecord", "x.gz.tfrecord", "x.gz/part-00000", "x.gz-00000", "x.none")) {
            assertThat(Compression.ofFileName(name)).as(name).isEmpty();
        }
    }

    @Test
    void onlyZlibEndsWithItsFirstStream() {
        assertThat(Compression.builtIn())
                .allSatisfy(each -> assertThat(each.mayContinue()).isEqualTo(each != Compression.ZLIB));
    }

    private static byte[] compressed(Compression compression, String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CompressedOutput out = compression.compress(Channels.newChannel(bytes))) {
            out.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            out.finish();
        }
        return bytes.toByteArray();
    }
}
