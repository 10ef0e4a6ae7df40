package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.CountedStorage;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Stops a deduplication with two outputs at every step. Checks that old duplicates never exist together with new
 * records.
 */
class TwoOutputsTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    @TempDir
    Path directory;

    private Path input = Path.of("");

    enum Way {
        FILES,
        SETS,
        SETS_OF_UNKNOWN_COUNT;

        OutputPlan target(Path place, CommitStorage storage) {
            return switch (this) {
                case FILES -> new OutputPlan(RecordOutput.file(place, OPTIONS), storage);
                case SETS -> new OutputPlan(RecordOutput.shards(ShardNames.of(place, 2), OPTIONS), storage);
                case SETS_OF_UNKNOWN_COUNT -> new OutputPlan(RecordOutput.ofRecords(place, "", 1, OPTIONS), storage);
            };
        }
    }

    /** Stops at the n-th rename. If the process is killed, all later storage fail too. */
    private static final class StoppedStorage extends CountedStorage {
        private final int stopping;
        private final boolean killed;

        StoppedStorage(int stopping, boolean killed) {
            super(new FileStorage());
            this.stopping = stopping;
            this.killed = killed;
        }

        @Override
        public void step(int at) throws IOException {
            if (killed && at >= stopping) {
                throw new Error("killed at step " + stopping);
            }
            if (at == stopping) {
                throw new IOException("failed at step " + stopping);
            }
        }

        @Override
        public boolean countsDeletions() {
            return killed;
        }
    }

    @BeforeEach
    void writeInput() throws IOException {
        input = directory.resolve("in");
    }

    private void dedupe(Way way, String mark, CommitStorage storage) throws IOException {
        RewriteFiles.write(
                input,
                OPTIONS,
                List.of(Bytes.ofUtf8(mark), Bytes.ofUtf8(mark), Bytes.ofUtf8("2 " + mark), Bytes.ofUtf8("2 " + mark)));
        RecordRewrite.of(List.of(ByteSource.of(input)))
                .dedupe(
                        DistinctBy.payload(),
                        way.target(directory.resolve("kept"), storage),
                        way.target(directory.resolve("dropped"), storage));
    }

    /** Returns the marks in all files of an output, or an empty set if the output is incomplete. */
    private Set<String> marks(Way way, String name) throws IOException {
        List<Path> files = new ArrayList<>();
        if (way == Way.FILES) {
            files.add(directory.resolve(name));
        } else {
            files.addAll(ShardNames.of(directory.resolve(name), 2).paths());
        }
        Set<String> marks = new LinkedHashSet<>();
        for (Path file : files) {
            if (!Files.exists(file)) {
                return Set.of();
            }
            RewriteFiles.read(file).forEach(payload -> marks.add(payload.utf8().replace("2 ", "")));
        }
        return marks;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void leavesNoOldDuplicatesWhenKilled(Way way) throws IOException {
        Set<List<Set<String>>> met = new LinkedHashSet<>();
        Set<String> older = Set.of("old");
        Set<String> newer = Set.of("new");
        for (int stopping = 0; !met.contains(List.of(newer, newer)); stopping++) {
            dedupe(way, "old", new FileStorage());
            assertThatThrownBy(() -> dedupe(way, "older", new StoppedStorage(0, false)))
                    .hasMessage("failed at step 0");
            try {
                dedupe(way, "new", new StoppedStorage(stopping, true));
            } catch (Error killed) {
                assertThat(killed).hasMessageContaining("killed at step");
            }
            List<Set<String>> found = List.of(marks(way, "kept"), marks(way, "dropped"));
            assertThat(found)
                    .as("step %d", stopping)
                    .isIn(
                            List.of(older, older),
                            List.of(older, Set.of()),
                            List.of(Set.of(), Set.of()),
                            List.of(newer, Set.of()),
                            List.of(newer, newer));
            met.add(found);
            dedupe(way, "again", new FileStorage());
            assertThat(List.of(marks(way, "kept"), marks(way, "dropped")))
                    .containsExactly(Set.of("again"), Set.of("again"));
        }
        assertThat(met).contains(List.of(older, Set.of()), List.of(newer, Set.of()));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void restoresBothOutputsAfterAFailure(Way way) throws IOException {
        dedupe(way, "old", new FileStorage());
        List<String> before = RewriteFiles.names(directory);
        int stopping = 0;
        while (true) {
            try {
                dedupe(way, "new", new StoppedStorage(stopping, false));
                break;
            } catch (IOException failed) {
                assertThat(failed).hasMessage("failed at step " + stopping);
                assertThat(List.of(marks(way, "kept"), marks(way, "dropped")))
                        .as("step %d", stopping)
                        .containsExactly(Set.of("old"), Set.of("old"));
                assertThat(RewriteFiles.names(directory))
                        .as("step %d", stopping)
                        .isEqualTo(before);
            }
            stopping++;
        }
        assertThat(stopping).isGreaterThan(3);
        assertThat(List.of(marks(way, "kept"), marks(way, "dropped"))).containsExactly(Set.of("new"), Set.of("new"));
    }

    @Test
    void writesOneOutputToAStream() throws IOException {
        dedupe(Way.FILES, "old", new FileStorage());
        RewriteFiles.write(input, OPTIONS, List.of(Bytes.ofUtf8("new"), Bytes.ofUtf8("new")));
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        RecordOutput stream = RecordOutput.sink(dev.riffle.io.ByteSink.of(out, "stream"), OPTIONS);
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(input)));
        rewrite.dedupe(DistinctBy.payload(), stream, RecordOutput.file(directory.resolve("dropped"), OPTIONS));
        assertThat(marks(Way.FILES, "dropped")).containsExactly("new");
        assertThat(out.size()).isPositive();
        rewrite.dedupe(DistinctBy.payload(), RecordOutput.file(directory.resolve("kept"), OPTIONS), stream);
        assertThat(marks(Way.FILES, "kept")).containsExactly("new");
    }
}
