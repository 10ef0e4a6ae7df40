package dev.riffle.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output begins only if the writer can open its hidden file. */
class WritingLockTest {

    /** An attribute that no file system supports. */
    private record Unknown(String name, String value) implements FileAttribute<String> {}

    @Test
    void openFailsForAnUnsupportedAttribute(@TempDir Path directory) {
        FileAttribute<?> unknown = new Unknown("riffle:unknown", "");
        assertThatThrownBy(() -> WritingLock.open(directory.resolve("data"), unknown))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(directory).isEmptyDirectory();
    }
}
