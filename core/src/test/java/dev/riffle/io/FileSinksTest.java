package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests file sinks on the default file system. */
class FileSinksTest {

    @TempDir
    Path directory;

    @Nested
    class Atomic extends AtomicSinkContract {
        @Override
        Path directory() {
            return directory;
        }
    }

    @Nested
    class Replacing extends ReplacingSinkContract {
        @Override
        Path directory() {
            return directory;
        }
    }

    @Nested
    class InPlace extends InPlaceSinkContract {
        @Override
        Path directory() {
            return directory;
        }
    }

    @Nested
    class Appending extends AppendingSinkContract {
        @Override
        Path directory() {
            return directory;
        }

        @Test
        void rejectsASecondAppenderUntilTheFirstEnds() throws IOException {
            ByteSink sink = sink();
            try (ByteSink.Output first = sink.create()) {
                write(first, new byte[] {1});
                for (int attempt = 0; attempt < 2; attempt++) {
                    assertThatThrownBy(sink::create)
                            .isInstanceOf(FileSystemException.class)
                            .hasMessage(path() + ": another program is appending to this file; wait until it finishes");
                }
                write(first, new byte[] {2});
                first.commit();
            }
            try (ByteSink.Output second = sink.create()) {
                write(second, new byte[] {3});
                second.commit();
            }

            assertThat(content()).isEqualTo(contentWith(new byte[] {1, 2, 3}));
        }
    }

    @Test
    void reportsAFullDiskWithARemedy() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();

        try (ByteSink.Output output = ByteSink.appending(full).create()) {
            assertThatThrownBy(() -> output.write(ByteBuffer.allocate(1)))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage("/dev/full: disk full; free some space or write elsewhere")
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void writesARelativePathWithoutADirectory() throws IOException {
        Path relative = Path.of("riffle-sink-test-" + ProcessHandle.current().pid() + ".tmp");
        try (ByteSink.Output output = ByteSink.of(relative).create()) {
            output.write(ByteBuffer.allocate(1));
        }

        assertThat(relative).doesNotExist();
    }
}
