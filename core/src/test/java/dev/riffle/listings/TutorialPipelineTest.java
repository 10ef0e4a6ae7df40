package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TutorialPipelineTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        ChildProcess program =
                ChildProcess.java(directory, directory.resolve("output"), TutorialPipeline.class.getName());

        assertThat(program.awaitEnd()).isZero();
        Printed out = new Printed();
        out.print(program.output());
        assertThat(out).hasToString("""
                {label=int64 [4] [0, 2, 3, 1], value=float32 [4] [4.5, 9.2, 1.8, 5.1]}
                {label=int64 [4] [2, 4, 2, 4], value=float32 [4] [3.7, 6.9, 10.2, 0.9]}
                label: int64 [4] [0, 2, 3, 1]
                value: float32 [4] [4.5, 9.2, 1.8, 5.1]
                label: int64 [4] [2, 4, 2, 4]
                value: float32 [4] [3.7, 6.9, 10.2, 0.9]
                """);
    }
}
