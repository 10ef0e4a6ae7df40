package dev.riffle.formats.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.formats.MalformedPayloadException;
import dev.riffle.formats.PayloadCompression;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class PayloadCallsTest {

    @Test
    void compressed() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(1);
        }
        Bytes compressed = Bytes.copyOf(gzip.toByteArray());
        assertThat(PayloadCompression.GZIP.decompress(compressed)).isEqualTo(Bytes.ofHex("01"));
        assertThat(PayloadCompression.GZIP.recover(compressed)).isEqualTo(Bytes.ofHex("01"));
        Bytes cut = compressed.slice(0, compressed.size() - 1);
        assertThat(PayloadCompression.GZIP.recover(cut)).isEqualTo(Bytes.ofHex("01"));
        assertThatThrownBy(() -> PayloadCompression.GZIP.decompress(cut)).isInstanceOf(MalformedPayloadException.class);
        ByteArrayOutputStream zlib = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(zlib)) {
            out.write(1);
        }
        assertThat(PayloadCompression.ZLIB.decompress(Bytes.copyOf(zlib.toByteArray())))
                .isEqualTo(Bytes.ofHex("01"));
        // a frame of one raw block
        assertThat(PayloadCompression.ZSTD.decompress(Bytes.ofHex("28b52ffd200109000001")))
                .isEqualTo(Bytes.ofHex("01"));
    }
}
