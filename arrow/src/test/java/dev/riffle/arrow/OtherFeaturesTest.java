package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads records with features that the schema does not have. */
class OtherFeaturesTest {

    private static final Example ONE = Example.builder().put("id", 1L).build();
    private static final Example LATE =
            Example.builder().put("id", 2L).put("late", 7f).build();

    @TempDir
    Path directory;

    /** Reads the first file with the columns of the second one. Returns what the listener receives. */
    private static List<RecordMismatchException> others(int threads, Path file, Path columns) throws IOException {
        List<RecordMismatchException> found = new ArrayList<>();
        ArrowBatches batches = ArrowBatches.of(
                        ArrowFiles.input(file), RecordSchemas.infer(ArrowFiles.input(columns), Long.MAX_VALUE))
                .otherFeatures(found::add)
                .batchSize(2)
                .threads(threads);
        assertThat(ArrowValues.read(batches)).isNotEmpty();
        return found;
    }

    private void assertFound(String feature, int record, Bytes sampled, Bytes... payloads) throws IOException {
        Path columns = ArrowFiles.tfRecord(directory.resolve("columns"), sampled);
        Path file = ArrowFiles.tfRecord(directory.resolve("file"), payloads);
        assertThat(others(1, file, columns))
                .singleElement()
                .satisfies(other -> assertThat(other.column()).contains(feature))
                .satisfies(other -> assertThat(other.recordIndex()).isEqualTo(OptionalLong.of(record)));
    }

    @Test
    void theListenerReceivesTheFirstFeatureOnce() throws IOException {
        Path columns = ArrowFiles.tfRecord(directory.resolve("columns"), ONE);
        Path file = ArrowFiles.tfRecord(directory.resolve("file"), ONE, ONE, ONE, LATE, LATE, ONE, LATE);
        for (int threads : new int[] {1, 3}) {
            List<RecordMismatchException> found = others(threads, file, columns);

            assertThat(found).singleElement().satisfies(other -> {
                assertThat(other)
                        .hasMessage(file + ": record 3 at offset "
                                + other.offset().orElseThrow() + ": feature \"late\" has no column; infer the schema"
                                + " from more records, or list the columns that you need");
                assertThat(other.source()).isEqualTo(Optional.of(file.toString()));
            });
        }
        assertThat(others(1, columns, columns)).isEmpty();
    }

    @Test
    void aListenerThatThrowsEndsTheReadAndFreesAllMemory() throws IOException {
        Path columns = ArrowFiles.tfRecord(directory.resolve("columns"), ONE);
        Path file = ArrowFiles.tfRecord(directory.resolve("file"), ONE, ONE, LATE, ONE);
        for (int threads : new int[] {1, 2}) {
            ArrowBatches batches = ArrowBatches.of(
                            ArrowFiles.input(file), RecordSchemas.infer(ArrowFiles.input(columns), 1))
                    .otherFeatures(other -> {
                        throw other;
                    })
                    .batchSize(2)
                    .threads(threads);
            try (BufferAllocator allocator = new RootAllocator();
                    ArrowReader reader = batches.reader(allocator)) {
                assertThat(reader.loadNextBatch()).isTrue();
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(reader::loadNextBatch)
                            .isInstanceOf(RecordMismatchException.class)
                            .hasMessageContaining("record 2 at");
                }
            }
        }
    }

    @Test
    void aFeatureWithoutAKindNeedsNoColumn() throws IOException {
        Path columns = ArrowFiles.tfRecord(directory.resolve("columns"), ONE);
        Example empty =
                Example.builder().put("id", 1L).put("none", Feature.notSet()).build();
        assertThat(others(1, ArrowFiles.tfRecord(directory.resolve("file"), empty), columns))
                .isEmpty();
    }

    @Test
    void featureListsNeedColumnsToo() throws IOException {
        SequenceExample first = SequenceExample.builder()
                .context(Example.builder().put("id", 1L).build())
                .put("steps", List.of(Feature.of(1L)))
                .build();
        SequenceExample late = SequenceExample.builder()
                .context(Example.builder().put("id", 1L).build())
                .put("late", List.of(Feature.notSet(), Feature.of(1L)))
                .build();
        SequenceExample context = SequenceExample.builder()
                .context(Example.builder().put("steps", 1L).build())
                .put("steps", List.of(Feature.of(1L)))
                .build();
        SequenceExample none = SequenceExample.builder()
                .context(Example.builder().put("id", 1L).build())
                .put("late", List.of(Feature.notSet()))
                .build();
        assertFound("late", 2, first.toBytes(), first.toBytes(), none.toBytes(), late.toBytes());
        assertFound("steps", 0, first.toBytes(), context.toBytes());
        assertFound("steps", 1, ONE.toBytes(), ONE.toBytes(), first.toBytes());
    }

    @Test
    void theExamplesOfAListNeedColumnsToo() throws IOException {
        Bytes first = ExampleListBatchesTest.list(ONE, ONE);
        assertFound("late", 1, first, first, ExampleListBatchesTest.list(ONE, ONE, LATE), first);
        assertFound("late", 0, first, ExampleListBatchesTest.list(LATE, ONE));
    }

    @Test
    void ofRecordsNeedColumnsToo() throws IOException {
        Path columns = ArrowFiles.ofRecord(directory.resolve("columns"), ONE);
        Path file = ArrowFiles.ofRecord(directory.resolve("file"), ONE, LATE);
        assertThat(others(1, file, columns))
                .singleElement()
                .satisfies(other -> assertThat(other.column()).contains("late"));
    }
}
