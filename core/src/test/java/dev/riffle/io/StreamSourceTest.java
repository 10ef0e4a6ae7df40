package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sources of streams have no size and no view, and can be opened only once. */
class StreamSourceTest {

    private static final byte[] CONTENT = SampleBytes.random(100_000, 3);

    static Stream<ByteSource> sources() {
        return Stream.of(
                ByteSource.of(new ByteArrayInputStream(CONTENT), "standard input"),
                ByteSource.of(SampleBytes.channel(CONTENT), "standard input"),
                ByteSource.of(new ShortReadsChannel(SampleBytes.channel(CONTENT), 1000), "standard input"));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void returnsItsBytesOnce(ByteSource source) throws IOException {
        assertThat(source.name()).isEqualTo("standard input");
        assertThat(source.size()).isEmpty();
        assertThat(source.view(0, 1)).isEmpty();

        try (ReadableByteChannel channel = source.open(0)) {
            assertThat(ReadOutcome.of(channel, 4096).whole()).isEqualTo(CONTENT);
        }
        assertThatThrownBy(() -> source.open(0))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("standard input: a stream can be read only once");
    }

    @ParameterizedTest
    @MethodSource("sources")
    void rejectsAnotherOffsetAndStaysUsable(ByteSource source) throws IOException {
        assertThatThrownBy(() -> source.open(5))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("standard input: ")
                .hasMessageContaining("offset 5");
        assertThatIllegalArgumentException().isThrownBy(() -> source.open(-1)).withMessageContaining("-1");

        try (ReadableByteChannel channel = source.open(0)) {
            assertThat(ReadOutcome.of(channel, 4096).whole()).isEqualTo(CONTENT);
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void closingTheChannelClosesTheStream(ByteSource source) throws IOException {
        ReadableByteChannel channel = source.open(0);

        channel.close();

        assertThat(channel.isOpen()).isFalse();
    }
}
