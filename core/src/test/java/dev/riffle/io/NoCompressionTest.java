package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.ReadableByteChannel;
import org.junit.jupiter.api.Test;

class NoCompressionTest extends CompressionContract {

    @Override
    protected Compression compression() {
        return Compression.NONE;
    }

    /** Returns false: the reader receives the channel itself, whose failures need not repeat. */
    @Override
    protected boolean repeatsFailures() {
        return false;
    }

    @Test
    void changesNothing() throws Exception {
        byte[] content = SampleBytes.random(1000, 1);
        ReadableByteChannel channel = SampleBytes.channel(content);

        assertThat(compressed(content)).isEqualTo(content);
        assertThat(Compression.NONE.decompress(channel)).isSameAs(channel);
    }
}
