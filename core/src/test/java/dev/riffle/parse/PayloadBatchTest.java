package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayloadBatchTest {

    @Test
    void keepsOnlyTheFirstPayloads() {
        PayloadBatch batch = PayloadBatch.of(List.of(Bytes.ofUtf8("one"), Bytes.ofUtf8("three")), List.of("a", "b"));
        batch.add(ByteBuffer.wrap(new byte[7]));

        batch.keepFirst(1);
        batch.add(new byte[2]);

        assertThat(batch.size()).isEqualTo(2);
        assertThat(batch.byteSize()).isEqualTo(5);
        assertThat(batch.origin(0)).extracting(RecordPlace::file).isEqualTo("a");
        assertThat(batch.origin(1)).isNull();
    }

    @Test
    void returnsReadOnlyViewsOfPayloads() {
        PayloadBatch batch = new PayloadBatch().add(new byte[] {1}).add(new byte[0]);
        batch.add(ByteBuffer.wrap(new byte[] {2, 3, 4}, 1, 2));

        assertThat(batch.payload(0)).isEqualTo(ByteBuffer.wrap(new byte[] {1}));
        assertThat(batch.payload(1).remaining()).isZero();
        assertThat(batch.payload(2)).isEqualTo(ByteBuffer.wrap(new byte[] {3, 4}));
        assertThat(batch.payload(2).isReadOnly()).isTrue();
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> batch.payload(3));
    }

    @Test
    void refusesToKeepMorePayloadsThanItHas() {
        PayloadBatch batch = new PayloadBatch().add(new byte[1]);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> batch.keepFirst(2));
    }
}
