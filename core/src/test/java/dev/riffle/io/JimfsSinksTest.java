package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests file sinks on a file system in memory, which can also be full. */
class JimfsSinksTest {

    private static final int SPACE = 64 << 10;

    private final FileSystem files = Jimfs.newFileSystem(Configuration.unix().toBuilder()
            .setMaxSize(1 << 20)
            .setBlockSize(1024)
            .build());

    @AfterEach
    void close() throws IOException {
        files.close();
    }

    private Path work() {
        return files.getPath("/work");
    }

    @Nested
    class Atomic extends AtomicSinkContract {
        @Override
        Path directory() {
            return work();
        }
    }

    @Nested
    class Replacing extends ReplacingSinkContract {
        @Override
        Path directory() {
            return work();
        }
    }

    @Nested
    class InPlace extends InPlaceSinkContract {
        @Override
        Path directory() {
            return work();
        }
    }

    @Nested
    class Appending extends AppendingSinkContract {
        @Override
        Path directory() {
            return work();
        }
    }

    static Stream<Function<Path, ByteSink>> kinds() {
        return Stream.of(ByteSink::of, ByteSink::replacing, ByteSink::inPlace, ByteSink::appending);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void reportsAFullFileSystemAndLeavesNoFile(Function<Path, ByteSink> kind) throws IOException {
        Path path = work().resolve("file");
        ByteSink sink = kind.apply(path);
        boolean appends = sink instanceof AppendingFileSink;
        if (appends) {
            Files.write(path, new byte[] {7});
        }
        Files.write(work().resolve("other"), new byte[(1 << 20) - SPACE]);
        try (ByteSink.Output output = sink.create()) {
            assertThatThrownBy(() -> ByteSinkContract.write(output, new byte[2 * SPACE]))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(path + ": disk full; free some space or write elsewhere");
        }

        try (Stream<Path> left = Files.list(work())) {
            assertThat(left.map(file -> file.getFileName().toString()).sorted())
                    .isEqualTo(appends ? List.of("file", "other") : List.of("other"));
        }
        if (appends) {
            assertThat(path).hasBinaryContent(new byte[] {7});
        }
    }
}
