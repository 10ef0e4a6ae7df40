package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Defines the contract of the sink that writes to the file of the final name from the first byte on. */
abstract class InPlaceSinkContract extends NewFileSinkContract {

    @Override
    ByteSink sink(Path path) {
        return ByteSink.inPlace(path);
    }

    @Test
    void isVisibleDuringTheWrite() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[100]);
            output.sync();
            assertThat(path()).hasSize(100);
            output.commit();
        }
        assertThat(path()).hasSize(100);
    }

    @Test
    void rejectsASecondWriterImmediately() throws IOException {
        try (ByteSink.Output first = sink().create()) {
            assertThatThrownBy(() -> sink().create())
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessageStartingWith(path() + ": exists already");
            write(first, new byte[] {1});
            first.commit();
        }

        assertThat(content()).containsExactly(1);
    }
}
