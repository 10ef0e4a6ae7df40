package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses arbitrary bytes. The result has at most the allowed number of bytes, or the method throws the documented
 * exception. The recovered bytes equal the strictly decompressed bytes. Ordinary runs use only the stored seeds.
 */
class PayloadCompressionFuzzTest {

    private static final int[] LIMITS = {0, 1, 100, 1 << 20};

    @FuzzTest
    void none(byte[] bytes) {
        check(PayloadCompression.NONE, bytes);
    }

    @FuzzTest
    void zlib(byte[] bytes) {
        check(PayloadCompression.ZLIB, bytes);
    }

    @FuzzTest
    void gzip(byte[] bytes) {
        check(PayloadCompression.GZIP, bytes);
    }

    @FuzzTest
    void zstd(byte[] bytes) {
        check(PayloadCompression.ZSTD, bytes);
    }

    private static void check(PayloadCompression compression, byte[] bytes) {
        Bytes compressed = Bytes.ofOwned(bytes);
        for (int limit : LIMITS) {
            MalformedPayloadException rejection = null;
            Bytes strict = null;
            try {
                strict = compression.decompress(compressed, limit);
                assertThat(strict.size()).isLessThanOrEqualTo(limit);
            } catch (MalformedPayloadException e) {
                assertThat(e.offset()).isBetween(0L, (long) bytes.length);
                rejection = e;
            }
            checkRecovered(compression, compressed, limit, strict, rejection);
        }
    }

    private static void checkRecovered(
            PayloadCompression compression,
            Bytes compressed,
            int limit,
            @Nullable Bytes strict,
            @Nullable MalformedPayloadException rejection) {
        try {
            Bytes recovered = compression.recover(compressed, limit);
            assertThat(recovered.size()).isLessThanOrEqualTo(limit);
            if (rejection == null) {
                assertThat(recovered).isEqualTo(strict);
            } else {
                assertThat(rejection.recoverableBytes()).isEqualTo(recovered.size());
            }
        } catch (MalformedPayloadException e) {
            assertThat(rejection).isNotNull();
            assertThat(rejection.recoverableBytes()).isEqualTo(-1);
            assertThat(e.offset()).isEqualTo(rejection.offset());
        }
    }
}
