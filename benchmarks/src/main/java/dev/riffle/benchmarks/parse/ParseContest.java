package dev.riffle.benchmarks.parse;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.util.List;

/**
 * Compares Riffle's batches with single messages of protobuf-java, both from the same byte arrays. One batch of 1,024
 * rows, parsed repeatedly, stays in the second-level cache, like payloads that a reader has just copied. Ten batches, 6
 * MB, do not fit into this cache. Payloads have either protobuf's order of map keys, which is equal in all rows, or a
 * random order in each row. The difference shows the value of predicting the next key.
 */
public final class ParseContest implements Contest {

    private static final int ROWS = BatchParsing.BATCH;
    private static final int MANY_ROWS = 10 * BatchParsing.BATCH;

    private final List<byte[]> payloads;
    private final FeatureSpecs specs;
    private final BatchParsing ours;

    private ParseContest(FeatureSpecs specs, List<byte[]> payloads) {
        this.specs = specs;
        this.payloads = payloads;
        this.ours = new BatchParsing(ExampleParser.compile(specs), payloads, BatchParsing.BATCH);
    }

    /** Creates the contest for rows as protobuf writes them. */
    public static ParseContest ofRows(FeatureSpecs specs) {
        return new ParseContest(specs, BatchParsing.payloads(ROWS));
    }

    /** Creates the contest for more rows than the cache holds. */
    public static ParseContest ofManyRows(FeatureSpecs specs) {
        return new ParseContest(specs, BatchParsing.payloads(MANY_ROWS));
    }

    /** Creates the contest for rows that each have a random order of keys. */
    public static ParseContest ofShuffledRows(FeatureSpecs specs) {
        return new ParseContest(specs, BatchParsing.shuffledPayloads(ROWS));
    }

    @Override
    public Amount amount() {
        return Amount.of(payloads);
    }

    @Override
    public long ours() {
        return ours.pass();
    }

    @Override
    public long baseline() throws InvalidProtocolBufferException {
        long sum = 0;
        for (byte[] payload : payloads) {
            Features features = Example.parseFrom(payload).getFeatures();
            sum += features.getFeatureOrThrow(Row.LABEL).getInt64List().getValue(0);
            sum += features.getFeatureOrThrow(Row.EMBEDDING).getFloatList().getValueCount();
        }
        return sum;
    }

    /** Compares every value. */
    @Override
    public void check() throws InvalidProtocolBufferException {
        Contest.requireEqual(ours(), baseline());
        PayloadBatch batch = new PayloadBatch();
        payloads.forEach(batch::add);
        ParsedFeatures parsed = ExampleParser.compile(specs).parse(batch);
        for (int row = 0; row < payloads.size(); row++) {
            Features features = Example.parseFrom(payloads.get(row)).getFeatures();
            for (String name : specs.names()) {
                DenseTensor tensor = parsed.dense(name);
                int count = tensor.values().size() / payloads.size();
                check(tensor.values(), row * count, count, features.getFeatureOrThrow(name));
            }
        }
    }

    private static void check(Values values, int from, int count, Feature feature) {
        Contest.requireEqual(count, theirCount(values, feature));
        for (int i = 0; i < count; i++) {
            switch (values.dtype()) {
                case INT64 ->
                    Contest.requireEqual(
                            values.longAt(from + i), feature.getInt64List().getValue(i));
                case FLOAT32 ->
                    Contest.requireEqual(
                            values.floatAt(from + i), feature.getFloatList().getValue(i));
                case STRING ->
                    Contest.requireEqual(
                            ByteString.copyFrom(values.bytesAt(from + i).toByteArray()),
                            feature.getBytesList().getValue(i));
                default -> throw new IllegalStateException("unexpected type in a row: " + values.dtype());
            }
        }
    }

    private static int theirCount(Values values, Feature feature) {
        return switch (values.dtype()) {
            case INT64 -> feature.getInt64List().getValueCount();
            case FLOAT32 -> feature.getFloatList().getValueCount();
            case STRING -> feature.getBytesList().getValueCount();
            default -> throw new IllegalStateException("unexpected type in a row: " + values.dtype());
        };
    }
}
