package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneFlowPartsWrittenTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        ChildProcess program =
                ChildProcess.java(directory, directory.resolve("output"), OneFlowPartsWritten.class.getName());

        assertThat(program.awaitEnd()).isZero();
        Printed out = new Printed();
        out.print(program.output());
        assertThat(out).hasToString("""
                dataset/part-0: 12724 bytes
                dataset/part-1: 12724 bytes
                dataset/part-2: 12724 bytes
                """);
    }
}
