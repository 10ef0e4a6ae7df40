package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {

    @TempDir
    Path directory;

    @Test
    void checkpointOfAnotherPipelineDrawsNoSeeds() {
        Dataset<Long> rejecting = Dataset.range(6).shuffle(6, 1);
        Checkpoint other = Dataset.range(7).iterator().checkpoint();
        assertThatExceptionOfType(CheckpointException.class).isThrownBy(() -> rejecting.resume(other));
        assertThat(rejecting.toList()).isEqualTo(Dataset.range(6).shuffle(6, 1).toList());
    }

    @Test
    void damagedCheckpointLeavesSharedStatesUnchanged() {
        Dataset<Long> dataset = Dataset.range(6).shuffle(6).map(x -> x).cache();
        Dataset<Long> other = Dataset.range(6).shuffle(6).map(x -> x).cache();
        Checkpoint damaged;
        try (DatasetIterator<Long> iterator = other.iterator()) {
            iterator.next();
            damaged = Checkpoint.parse(iterator.checkpoint().toString().replace("\"slices\":[5]", "\"slices\":[4]"));
        }
        List<Seed> seeds = dataset.seeds();
        List<Long> first = dataset.toList();
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> dataset.resume(damaged))
                .withMessageStartingWith("checkpoint is damaged: run.state.input.input.slices must be");
        assertThat(dataset.seeds()).isEqualTo(seeds);
        assertThat(dataset.toList()).isEqualTo(first);
    }

    @Test
    void rejectsAFileThatChangedAfterAnEarlierRun() throws IOException {
        Path lines = directory.resolve("lines");
        Files.writeString(lines, "one\ntwo\n");
        Path records = directory.resolve("records");
        Dataset.range(2).writeRecords(records, number -> Bytes.ofUtf8("record " + number));
        List<Dataset<?>> readers = List.of(
                TextLineDataset.files(lines),
                TextLineDataset.files(lines).named("lines"),
                RecordDataset.files(records),
                FileListDataset.matching(lines));
        List<Checkpoint> before =
                readers.stream().map(ResumeTest::afterTheFirst).toList();
        Files.writeString(lines, "another\nand two\n");
        Files.delete(records);
        Dataset.range(9).writeRecords(records, number -> Bytes.ofUtf8("another " + number));
        for (int i = 0; i < readers.size(); i++) {
            Dataset<?> reader = readers.get(i);
            Checkpoint old = before.get(i);
            assertThatExceptionOfType(CheckpointException.class)
                    .isThrownBy(() -> reader.resume(old))
                    .withMessageStartingWith("checkpoint is of another pipeline: its stage ");
        }
        Dataset<String> grown = TextLineDataset.files(lines);
        grown.toList();
        Files.writeString(lines, "another\nand two\nand three\n");
        try (DatasetIterator<String> resumed = grown.resume(afterTheFirst(TextLineDataset.files(lines)))) {
            assertThat(resumed.next()).isEqualTo("and two");
        }
    }

    private static Checkpoint afterTheFirst(Dataset<?> dataset) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            iterator.next();
            return iterator.checkpoint();
        }
    }

    @Test
    void failureThatHasNextFoundKeepsItsStageAndPlace() throws IOException {
        Path file = directory.resolve("lines");
        Files.writeString(file, "one\ntwo\n");
        Dataset<String> failing = TextLineDataset.files(file)
                .map(line -> {
                    if (line.equals("two")) {
                        throw new IOException("bad");
                    }
                    return line;
                })
                .named("decode");
        DatasetIterator<String> iterator = failing.iterator();
        iterator.next();
        for (int i = 0; i < 3; i++) {
            assertThat(iterator.hasNext()).isTrue();
            Checkpoint checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
            iterator.close();
            iterator = failing.resume(checkpoint);
        }
        try (DatasetIterator<String> last = iterator) {
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(last::next)
                    .withMessage("decode: " + file + " at offset 4: bad")
                    .satisfies(failure -> {
                        assertThat(failure.stage()).isEqualTo("decode");
                        assertThat(failure.origin())
                                .hasValueSatisfying(
                                        origin -> assertThat(origin.offset()).isEqualTo(4));
                    });
            assertThat(last.hasNext()).isFalse();
        }
    }
}
