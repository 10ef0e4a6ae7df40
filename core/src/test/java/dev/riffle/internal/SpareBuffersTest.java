package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests the reuse of spare buffers. Its buffer sizes occur in no other test. */
class SpareBuffersTest {

    private static final int BYTES = 12_345;

    @Test
    void lendsAReturnedBufferOnce() {
        SpareBuffers.Loan first = SpareBuffers.take(BYTES);
        ByteBuffer buffer = first.buffer();
        buffer.position(7).limit(8);
        first.giveBack();
        first.giveBack();
        SpareBuffers.Loan second = SpareBuffers.take(BYTES);
        SpareBuffers.Loan third = SpareBuffers.take(BYTES);
        assertThat(second.buffer()).isSameAs(buffer);
        assertThat(second.buffer().position()).isZero();
        assertThat(second.buffer().limit()).isEqualTo(BYTES);
        assertThat(third.buffer()).isNotSameAs(buffer);
    }

    @Test
    void doesNotLendABufferThatAnotherThreadTouched() throws InterruptedException {
        SpareBuffers.Loan touched = SpareBuffers.take(BYTES + 1);
        SpareBuffers.Loan closed = SpareBuffers.take(BYTES + 1);
        Thread other = new Thread(() -> {
            touched.touch();
            closed.giveBack();
        });
        other.start();
        other.join();
        touched.giveBack();
        assertThat(SpareBuffers.take(BYTES + 1).buffer())
                .isNotSameAs(touched.buffer())
                .isNotSameAs(closed.buffer());
    }

    @Test
    void doesNotLendABufferOfAnotherSize() {
        SpareBuffers.Loan loan = SpareBuffers.take(BYTES + 2);
        loan.giveBack();
        assertThat(SpareBuffers.take(BYTES + 3).buffer().capacity()).isEqualTo(BYTES + 3);
    }
}
