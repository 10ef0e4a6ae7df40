package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemorySourceTest extends ByteSourceContract {

    @Override
    protected ByteSource source(byte[] content) {
        return ByteSource.of(Bytes.copyOf(content), "the answer");
    }

    @Override
    protected String name() {
        return "the answer";
    }

    @Test
    void viewsASliceInPlace() throws Exception {
        Bytes slice = Bytes.ofUtf8("0123456789").slice(2, 8);

        assertThat(ByteSource.of(slice, "slice").view(1, 100))
                .hasValue(Bytes.ofUtf8("34567").asByteBuffer());
    }
}
