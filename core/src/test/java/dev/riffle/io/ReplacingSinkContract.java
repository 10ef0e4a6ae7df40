package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Defines the contract of the sink that replaces the existing file at the commit. */
abstract class ReplacingSinkContract extends FileSinkContract {

    @Override
    ByteSink sink(Path path) {
        return ByteSink.replacing(path);
    }

    @Test
    void keepsTheOldFileUntilTheCommit() throws IOException {
        Files.write(path(), new byte[] {7, 7});
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1});
            output.sync();
            assertThat(path()).hasBinaryContent(new byte[] {7, 7});
            output.commit();
        }

        assertThat(content()).containsExactly(1);
    }

    @Test
    void keepsTheOldFileWithoutACommit() throws IOException {
        Files.write(path(), new byte[] {7, 7});
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1});
        }

        assertThat(content()).containsExactly(7, 7);
    }

    @Test
    void replacesTheTargetOfALink() throws IOException {
        Path shelf = Files.createDirectory(directory().resolve("shelf"));
        Path target = Files.write(shelf.resolve("target"), new byte[] {7});
        Files.createSymbolicLink(path(), target);

        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1, 2});
            output.commit();
        }

        assertThat(Files.isSymbolicLink(path())).isTrue();
        assertThat(target).hasBinaryContent(new byte[] {1, 2});
        assertThat(names()).containsExactly(path().getFileName().toString(), "shelf");
        try (Stream<Path> files = Files.list(shelf)) {
            assertThat(files).containsExactly(target);
        }
    }

    @Test
    void replacesADanglingLink() throws IOException {
        Files.createSymbolicLink(path(), directory().resolve("nowhere"));

        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1});
            output.commit();
        }

        assertThat(content()).containsExactly(1);
        assertThat(Files.isSymbolicLink(path())).isFalse();
    }

    @Test
    void publishesTheLastOfTwoCommits() throws IOException {
        try (ByteSink.Output first = sink().create();
                ByteSink.Output second = sink().create()) {
            write(first, new byte[] {1});
            write(second, new byte[] {2});
            second.commit();
            first.commit();
        }

        assertThat(content()).containsExactly(1);
    }
}
