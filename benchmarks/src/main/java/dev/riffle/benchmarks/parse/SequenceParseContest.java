package dev.riffle.benchmarks.parse;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.FeatureList;
import dev.riffle.oracle.tensorflow.SequenceExample;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.List;

/** Compares Riffle's batches of SequenceExamples with single messages of protobuf-java. */
public final class SequenceParseContest implements Contest {

    private static final int BATCH = 256;
    private static final int BATCHES = 4;

    private final List<byte[]> payloads = SequenceRows.first(BATCHES * BATCH);
    private final SequenceExampleParser parser = SequenceExampleParser.compile(SequenceRows.specs());
    private final PayloadBatch batch = new PayloadBatch();
    private ParsedSequenceFeatures parsed = parser.newBatch();

    private ParsedSequenceFeatures parse(int from) {
        batch.clear();
        payloads.subList(from, from + BATCH).forEach(batch::add);
        parsed = parser.parse(batch, parsed);
        return parsed;
    }

    @Override
    public Amount amount() {
        return Amount.of(payloads);
    }

    @Override
    public long ours() {
        long sum = 0;
        for (int from = 0; from < payloads.size(); from += BATCH) {
            ParsedSequenceFeatures all = parse(from);
            Values labels = all.context().dense(SequenceRows.LABEL).values();
            DenseTensor steps = all.lengths(SequenceRows.TOKENS);
            for (int i = 0; i < BATCH; i++) {
                sum += labels.longAt(i) + steps.values().longAt(i);
            }
        }
        return sum;
    }

    @Override
    public long baseline() throws InvalidProtocolBufferException {
        long sum = 0;
        for (byte[] payload : payloads) {
            SequenceExample example = SequenceExample.parseFrom(payload);
            sum += example.getContext()
                    .getFeatureOrThrow(SequenceRows.LABEL)
                    .getInt64List()
                    .getValue(0);
            sum += example.getFeatureLists()
                    .getFeatureListOrThrow(SequenceRows.TOKENS)
                    .getFeatureCount();
        }
        return sum;
    }

    /** Compares every value of every step. */
    @Override
    public void check() throws InvalidProtocolBufferException {
        Contest.requireEqual(ours(), baseline());
        for (int from = 0; from < payloads.size(); from += BATCH) {
            ParsedSequenceFeatures all = parse(from);
            SparseTensor words = all.featureLists().sparse(SequenceRows.WORDS);
            int word = 0;
            for (int row = 0; row < BATCH; row++) {
                SequenceExample example = SequenceExample.parseFrom(payloads.get(from + row));
                checkContext(all, row, example);
                checkTokensAndFrames(all, row, example);
                word = checkWords(words, word, row, list(example, SequenceRows.WORDS));
            }
            Contest.requireEqual(words.values().size(), word);
        }
    }

    private static void checkContext(ParsedSequenceFeatures all, int row, SequenceExample example) {
        for (String name : all.context().asMap().keySet()) {
            Feature feature = example.getContext().getFeatureOrThrow(name);
            Contest.requireEqual(1, valueCount(feature));
        }
        Contest.requireEqual(
                ByteString.copyFrom(
                        all.context().dense("id").values().bytesAt(row).toByteArray()),
                example.getContext().getFeatureOrThrow("id").getBytesList().getValue(0));
        Contest.requireEqual(
                all.context().dense("weight").values().floatAt(row),
                example.getContext().getFeatureOrThrow("weight").getFloatList().getValue(0));
    }

    private static void checkTokensAndFrames(ParsedSequenceFeatures all, int row, SequenceExample example) {
        DenseTensor tokens = all.featureLists().dense(SequenceRows.TOKENS);
        DenseTensor frames = all.featureLists().dense(SequenceRows.FRAMES);
        int most = tokens.shape().dim(1);
        int frame = frames.shape().dim(2);
        FeatureList tokenSteps = list(example, SequenceRows.TOKENS);
        FeatureList frameSteps = list(example, SequenceRows.FRAMES);
        Contest.requireEqual(
                all.lengths(SequenceRows.TOKENS).values().longAt(row), (long) tokenSteps.getFeatureCount());
        Contest.requireEqual(
                all.lengths(SequenceRows.FRAMES).values().longAt(row), (long) frameSteps.getFeatureCount());
        Contest.requireEqual(most, frames.shape().dim(1));
        for (int step = 0; step < most; step++) {
            boolean present = step < tokenSteps.getFeatureCount();
            if (present) {
                Contest.requireEqual(1, valueCount(tokenSteps.getFeature(step)));
                Contest.requireEqual(frame, valueCount(frameSteps.getFeature(step)));
            }
            Contest.requireEqual(
                    tokens.values().longAt(row * most + step),
                    present ? tokenSteps.getFeature(step).getInt64List().getValue(0) : 0L);
            for (int i = 0; i < frame; i++) {
                Contest.requireEqual(
                        frames.values().floatAt((row * most + step) * frame + i),
                        present ? frameSteps.getFeature(step).getFloatList().getValue(i) : 0f);
            }
        }
    }

    private static int checkWords(SparseTensor words, int first, int row, FeatureList steps) {
        int next = first;
        for (int step = 0; step < steps.getFeatureCount(); step++) {
            Feature feature = steps.getFeature(step);
            for (int i = 0; i < feature.getBytesList().getValueCount(); i++, next++) {
                Contest.requireEqual(
                        Arrays.asList((long) row, (long) step, (long) i),
                        Arrays.asList(
                                words.indices().longAt(3 * next),
                                words.indices().longAt(3 * next + 1),
                                words.indices().longAt(3 * next + 2)));
                Contest.requireEqual(
                        ByteString.copyFrom(words.values().bytesAt(next).toByteArray()),
                        feature.getBytesList().getValue(i));
            }
        }
        return next;
    }

    /** Returns the number of values of any kind. */
    private static int valueCount(Feature feature) {
        return feature.getInt64List().getValueCount()
                + feature.getFloatList().getValueCount()
                + feature.getBytesList().getValueCount();
    }

    private static FeatureList list(SequenceExample example, String name) {
        return example.getFeatureLists().getFeatureListOrThrow(name);
    }
}
