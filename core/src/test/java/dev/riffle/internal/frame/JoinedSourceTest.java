package dev.riffle.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedSourceTest extends ByteSourceContract {

    @TempDir
    Path directory;

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        int third = content.length / 3;
        return joined(
                new byte[0],
                Arrays.copyOfRange(content, 0, third),
                new byte[0],
                Arrays.copyOfRange(content, third, third + 1 > content.length ? third : third + 1),
                Arrays.copyOfRange(content, Math.min(third + 1, content.length), content.length),
                new byte[0]);
    }

    @Override
    protected String name() {
        return "the parts";
    }

    private ByteSource joined(byte[]... contents) throws IOException {
        List<Path> files = new ArrayList<>();
        for (byte[] content : contents) {
            files.add(Files.write(directory.resolve("file-" + files.size()), content));
        }
        return new JoinedSource("the parts", files);
    }

    @Test
    void returnsThePartOfAByte() throws IOException {
        ByteSource source = joined(new byte[10], new byte[0], new byte[5]);

        assertThat(source.partAt(0)).hasValue(new SourcePart("file-0", 0));
        assertThat(source.partAt(9)).hasValue(new SourcePart("file-0", 9));
        assertThat(source.partAt(10)).hasValue(new SourcePart("file-2", 0));
        assertThat(source.partAt(15)).hasValue(new SourcePart("file-2", 5));
    }

    @Test
    void aSinglePartIsMapped() throws IOException {
        assertThat(joined(new byte[1 << 20]).view(0, 100)).isPresent();
        assertThat(joined(new byte[1 << 20], new byte[1]).view(0, 100)).isEmpty();
    }
}
