package dev.riffle.shard.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.rewrite.RewriteFiles;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that a set in a storage appears complete or not at all. Stops a commit at every step, by a failure or as if the
 * process were killed. Readers then find the old set or the new one, or reject the set as incomplete.
 */
abstract class CommitStorageContract {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    private static final int RECORDS = 8;

    @TempDir
    Path directory;

    /** Returns the storage of this test. */
    abstract CommitStorage storage();

    /** Returns the name of a file in the storage. */
    abstract Path name(String name);

    /** Returns a directory with all files that the readers of the storage find. */
    abstract Path visible() throws IOException;

    /** The choice of the shard of a record. Every output has four shards. */
    enum Way {
        EVEN,
        RECORDS,
        SIZE,
        KEY,
        TURN;

        SetOutput open(Path prefix, RecordWriterOptions options, CommitStorage storage) throws IOException {
            ShardNames names = ShardNames.of(prefix, 4);
            RecordOutput output = switch (this) {
                case EVEN -> RecordOutput.shards(names, options);
                case RECORDS -> RecordOutput.ofRecords(prefix, "", CommitStorageContract.RECORDS / 4, options);
                case SIZE -> RecordOutput.ofSize(prefix, "", 2L * (16 + record(0, "new").length), options);
                case KEY -> RecordOutput.byKey(names, "n", MissingKey.FAIL, options);
                case TURN -> null;
            };
            return output == null
                    ? ShardedOutput.inTurn(names.paths(), options, storage)
                    : new OutputPlan(output, storage).open(CommitStorageContract.RECORDS);
        }
    }

    /** Throws an error at a step and at all later steps, like a killed process. */
    private static final class KilledStorage extends CountedStorage {
        private final int stopping;

        KilledStorage(int stopping, CommitStorage storage) {
            super(storage);
            this.stopping = stopping;
        }

        @Override
        public void step(int at) {
            if (at >= stopping) {
                throw new Error("killed at step " + stopping);
            }
        }
    }

    private static byte[] record(int number, String mark) {
        return Example.builder().put("n", number).put("mark", mark).build().toByteArray();
    }

    private void write(Way way, String prefix, String mark, CommitStorage storage) throws IOException {
        write(way.open(name(prefix), OPTIONS, storage), mark);
    }

    private static void write(SetOutput opened, String mark) throws IOException {
        try (SetOutput output = opened) {
            for (int i = 0; i < RECORDS; i++) {
                output.write(java.nio.ByteBuffer.wrap(record(i, mark)));
            }
            output.commit();
        }
    }

    private void writeOld(String prefix, int count) throws IOException {
        write(ShardedOutput.inTurn(ShardNames.of(name(prefix), count).paths(), OPTIONS, storage()), "old");
    }

