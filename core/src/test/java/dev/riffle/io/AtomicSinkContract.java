package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Defines the contract of the sink that publishes only complete new files. */
abstract class AtomicSinkContract extends NewFileSinkContract {

    @Override
    ByteSink sink(Path path) {
        return ByteSink.of(path);
    }

    @Test
    void hasNoNameBeforeTheCommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[100]);
            output.sync();
            assertThat(path()).doesNotExist();
            output.commit();
        }
        assertThat(path()).hasSize(100);
    }

    @Test
    void rejectsTheCommitOfTheSecondWriter() throws IOException {
        try (ByteSink.Output first = sink().create();
                ByteSink.Output second = sink().create()) {
            write(first, new byte[] {1});
            write(second, new byte[] {2});
            first.commit();
            assertThatThrownBy(second::commit)
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessageStartingWith(path() + ": exists already");
        }

        assertThat(content()).containsExactly(1);
    }

    @Test
    void exactlyOneOfManyWritersCommits() throws Exception {
        int writers = 8;
        CyclicBarrier start = new CyclicBarrier(writers);
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        List<Future<Boolean>> won = new ArrayList<>();
        try {
            for (int i = 0; i < writers; i++) {
                byte[] own = SampleBytes.random(1000, i);
                won.add(threads.submit(racing(own, start)));
            }
            List<Integer> winners = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                if (won.get(i).get()) {
                    winners.add(i);
                }
            }
            assertThat(winners).hasSize(1);
            assertThat(content()).isEqualTo(SampleBytes.random(1000, winners.get(0)));
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<Boolean> racing(byte[] own, CyclicBarrier start) {
        return () -> {
            try (ByteSink.Output output = sink().create()) {
                write(output, own);
                start.await();
                output.commit();
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            }
        };
    }

    @Test
    void keepsAFileThatAppearsDuringTheWrite() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1});
            Files.write(path(), new byte[] {7});
            assertThatThrownBy(output::commit).isInstanceOf(FileAlreadyExistsException.class);
        }

        assertThat(content()).containsExactly(7);
    }
}
