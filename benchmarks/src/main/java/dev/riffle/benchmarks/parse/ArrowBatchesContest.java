package dev.riffle.benchmarks.parse;

import dev.riffle.RecordReader;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.shard.RecordInput;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Compares reading a file into batches of Arrow vectors with parsing the same payloads from memory. Both sides run on
 * one thread. The baseline refills one batch of columns. Riffle reads and verifies the file, and allocates new vectors
 * for each batch, because consumers of Arrow keep earlier batches.
 */
public final class ArrowBatchesContest implements Contest {

    private final Path file;
    private final FeatureSpecs specs;
    private final BatchParsing baseline;

    /** Creates a contest over the records of a file. The baseline holds all payloads in arrays. */
    public ArrowBatchesContest(Path file, FeatureSpecs specs) throws IOException {
        this.file = file;
        this.specs = specs;
        List<byte[]> payloads = new ArrayList<>();
        try (RecordReader records = RecordReader.open(file)) {
            for (Bytes payload : records) {
                payloads.add(payload.toByteArray());
            }
        }
        this.baseline = new BatchParsing(ExampleParser.compile(specs), payloads, BatchParsing.BATCH);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    private ArrowBatches batches() {
        return ArrowBatches.of(RecordInput.of(List.of(ByteSource.of(file))), specs);
    }

    @Override
    public long ours() throws IOException {
        long sum = 0;
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = batches().reader(allocator)) {
            while (reader.loadNextBatch()) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                BigIntVector labels = (BigIntVector) root.getVector(Row.LABEL);
                for (int row = 0; row < root.getRowCount(); row++) {
                    sum += labels.get(row);
                }
                sum += floats(root.getVector(Row.EMBEDDING)).getValueCount();
            }
        }
        return sum;
    }

    private static Float4Vector floats(FieldVector list) {
        return (Float4Vector) ((FixedSizeListVector) list).getDataVector();
    }

    @Override
    public long baseline() {
        return baseline.pass();
    }

    /** Compares every value of the columns. */
    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = batches().batchSize(BatchParsing.BATCH).reader(allocator)) {
            for (int batch = 0; reader.loadNextBatch(); batch++) {
                ParsedFeatures parsed = baseline.batch(batch);
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                Contest.requireEqual(root.getRowCount(), parsed.size());
                for (FieldVector vector : root.getFieldVectors()) {
                    check(vector, parsed.dense(vector.getName()).values());
                }
            }
        }
    }

    private static void check(FieldVector vector, Values values) {
        FieldVector flat = vector instanceof FixedSizeListVector ? floats(vector) : vector;
        Contest.requireEqual(flat.getValueCount(), values.size());
        for (int i = 0; i < values.size(); i++) {
            switch (values.dtype()) {
                case INT64 -> Contest.requireEqual(((BigIntVector) flat).get(i), values.longAt(i));
                case FLOAT32 -> Contest.requireEqual(((Float4Vector) flat).get(i), values.floatAt(i));
                case STRING -> Contest.requireEqual(Bytes.ofOwned(((VarBinaryVector) flat).get(i)), values.bytesAt(i));
                default -> throw new IllegalStateException("unexpected type in a row: " + values.dtype());
            }
        }
    }
}
