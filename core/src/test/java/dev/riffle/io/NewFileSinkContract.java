package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Defines the contract of sinks that create a new file and reject an existing file. */
abstract class NewFileSinkContract extends FileSinkContract {

    @Test
    void rejectsAnExistingFile() throws IOException {
        Files.write(path(), new byte[] {7});

        assertThatThrownBy(() -> sink().create())
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(path() + ": exists already; choose another name, or ask for it to be overwritten");
        assertThat(content()).containsExactly(7);
    }

    @Test
    void rejectsADanglingLink() throws IOException {
        Path target = directory().resolve("nowhere");
        Files.createSymbolicLink(path(), target);

        assertThatThrownBy(() -> {
                    try (ByteSink.Output output = sink().create()) {
                        write(output, new byte[] {1});
                        output.commit();
                    }
                })
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageStartingWith(path() + ": ");
        assertThat(names()).containsExactly(path().getFileName().toString());
        assertThat(target).doesNotExist();
    }
}
