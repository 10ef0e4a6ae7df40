package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstProgramTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        ChildProcess program = ChildProcess.java(directory, directory.resolve("output"), FirstProgram.class.getName());

        assertThat(program.awaitEnd()).isZero();
        Printed out = new Printed();
        out.print(program.output());
        assertThat(out).hasToString("""
                cat has 4 legs
                dog has 4 legs
                goat has 4 legs
                name: string [3] ["cat", "dog", "goat"]
                weight: float32 [3] [4.5, 4.5, 4.5]
                """);
    }
}
