package dev.riffle.arrow.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.riffle.ChildProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the check of the JVM's flags, also in a JVM without the flag. */
class ArrowAccessTest {

    @TempDir
    Path directory;

    /** Calls the check, and prints the message of its exception. */
    static final class Check {

        private Check() {}

        public static void main(String[] arguments) {
            try {
                ArrowAccess.check();
                System.out.println("access");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private String check(String... flags) throws Exception {
        String[] words = new String[flags.length + 1];
        System.arraycopy(flags, 0, words, 0, flags.length);
        words[flags.length] = Check.class.getName();
        ChildProcess process = ChildProcess.java(directory, directory.resolve("output"), words);
        assertThat(process.awaitEnd()).as(process.output()).isZero();
        return process.output().strip();
    }

    @Test
    void aMissingFlagIsNamed() throws Exception {
        assertThat(check())
                .isEqualTo("Arrow needs access to the package java.nio; start Java with"
                        + " --add-opens=java.base/java.nio=ALL-UNNAMED");
    }

    @Test
    void theFlagOfTheMessageGivesAccess() throws Exception {
        assertThat(check("--add-opens=java.base/java.nio=ALL-UNNAMED")).isEqualTo("access");
        assertThatCode(ArrowAccess::check).doesNotThrowAnyException();
    }
}
