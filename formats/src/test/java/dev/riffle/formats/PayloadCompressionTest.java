package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.Rounds;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import io.airlift.compress.zstd.ZstdCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PayloadCompressionTest {

    private static final Bytes HELLO = Bytes.ofUtf8("hello hello hello hello");

    private static Bytes compressed(PayloadCompression compression, Bytes content) {
        byte[] bytes = content.toByteArray();
        return switch (compression) {
            case NONE -> content;
            case ZLIB -> written(content, DeflaterOutputStream::new);
            case GZIP -> written(content, GZIPOutputStream::new);
            case ZSTD -> {
                ZstdCompressor zstd = new ZstdCompressor();
                byte[] out = new byte[zstd.maxCompressedLength(bytes.length)];
                yield Bytes.copyOf(out, 0, zstd.compress(bytes, 0, bytes.length, out, 0, out.length));
            }
        };
    }

    @FunctionalInterface
    private interface Opening {
        OutputStream open(OutputStream out) throws IOException;
    }

    private static Bytes written(Bytes content, Opening opening) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream compressing = opening.open(out)) {
            content.writeTo(compressing);
        } catch (IOException e) {
            throw new AssertionError("a write to memory failed", e);
        }
        return Bytes.ofOwned(out.toByteArray());
    }

    private static Bytes joined(Bytes... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Bytes part : parts) {
            out.writeBytes(part.toByteArray());
        }
        return Bytes.ofOwned(out.toByteArray());
    }

    @ParameterizedTest
    @EnumSource
    void decompressesCompressedContent(PayloadCompression compression) {
        Random random = new Random(Rounds.seed("PayloadCompressionTest " + compression));
        for (int size : new int[] {0, 1, 100, 8192, 8193, 300_000, 3_000_000}) {
            byte[] content = new byte[size];
            for (int i = 0; i < size; i++) {
                content[i] = (byte) random.nextInt(random.nextInt(20) == 0 ? 256 : 3);
            }
            Bytes bytes = Bytes.ofOwned(content);
            Bytes compressed = compressed(compression, bytes);

            assertThat(compression.decompress(compressed)).isEqualTo(bytes);
            assertThat(compression.recover(compressed)).isEqualTo(bytes);
            assertThat(compression.decompress(compressed, size)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsMoreBytesThanTheLimit(PayloadCompression compression) {
        Bytes bomb = compressed(compression, Bytes.ofOwned(new byte[10_000_000]));

        for (int limit : new int[] {0, 1, 8191, 8192, 9_999_999}) {
            assertThatThrownBy(() -> compression.decompress(bomb, limit))
                    .isInstanceOf(MalformedPayloadException.class)
                    .hasMessageContaining(
                            "expected at most " + limit + " decompressed bytes, found more; raise the limit");
            assertThatThrownBy(() -> compression.recover(bomb, limit)).isInstanceOf(MalformedPayloadException.class);
        }
        assertThatThrownBy(() -> compression.decompress(bomb, -1)).hasMessage("limit must not be negative: -1");
    }

    @Test
    void rejectsAndRecoversATruncatedStream() {
        for (PayloadCompression compression : List.of(PayloadCompression.ZLIB, PayloadCompression.GZIP)) {
            Bytes intact = compressed(compression, HELLO);
            int recovered = 0;
            for (int cut = 1; cut < intact.size(); cut++) {
                Bytes part = intact.slice(0, cut);
                MalformedPayloadException damage =
                        catchThrowableOfType(MalformedPayloadException.class, () -> compression.decompress(part));
                Bytes rest = compression.recover(part);

                assertThat(damage).hasMessageEndingWith("; " + rest.size() + " bytes can be recovered with recover");
                assertThat(damage.recoverableBytes()).isEqualTo(rest.size()).isGreaterThanOrEqualTo(recovered);
                assertThat(HELLO.slice(0, rest.size())).isEqualTo(rest);
                recovered = rest.size();
            }
            assertThat(recovered).isEqualTo(HELLO.size());
        }
    }

    @Test
    void rejectsAWrongTruncatedTrailer() {
        byte[] wrong = compressed(PayloadCompression.GZIP, HELLO).toByteArray();
        wrong[wrong.length - 8] ^= 1;
        for (int lost = 0; lost <= 4; lost++) {
            Bytes part = Bytes.copyOf(wrong, 0, wrong.length - lost);
            assertThatThrownBy(() -> PayloadCompression.GZIP.recover(part))
                    .isInstanceOf(MalformedPayloadException.class)
                    .hasMessageContaining("expected gzip checksum");
        }
        Bytes unknown = Bytes.copyOf(wrong, 0, wrong.length - 5);
        assertThat(PayloadCompression.GZIP.recover(unknown)).isEqualTo(HELLO);
    }

    @Test
    void rejectsBytesAfterAStream() {
        Bytes junk = Bytes.ofUtf8("junk");
        Bytes zlib = joined(compressed(PayloadCompression.ZLIB, HELLO), junk);
        Bytes gzip = joined(compressed(PayloadCompression.GZIP, HELLO), junk);

        assertThatThrownBy(() -> PayloadCompression.ZLIB.decompress(zlib))
                .hasMessage("ZLIB at compressed byte " + (zlib.size() - 4)
                        + ": expected the end after the zlib stream, found more bytes;"
                        + " 23 bytes can be recovered with recover");
        assertThat(PayloadCompression.ZLIB.recover(zlib)).isEqualTo(HELLO);
        assertThatThrownBy(() -> PayloadCompression.GZIP.decompress(gzip)).hasMessageContaining("found 6a75");
        assertThatThrownBy(() -> PayloadCompression.GZIP.recover(gzip)).hasMessageContaining("found 6a75");
    }

    @Test
    void joinsMembersAndFrames() {
        for (PayloadCompression compression : List.of(PayloadCompression.GZIP, PayloadCompression.ZSTD)) {
            Bytes part = compressed(compression, HELLO);
            Bytes empty = compressed(compression, Bytes.empty());

            assertThat(compression.decompress(joined(empty, part, empty, part))).isEqualTo(joined(HELLO, HELLO));
        }
    }

    @Test
    void distinguishesEmptyContentFromMissingStreams() {
        assertThat(PayloadCompression.NONE.decompress(Bytes.empty())).isEqualTo(Bytes.empty());
        assertThat(PayloadCompression.GZIP.decompress(Bytes.empty())).isEqualTo(Bytes.empty());
        assertThat(PayloadCompression.ZLIB.recover(Bytes.empty())).isEqualTo(Bytes.empty());
        assertThatThrownBy(() -> PayloadCompression.ZLIB.decompress(Bytes.empty()))
                .hasMessageContaining("expected a zlib stream, found no bytes");
        assertThatThrownBy(() -> PayloadCompression.ZSTD.recover(Bytes.empty()))
                .hasMessage("ZSTD at compressed byte 0: expected a zstd frame, found no bytes");
    }

    @Test
    void decompressesEachElement() {
        DenseTensor compressed = DenseTensor.of(
                Shape.of(2, 1), Values.ofBytes(List.of(compressed(PayloadCompression.GZIP, HELLO), Bytes.empty())));

        assertThat(PayloadCompression.GZIP.decompress(compressed))
                .isEqualTo(DenseTensor.of(Shape.of(2, 1), Values.ofBytes(List.of(HELLO, Bytes.empty()))));
        assertThat(PayloadCompression.GZIP.recover(compressed))
                .isEqualTo(PayloadCompression.GZIP.decompress(compressed));
        assertThatThrownBy(() -> PayloadCompression.GZIP.decompress(DenseTensor.vector(Values.ofLongs(1))))
                .hasMessage("expected compressed elements of type string, found int64");
    }

    @Test
    void findsCompressionsByTensorFlowsNames() {
        assertThat(PayloadCompression.named("")).isEqualTo(PayloadCompression.NONE);
        assertThat(PayloadCompression.named("ZSTD")).isEqualTo(PayloadCompression.ZSTD);
        for (String name : List.of("gzip", "SNAPPY", "NONE")) {
            assertThatThrownBy(() -> PayloadCompression.named(name))
                    .hasMessage("expected the compression ZLIB, GZIP, ZSTD, or an empty text for none, found \"" + name
                            + '"');
        }
    }

    @Test
    void rejectsTooLargeZstdClaimsBeforeAllocation() {
        // The frame has one raw block of three bytes and claims a content size of 2^62.
        Bytes claims = Bytes.ofHex("28b52ffde0" + "0000000000000040" + "190000616263");
        assertThatThrownBy(() -> PayloadCompression.ZSTD.decompress(claims))
                .hasMessageContaining("claims, found at most 3");
        // The frame has one run-length block of 2 MiB less one byte and claims a content size of 1 GB.
        Bytes run = Bytes.ofHex("28b52ffda0" + "00000040" + "fbffff61");
        assertThatThrownBy(() -> PayloadCompression.ZSTD.decompress(run)).hasMessageContaining("at most");
        // The frame has no content size.
        assertThatThrownBy(() -> PayloadCompression.ZSTD.decompress(Bytes.ofHex("28b52ffd0000190000616263")))
                .hasMessageContaining("expected a content size in the zstd frame, as TensorFlow requires, found none");
    }

    @ParameterizedTest
    @EnumSource(names = {"ZLIB", "GZIP", "ZSTD"})
    void damageThrowsOnlyTheDocumentedException(PayloadCompression compression) {
        byte[] intact = compressed(compression, joined(HELLO, Bytes.ofUtf8("0123456789abcdefghijklmnopqrstuvwxyz")))
                .toByteArray();
        int rejected = 0;
        for (int i = 0; i < intact.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = intact.clone();
                damaged[i] ^= (byte) (1 << bit);
                for (int end : new int[] {damaged.length, i + 1}) {
                    try {
                        compression.decompress(Bytes.ofOwned(Arrays.copyOf(damaged, end)), 10_000);
                    } catch (MalformedPayloadException e) {
                        assertThat(e.offset()).isBetween(0L, (long) end);
                        rejected++;
                    }
                }
            }
        }
        assertThat(rejected).isGreaterThan(intact.length * 8);
    }

    /**
     * Truncates a gzip header with an invalid method, after the method and after the flags. Like in TensorFlow, zlib
     * checks both bytes together.
     */
    @Test
    void reportsATruncatedGzipHeaderAfterTheMethod() {
        Bytes cut = Bytes.ofHex("1f8b28");
        assertThat(PayloadCompression.GZIP.recover(cut)).isEqualTo(Bytes.ofUtf8(""));
        assertThatThrownBy(() -> PayloadCompression.GZIP.recover(Bytes.ofHex("1f8b2800")))
                .isInstanceOf(MalformedPayloadException.class);
    }
}
