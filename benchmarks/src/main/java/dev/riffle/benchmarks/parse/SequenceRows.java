package dev.riffle.benchmarks.parse;

import com.google.protobuf.ByteString;
import dev.riffle.oracle.tensorflow.BytesList;
import dev.riffle.oracle.tensorflow.Feature;
import dev.riffle.oracle.tensorflow.FeatureList;
import dev.riffle.oracle.tensorflow.FeatureLists;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.oracle.tensorflow.FloatList;
import dev.riffle.oracle.tensorflow.Int64List;
import dev.riffle.oracle.tensorflow.SequenceExample;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Creates the same SequenceExamples in every run. The context has an id, a label and a weight. Each of the 5 to 30
 * steps has one integer, eight floats and up to two words.
 */
final class SequenceRows {

    static final String LABEL = "label";
    static final String TOKENS = "tokens";
    static final String FRAMES = "frames";
    static final String WORDS = "words";

    private static final long SEED = 20261122;
    private static final int FEWEST_STEPS = 5;
    private static final int STEPS = 26;
    private static final int FRAME = 8;

    private final Random random = new Random(SEED);

    private SequenceRows() {}

    /** Returns the first {@code count} SequenceExamples, serialized by protobuf. */
    static List<byte[]> first(int count) {
        SequenceRows rows = new SequenceRows();
        List<byte[]> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(rows.next().toByteArray());
        }
        return list;
    }

    /** Returns specs for all features of the SequenceExamples. */
    static SequenceFeatureSpecs specs() {
        return SequenceFeatureSpecs.parse("context(id:string, label:int64, weight:float32)"
                + " lists(tokens:int64[?], frames:float32[?,8], words:string*)");
    }

    private SequenceExample next() {
        Features context = Features.newBuilder()
                .putFeature("id", words(1))
                .putFeature(LABEL, integer(random.nextInt(10)))
                .putFeature("weight", floats(1))
                .build();
        FeatureList.Builder tokens = FeatureList.newBuilder();
        FeatureList.Builder frames = FeatureList.newBuilder();
        FeatureList.Builder words = FeatureList.newBuilder();
        int steps = FEWEST_STEPS + random.nextInt(STEPS);
        for (int i = 0; i < steps; i++) {
            tokens.addFeature(integer(random.nextInt(30_000)));
            frames.addFeature(floats(FRAME));
            words.addFeature(words(random.nextInt(3)));
        }
        return SequenceExample.newBuilder()
                .setContext(context)
                .setFeatureLists(FeatureLists.newBuilder()
                        .putFeatureList(TOKENS, tokens.build())
                        .putFeatureList(FRAMES, frames.build())
                        .putFeatureList(WORDS, words.build()))
                .build();
    }

    private static Feature integer(long value) {
        return Feature.newBuilder()
                .setInt64List(Int64List.newBuilder().addValue(value))
                .build();
    }

    private Feature floats(int count) {
        FloatList.Builder list = FloatList.newBuilder();
        for (int i = 0; i < count; i++) {
            list.addValue((float) random.nextGaussian());
        }
        return Feature.newBuilder().setFloatList(list).build();
    }

    private Feature words(int count) {
        BytesList.Builder list = BytesList.newBuilder();
        for (int i = 0; i < count; i++) {
            byte[] word = new byte[2 + random.nextInt(8)];
            random.nextBytes(word);
            list.addValue(ByteString.copyFrom(word));
        }
        return Feature.newBuilder().setBytesList(list).build();
    }
}
