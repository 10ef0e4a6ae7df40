package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {

    @Nested
    class Small extends FileSourceContract {

        @TempDir
        Path directory;

        @Override
        Path directory() {
            return directory;
        }

        @Test
        void isNotMapped() throws IOException {
            assertThat(source(new byte[(int) FileSource.SMALLEST_MAPPED - 1]).view(0, 100))
                    .isEmpty();
        }

        @Test
        void reportsAMissingPermission() throws IOException {
            ByteSource source = source(content());
            Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("---------"));
            assumeThat(Files.isReadable(path()))
                    .as("a user who may read everything")
                    .isFalse();

            assertThatThrownBy(() -> source.open(0))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessage(path() + ": permission denied; check its owner and mode");
        }

        @Test
        void aDeviceHasNoSize() throws IOException {
            Path device = Path.of("/dev/zero");
            assumeThat(device).exists();

            assertThat(ByteSource.of(device).size()).isEmpty();
            assertThat(ByteSource.of(device).view(0, 10)).isEmpty();
        }
    }

    @Nested
    class Mapped extends FileSourceContract {

        @TempDir
        Path directory;

        @Override
        Path directory() {
            return directory;
        }

        @Override
        protected byte[] content() {
            return SampleBytes.random((int) FileSource.SMALLEST_MAPPED, 2);
        }

        @Test
        void isMapped() throws IOException {
            ByteSource source = source(content());

            assertThat(source.view(5, 100).orElseThrow().remaining()).isEqualTo(100);
            assertThat(source.view(5, 100).orElseThrow().isDirect()).isTrue();
            assertThat(source.view(content().length - 3L, 100).orElseThrow().remaining())
                    .isEqualTo(3);
        }
    }

    @Nested
    class OfAnotherFileSystem extends FileSourceContract {

        private final FileSystem files = Jimfs.newFileSystem(Configuration.unix());

        @AfterEach
        void close() throws IOException {
            files.close();
        }

        @Override
        Path directory() {
            return files.getPath("/work");
        }

        @Test
        void isNotMapped() throws IOException {
            assertThat(source(new byte[1 << 20]).view(0, 100)).isEmpty();
        }
    }
}
