package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the files in which Linux reports the memory of a machine and of its control groups. */
class MemoryLimitTest {

    @TempDir
    Path root;

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content + "\n");
    }

    private void machine(long kib) throws IOException {
        write("proc/meminfo", "MemTotal:       " + kib + " kB\nMemFree:         1 kB");
    }

    @Test
    void isUnknownWithoutFiles() {
        assertThat(MemoryLimit.of(root)).isEmpty();
    }

    @Test
    void isTheMemoryOfTheMachine() throws IOException {
        machine(2000);
        assertThat(MemoryLimit.of(root)).hasValue(2_048_000);
        write("proc/self/cgroup", "no group");
        assertThat(MemoryLimit.of(root)).hasValue(2_048_000);
    }

    @Test
    void isTheSmallestLimitOfAGroupOfVersion2() throws IOException {
        machine(2000);
        write("proc/self/cgroup", "0::/outer/inner");
        write("sys/fs/cgroup/outer/inner/memory.max", "max");
        assertThat(MemoryLimit.of(root)).hasValue(2_048_000);
        write("sys/fs/cgroup/outer/memory.max", "1000000");
        assertThat(MemoryLimit.of(root)).hasValue(1_000_000);
        write("sys/fs/cgroup/outer/inner/memory.max", "500000");
        assertThat(MemoryLimit.of(root)).hasValue(500_000);
    }

    /** In a container, the path may be that of the host, of which only the last group is visible. */
    @Test
    void isTheLimitOfTheVisibleGroup() throws IOException {
        machine(2000);
        write("proc/self/cgroup", "0::/../../host/group");
        write("sys/fs/cgroup/memory.max", "700000");
        assertThat(MemoryLimit.of(root)).hasValue(700_000);
    }

    @Test
    void isTheLimitOfAGroupOfVersion1() throws IOException {
        machine(2000);
        write("proc/self/cgroup", "9:cpu,cpuacct:/a\n4:memory:/docker/abc\n0::/");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "600000");
        assertThat(MemoryLimit.of(root)).hasValue(600_000);
        write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "9223372036854771712");
        assertThat(MemoryLimit.of(root)).hasValue(600_000);
    }
}
