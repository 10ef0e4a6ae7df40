package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.structure.NullArgumentsContract;
import dev.riffle.structure.SampleValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;

/** Checks the arguments of the exported types of the module for Arrow. */
class NullArrowArgumentsTest extends NullArgumentsContract {

    private final BufferAllocator allocator = new RootAllocator();

    @AfterEach
    void close() {
        allocator.close();
    }

    @Override
    protected Class<?> anyType() {
        return ArrowBatches.class;
    }

    @Override
    protected int fewestCalls() {
        return 10;
    }

    /** No method of the module takes a collection. */
    @Override
    protected int fewestCallsWithElements() {
        return -1;
    }

    @Override
    protected SampleValues samples(Path directory) throws IOException {
        RecordInput input = ArrowFiles.input(ArrowFiles.tfRecord(
                directory.resolve("a.tfrecord"), Example.builder().put("a", 1L).build()));
        Schema schema = RecordSchemas.infer(input, 1);
        return new SampleValues()
                .with(RecordInput.class, () -> input)
                .with(FeatureSpecs.class, () -> FeatureSpecs.parse("a:int64"))
                .with(SequenceFeatureSpecs.class, () -> SequenceFeatureSpecs.parse("context(a:int64)"))
                .with(Schema.class, () -> schema)
                .with(BufferAllocator.class, () -> allocator)
                .with(ArrowBatches.class, () -> ArrowBatches.of(input, schema))
                .with(ArrowReader.class, () -> ArrowBatches.of(input, schema).reader(allocator))
                .with(VectorSchemaRoot.class, () -> VectorSchemaRoot.create(schema, allocator))
                .with(DictionaryProvider.class, DictionaryProvider.MapDictionaryProvider::new)
                .with(RecordFormat.class, () -> RecordFormat.TFRECORD)
                .with(
                        RecordOutput.class,
                        () -> RecordOutput.sink(
                                ByteSink.of(new ByteArrayOutputStream(), "memory"), RecordWriterOptions.defaults()))
                .with(ArrowRecordOptions.class, ArrowRecordOptions::defaults)
                .with(RecordMismatchException.class, () -> mismatch(directory))
                .with(ArrowColumnException.class, () -> ArrowColumnException.ofColumn("a", "b"));
    }

    private static RecordMismatchException mismatch(Path directory) throws IOException {
        Path file = ArrowFiles.tfRecord(directory.resolve("a.tfrecord"), Bytes.ofUtf8("text"));
        try {
            throw new IllegalStateException("text has a schema: " + RecordSchemas.infer(ArrowFiles.input(file), 1));
        } catch (RecordMismatchException e) {
            return e;
        }
    }
}
