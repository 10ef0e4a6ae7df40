package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

    @Test
    void writesAllBytesInOrder() throws IOException {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        StandardOutput out = new StandardOutput(target);
        int at = 0;
        for (int size : new int[] {1, 65_535, 2, 70_000, 0, 100_000}) {
            out.write(bytes, at, size);
            at += size;
        }
        while (at < bytes.length) {
            out.write(bytes[at++]);
        }
        out.flush();
        assertThat(target.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void distinguishesAClosedPipeFromAFullDisk() {
        assertThatThrownBy(() -> failing("Broken pipe").flush()).isInstanceOf(ClosedPipeException.class);
        assertThatThrownBy(() -> failing("No space left on device").flush())
                .isNotInstanceOf(ClosedPipeException.class)
                .hasMessage("standard output: disk full; free some space or write elsewhere");
    }

    private static StandardOutput failing(String reason) throws IOException {
        StandardOutput out = new StandardOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        });
        out.write('x');
        return out;
    }
}
