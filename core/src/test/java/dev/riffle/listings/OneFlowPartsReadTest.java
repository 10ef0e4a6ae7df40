package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneFlowPartsReadTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        assertThat(run(directory, OneFlowPartsWritten.class)).contains("part-2");
        Printed out = new Printed();
        out.print(run(directory, OneFlowPartsRead.class));
        assertThat(out).hasToString("""
                images [5, 28, 28], first pixel 0.7275637
                labels int32 [5] [0, 2, 4, 0, 1]
                images [5, 28, 28], first pixel 0.22912276
                labels int32 [5] [6, 7, 8, 7, 1]
                images [2, 28, 28], first pixel 0.69408303
                labels int32 [2] [1, 8]
                """);
    }

    private static String run(Path directory, Class<?> type) throws Exception {
        ChildProcess program =
                ChildProcess.java(directory, directory.resolve(type.getSimpleName() + ".output"), type.getName());
        assertThat(program.awaitEnd()).isZero();
        return program.output();
    }
}