    /** Returns the contents of all visible files by their names. */
    private Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        Path visible = visible();
        for (String name : RewriteFiles.names(visible)) {
            content.put(name, Files.readString(visible.resolve(name), StandardCharsets.ISO_8859_1));
        }
        return content;
    }

    /**
     * Checks that all files come from one write operation, or that the set is incomplete. Returns the mark of the
     * operation.
     */
    private List<String> assertNoMixture(String word) throws IOException {
        Path visible = visible();
        RecordSet set;
        try {
            set = RecordSet.find(visible, word);
        } catch (IllegalArgumentException | NoSuchFileException rejected) {
            assertThat(rejected).hasMessageContaining(word);
            return List.of();
        }
        Set<String> marks = new HashSet<>();
        int records = 0;
        for (Path file : set.files()) {
            try (RecordReader reader = RecordReader.open(file)) {
                for (; reader.next(); records++) {
                    marks.add(
                            Example.parse(reader.payloadBytes()).feature("mark").utf8Value());
                }
            }
        }
        assertThat(records).isEqualTo(RECORDS);
        assertThat(marks).hasSize(1);
        if (set.manifest().isPresent()) {
            assertThat(set.manifest().get().check(visible)).isEmpty();
        }
        return List.copyOf(marks);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void writesASet(Way way) throws IOException {
        write(way, "s", "new", storage());
        assertThat(assertNoMixture("s@4")).containsExactly("new");
        assertThat(content().keySet())
                .containsExactly(
                        ".s@4.manifest.json",
                        "s-00000-of-00004",
                        "s-00001-of-00004",
                        "s-00002-of-00004",
                        "s-00003-of-00004");
    }

    /** Stops commits of a set whose count is known from the beginning, and of another one. */
    @ParameterizedTest
    @EnumSource(names = {"TURN", "RECORDS"})
    void leavesNoMixtureWhenTheProcessIsKilled(Way way) throws IOException {
        for (int older : new int[] {4, 3}) {
            Set<List<String>> found = new LinkedHashSet<>();
            for (int stopping = 0; !found.contains(List.of("new")); stopping++) {
                writeOld("s", older);
                try {
                    write(way, "s", "new", new KilledStorage(stopping, storage()));
                } catch (Error killed) {
                    assertThat(killed).hasMessageContaining("killed");
                }
                found.add(assertNoMixture("s@*"));
                // Afterwards, another writer can write the set again.
                write(way, "s", "again", storage());
                assertThat(assertNoMixture("s@*")).containsExactly("again");
            }
            assertThat(found).containsExactly(List.of("old"), List.of(), List.of("new"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TURN", "RECORDS"})
    void restoresTheOldSetWhenAnyStepFails(Way way) throws IOException {
        for (int older : new int[] {4, 3}) {
            writeOld("s", older);
            Map<String, String> before = content();
            int failing = 0;
            while (true) {
                try {
                    write(way, "s", "new", new FailingStorage(failing, storage()));
                    break;
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("injected at step " + failing);
                }
                assertThat(content()).as("step %d", failing).isEqualTo(before);
                failing++;
            }
            assertThat(failing).isGreaterThan(20);
            assertThat(assertNoMixture("s@*")).containsExactly("new");
        }
    }

    /** Replaces a shard and its manifest together, as an append does. */
    @Test
    void replacesAShardWithItsManifest() throws IOException {
        ShardNames names = ShardNames.of(name("s"), 2);
        Set<Long> met = new LinkedHashSet<>();
        for (int stopping = 0; !met.contains(RECORDS + 1L); stopping++) {
            writeOld("s", 2);
            try {
                append(names, new KilledStorage(stopping, storage()));
            } catch (Error killed) {
                assertThat(killed).hasMessageContaining("killed");
            }
            RecordSet set = RecordSet.find(visible(), "s@2");
            long records = 0;
            for (Path file : set.files()) {
                records += RewriteFiles.read(file).size();
            }
            met.add(records);
            if (set.manifest().isPresent()) {
                assertThat(set.manifest().get().records()).isEqualTo(records);
                assertThat(set.manifest().get().check(set.files().get(0).getParent()))
                        .isEmpty();
            }
        }
        assertThat(met).containsExactly((long) RECORDS, RECORDS + 1L);
    }

    private void append(ShardNames names, CommitStorage storage) throws IOException {
        Path manifest = SetManifest.pathOf(names);
        Path visible = visible();
        SetManifest before =
                SetManifest.read(visible.resolve(manifest.getFileName().toString()));
        List<SetManifest.Shard> shards = new ArrayList<>(before.shards());
        try (AtomicCommit commit = AtomicCommit.ofFile(names.path(1), OPTIONS, storage)) {
            StagingSink sink = commit.sink(0);
            long records;
            try (RecordWriter writer = RecordWriter.create(sink, OPTIONS);
                    RecordReader reader = RecordReader.open(
                            visible.resolve(names.path(1).getFileName().toString()))) {
                reader.copyTo(writer, Long.MAX_VALUE, Long.MAX_VALUE);
                writer.write(record(RECORDS, "old"));
                writer.commit();
                records = writer.count();
            }
            String shard = names.path(1).getFileName().toString();
            shards.set(1, new SetManifest.Shard(shard, records, sink.size(), sink.checksum()));
            commit.add(
                    new SetManifest(before.format(), before.compression(), shards, Optional.empty(), Map.of()),
                    manifest);
            commit.publish();
            commit.settle();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void rejectsASetThatAppearsMeanwhile(Way way) throws IOException {
        RecordWriterOptions careful = RecordWriterOptions.defaults().withoutSync();
        SetOutput late = way.open(name("s"), careful, storage());
        writeOld("s", 4);
        assertThatThrownBy(() -> write(late, "new"))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("exists already");
        assertThat(assertNoMixture("s@*")).containsExactly("old");
        assertThatThrownBy(() -> way.open(name("s"), careful, storage()))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("exists already");
        assertThat(assertNoMixture("s@*")).containsExactly("old");
    }
}
