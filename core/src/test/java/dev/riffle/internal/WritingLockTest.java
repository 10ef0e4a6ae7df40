package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writing begins with its open hidden file or not at all. */
class WritingLockTest {

    /** An attribute that no file system has. */
    private record Unknown(String name, String value) implements FileAttribute<String> {}

    @Test
    void openFailsForAnUnsupportedAttribute(@TempDir Path directory) {
        FileAttribute<?> unknown = new Unknown("riffle:unknown", "");
        assertThatThrownBy(() -> WritingLock.open(directory.resolve("data"), unknown))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(directory).isEmptyDirectory();
    }
}
