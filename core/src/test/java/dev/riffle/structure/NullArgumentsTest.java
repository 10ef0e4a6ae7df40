package dev.riffle.structure;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.OfRecordParts;
import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.BatchDataset;
import dev.riffle.dataset.Checkpoint;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.FileListDataset;
import dev.riffle.dataset.GlobalShuffleDataset;
import dev.riffle.dataset.IgnoreErrorsDataset;
import dev.riffle.dataset.InterleaveDataset;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.PipelineObserver;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.SampleDataset;
import dev.riffle.dataset.TextLineDataset;
import dev.riffle.dataset.WindowDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.PaddedCollator;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.GlobalSeed;
import dev.riffle.dataset.stage.PartialShape;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.ExampleConversion;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.Gzip;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.Partition;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.parse.oneflow.OfRecordBytesDecoder;
import dev.riffle.parse.oneflow.OfRecordRawDecoder;
import dev.riffle.repair.RecordRepair;
import dev.riffle.rewrite.DistinctBy;
import dev.riffle.rewrite.ExternalShuffle;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.rewrite.SetDiff;
import dev.riffle.scan.ParallelScan;
import dev.riffle.scan.RecordSplit;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.RecordSetReader;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.RawDecoder;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import dev.riffle.typed.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;

/** Checks the arguments of core's exported types. */
class NullArgumentsTest extends NullArgumentsContract {

    @TempDir
    Path other;

    /** A class with a codec. */
    public record Click(long user) {}

    @Override
    protected Class<?> anyType() {
        return RecordReader.class;
    }

    @Override
    protected void close(AutoCloseable receiver) throws Exception {
        if (receiver instanceof RecordWriter writer) {
            writer.commit();
        } else if (receiver instanceof ShardedRecordWriter writer) {
            writer.commit();
        }
        super.close(receiver);
    }

