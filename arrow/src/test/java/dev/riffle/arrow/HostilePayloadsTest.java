package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads damaged and hostile payloads, which end in rows or in an error with the record, and never lose memory. */
class HostilePayloadsTest {

    private static final long MEMORY = 2 << 20;

    private static final Bytes EXAMPLE = Example.builder()
            .put("a", 1L)
            .put("b", 1f, 2f)
            .put("c", "text")
            .put("n", 1L, 1L)
            .build()
            .toBytes();

    private static final Bytes SEQUENCE = SequenceExample.builder()
            .context(Example.builder().put("a", 1L).build())
            .put("s", Feature.of(1f), Feature.of(2f, 3f))
            .build()
            .toBytes();

    @TempDir
    Path directory;

    private static Bytes damaged(Bytes payload, Random random) {
        byte[] bytes = payload.toByteArray();
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return random.nextInt(4) == 0 ? Bytes.copyOf(bytes, 0, random.nextInt(bytes.length)) : Bytes.ofOwned(bytes);
    }

    private static Bytes exampleList(int examples) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < examples; i++) {
            bytes.write(0x0a);
            bytes.write(0);
        }
        bytes.writeBytes(new byte[] {0x0a, (byte) EXAMPLE.size()});
        bytes.writeBytes(EXAMPLE.toByteArray());
        return Bytes.ofOwned(bytes.toByteArray());
    }

    /** Returns the number of rows, or -1 after an error with the place of the second record. */
    private static long rows(ArrowBatches batches, Path file) throws IOException {
        long rows = 0;
        try (BufferAllocator allocator = new RootAllocator(MEMORY);
                ArrowReader reader = batches.reader(allocator)) {
            while (reader.loadNextBatch()) {
                rows += reader.getVectorSchemaRoot().getRowCount();
            }
            return rows;
        } catch (RecordMismatchException e) {
            assertThat(e).hasMessageStartingWith(file + ": record 1 at offset ");
            return -1;
        }
    }

    private void assertRowsOrErrors(String test, Bytes payload, List<ArrowBatches> reads, Path file) throws Exception {
        List<Long> results = new ArrayList<>();
        Rounds.run(test, 1000, (random, name) -> {
            ArrowFiles.tfRecord(file, payload, damaged(payload, random));
            for (ArrowBatches read : reads) {
                results.add(rows(read, file));
            }
        });
        assertThat(results).containsOnly(-1L, 2L).contains(-1L, 2L);
    }

    @Test
    void damagedExamplesAreRowsOrErrors() throws Exception {
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), EXAMPLE);
        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 1);
        assertRowsOrErrors(
                "damagedExamplesAreRowsOrErrors",
                EXAMPLE,
                List.of(
                        ArrowBatches.of(ArrowFiles.input(file), schema),
                        ArrowBatches.of(
                                ArrowFiles.input(file),
                                FeatureSpecs.parse(
                                        "a:int64=0, b:ragged(float32), r:ragged(float32, value=b, lengths=n)"))),
                file);
    }

    @Test
    void damagedSequenceExamplesAreRowsOrErrors() throws Exception {
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), SEQUENCE);
        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 1);
        assertRowsOrErrors(
                "damagedSequenceExamplesAreRowsOrErrors",
                SEQUENCE,
                List.of(
                        ArrowBatches.of(ArrowFiles.input(file), schema),
                        ArrowBatches.of(ArrowFiles.input(file), SequenceFeatureSpecs.parse("lists(s:float32*)"))),
                file);
    }

    @Test
    void damagedListsOfExamplesAreRowsOrErrors() throws Exception {
        Bytes list = exampleList(2);
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), list);
        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 1);
        assertRowsOrErrors(
                "damagedListsOfExamplesAreRowsOrErrors",
                list,
                List.of(ArrowBatches.of(ArrowFiles.input(file), schema)),
                file);
    }

    @Test
    void aListOfManyEmptyExamplesNeedsNoMoreMemoryThanTheLimit() throws Exception {
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), exampleList(1 << 10), exampleList(1 << 16));
        Schema schema =
                RecordSchemas.infer(ArrowFiles.input(ArrowFiles.tfRecord(directory.resolve("b"), exampleList(2))), 1);
        List<Integer> rows = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator(MEMORY);
                ArrowReader reader = ArrowBatches.of(ArrowFiles.input(file), schema)
                        .batchSize(1)
                        .reader(allocator)) {
            while (reader.loadNextBatch()) {
                rows.add(reader.getVectorSchemaRoot().getRowCount());
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("has too little memory for the vectors of a batch");
            rows.add(-1);
        }
        assertThat(rows).containsExactly(1, -1);
    }
}