    @Override
    protected SampleValues samples(Path directory) throws IOException {
        Path file = directory.resolve("a.tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), out -> out.write("a"));
        SampleValues samples = new SampleValues()
                .with(Path.class, () -> file)
                .with(Record.class, () -> new Click(1))
                .with(MethodHandles.Lookup.class, MethodHandles::lookup)
                .with(Class.class, () -> Click.class)
                .with(InputStream.class, InputStream::nullInputStream)
                .with(OutputStream.class, ByteArrayOutputStream::new);
        addStorage(samples, file);
        addMessages(samples);
        addParsers(samples);
        addSets(samples, file);
        addPipelines(samples, file);
        return samples;
    }

    private static void addStorage(SampleValues samples, Path file) {
        samples.with(Bytes.class, Bytes::empty)
                .with(ByteSource.class, () -> ByteSource.of(file))
                .with(ByteSink.class, () -> ByteSink.of(file))
                .with(Compression.class, () -> Compression.GZIP)
                .with(RecordFormat.class, () -> RecordFormat.TFRECORD)
                .with(Gzip.class, () -> Compression.GZIP)
                .with(DamagePolicy.class, () -> DamagePolicy.skip(region -> {}))
                .with(RecordFile.class, () -> RecordFile.open(ByteSource.of(file), RecordFormat.TFRECORD))
                .with(RecordReader.class, () -> RecordReader.open(file))
                .with(CorruptRecordException.class, () -> damage(file))
                .with(RecordReaderOptions.class, RecordReaderOptions::defaults)
                .with(RecordWriterOptions.class, RecordWriterOptions::defaults)
                .with(
                        RecordWriter.class,
                        () -> RecordWriter.create(new ByteArrayOutputStream(), "a", RecordWriterOptions.defaults()));
    }

    private static CorruptRecordException damage(Path file) throws IOException {
        byte[] damaged = Files.readAllBytes(file);
        damaged[12] ^= 1;
        try (RecordReader reader = RecordReader.open(ByteSource.of(Bytes.copyOf(damaged), "a"))) {
            return assertThrows(CorruptRecordException.class, reader::next);
        }
    }

    private static void addMessages(SampleValues samples) {
        samples.with(Example.class, Example::empty)
                .with(ExampleBuilder.class, Example::builder)
                .with(SequenceExample.class, () -> SequenceExample.builder().build())
                .with(FeatureList.class, FeatureList::of)
                .with(SequenceExampleBuilder.class, SequenceExample::builder)
                .with(ExampleConversion.class, ExampleConversion::toOfRecord)
                .with(ExampleCursor.class, ExampleCursor::ofSequenceExamples)
                .with(Feature.class, () -> Feature.of(1L))
                .with(FeatureFilter.class, () -> FeatureFilter.parse("a == 1"))
                .with(RecordCodec.class, () -> RecordCodec.of(Click.class))
                .with(RecordCodec.Builder.class, () -> RecordCodec.builder(Click.class));
    }

    private static void addParsers(SampleValues samples) {
        FeatureSpecs specs = FeatureSpecs.parse("a:int64=4");
        SequenceFeatureSpecs lists = SequenceFeatureSpecs.parse("context(a:int64=4)");
        samples.with(Shape.class, Shape::scalar)
                .with(Values.class, () -> Values.ofLongs(1))
                .with(Tensor.class, () -> DenseTensor.scalar(Values.ofLongs(1)))
                .with(DenseTensor.class, () -> DenseTensor.scalar(Values.ofLongs(1)))
                .with(RaggedTensor.class, () -> RaggedTensor.of(Values.ofLongs(1), Values.ofLongs(0, 1)))
                .with(RawDecoder.class, () -> RawDecoder.of(DType.INT64))
                .with(FeatureSpec.class, () -> FeatureSpec.varLen(DType.INT64))
                .with(FeatureSpec.Ragged.class, () -> FeatureSpec.ragged(DType.INT64))
                .with(FeatureSpec.Sparse.class, () -> FeatureSpec.sparse("a", "b", DType.INT64, 1))
                .with(CsvColumn.class, () -> CsvColumn.required(DType.INT64))
                .with(Partition.class, () -> new Partition.UniformRowLength(1))
                .with(FeatureSpecs.Builder.class, FeatureSpecs::builder)
                .with(FeatureSpecs.class, () -> specs)
                .with(SequenceFeatureSpecs.class, () -> lists)
                .with(ExampleParser.class, () -> ExampleParser.compile(specs))
                .with(SequenceExampleParser.class, () -> SequenceExampleParser.compile(lists))
                .with(ParsedFeatures.class, () -> ExampleParser.compile(specs).newBatch())
                .with(
                        ParsedSequenceFeatures.class,
                        () -> SequenceExampleParser.compile(lists).newBatch())
                .with(PayloadBatch.class, PayloadBatch::new)
                .with(CsvDecoder.class, () -> CsvDecoder.of(CsvColumn.required(DType.INT64)))
                .with(OfRecordBytesDecoder.class, () -> OfRecordBytesDecoder.of("a"))
                .with(OfRecordRawDecoder.class, () -> OfRecordRawDecoder.of("a", Shape.scalar(), DType.INT64));
    }

    private void addSets(SampleValues samples, Path file) throws IOException {
        Path parts = Files.createDirectory(file.resolveSibling("parts"));
        RecordWriter.write(
                parts.resolve("part-0"),
                RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                out -> out.write(Example.builder().put("a", 1).build().toBytes(Dialect.ONEFLOW)));
        ShardNames names = ShardNames.of(other.resolve("b"), 1);
        samples.with(ParallelScan.class, () -> ParallelScan.of(ByteSource.of(file)))
                .with(OfRecordParts.class, () -> OfRecordParts.in(parts))
                .with(RecordSplit.class, () -> {
                    AtomicReference<RecordSplit> split = new AtomicReference<>();
                    ParallelScan.of(ByteSource.of(file)).run(one -> one, split::set);
                    return split.get();
                })
                .with(RecordSet.class, () -> RecordSet.of(List.of(file)))
                .with(RecordSetReader.class, () -> RecordSetReader.open(RecordSet.of(List.of(file))))
                .with(RecordInput.class, () -> RecordInput.of(RecordSet.of(List.of(file))))
                .with(RecordOutput.class, () -> RecordOutput.file(file, RecordWriterOptions.defaults()))
                .with(
                        SetManifest.class,
                        () -> new SetManifest(
                                RecordFormat.TFRECORD,
                                "NONE",
                                List.of(new SetManifest.Shard("b-00000-of-00001", 0, 0, 0)),
                                Optional.empty(),
                                Map.of()))
                .with(ShardNames.class, () -> names)
                .with(
                        ShardedRecordWriter.class,
                        () -> ShardedRecordWriter.create(
                                names, RecordWriterOptions.defaults().overwrite()))
                .with(IndexFile.class, () -> IndexFile.of(file))
                .with(IndexOptions.class, IndexOptions::defaults)
                .with(RecordIndex.class, () -> RecordIndex.open(List.of(file)))
                .with(RecordRepair.class, () -> RecordRepair.of(ByteSource.of(file)))
                .with(RecordRewrite.class, () -> RecordRewrite.of(RecordSet.of(List.of(file))))
                .with(ExternalShuffle.class, () -> ExternalShuffle.of(RecordSet.of(List.of(file)), 1))
                .with(SetDiff.class, () -> SetDiff.of(RecordSet.of(List.of(file)), RecordSet.of(List.of(file))))
                .with(DistinctBy.class, DistinctBy::payload);
    }

    private static void addPipelines(SampleValues samples, Path file) {
        samples.with(Dataset.class, () -> Dataset.range(3))
                .with(RecordDataset.class, () -> RecordDataset.files(file))
                .with(TextLineDataset.class, () -> TextLineDataset.files(file))
                .with(FileListDataset.class, () -> FileListDataset.matching(file))
                .with(BatchDataset.class, () -> Dataset.range(3).batch(2))
                .with(InterleaveDataset.class, () -> Dataset.range(3).interleave(Dataset::of, 2))
                .with(GlobalShuffleDataset.class, () -> Dataset.globalShuffle(RecordIndex.open(List.of(file)), 1))
                .with(IgnoreErrorsDataset.class, () -> Dataset.range(3).ignoreErrors(failure -> {}))
                .with(GlobalSeed.class, () -> GlobalSeed.of(1))
                .with(WindowDataset.class, () -> Dataset.range(3).window(2))
                .with(SampleDataset.class, () -> Dataset.sampleFromDatasets(List.of(Dataset.range(3))))
                .with(Parallel.class, () -> Parallel.calls(1))
                .with(PipelineObserver.class, PipelineObserver::silent)
                .with(PartialShape.class, PartialShape::unknown)
                .with(ElementSpec.class, ElementSpec::unknown)
                .with(PaddedCollator.class, Collator::padded)
                .with(Checkpoint.class, () -> Dataset.range(3).iterator().checkpoint());
    }
}
