package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Records with lists of lists become SequenceExamples. */
class SequenceCodecTest {

    public record Session(long user, List<List<Long>> clicks, float[][] frames, List<String> tags) {}

    public record Forms(
            List<int[]> a, List<String>[] b, List<Set<String>> c, byte[][][] d, String[][] e, Integer[][] f) {}

    public record Inner(List<List<String>> words, int n) {}

    public record Outer(Inner inner, Optional<List<List<Long>>> maybe) {}

    public record Point(float x, float y) {}

    public record Track(List<Point> points) {}

    private static <T> void checkRoundTrip(RecordCodec<T> codec, T record, SequenceExample expected) {
        Bytes message = codec.encode(record);

        assertThat(SequenceExample.parse(message)).isEqualTo(expected);
        assertThat(message).isEqualTo(expected.toBytes());
        assertThat(codec.decode(message)).usingRecursiveComparison().isEqualTo(record);
        assertThat(codec.decode(message.toByteArray()))
                .usingRecursiveComparison()
                .isEqualTo(record);
        ByteBuffer direct = ByteBuffer.allocateDirect(message.size());
        direct.put(message.toByteArray()).flip();
        assertThat(codec.decode(direct)).usingRecursiveComparison().isEqualTo(record);
    }

    @Test
    void listsOfListsBecomeFeatureLists() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);
        Session record = new Session(
                7,
                List.of(List.of(1L, 2L), List.of(), List.of(-3L)),
                new float[][] {{1, 2}, {3, 4}},
                List.of("a", "b"));

        checkRoundTrip(
                codec,
                record,
                SequenceExample.builder()
                        .context(Example.builder()
                                .put("user", 7)
                                .put("tags", "a", "b")
                                .build())
                        .put("clicks", Feature.of(1L, 2L), Feature.of(new long[0]), Feature.of(new long[] {-3}))
                        .put("frames", Feature.of(1f, 2f), Feature.of(3f, 4f))
                        .build());
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void everyFormOfListsOfLists() {
        RecordCodec<Forms> codec = RecordCodec.of(Forms.class);
        Forms record = new Forms(
                List.of(new int[] {1}, new int[] {2, 3}),
                new List[] {List.of("x"), List.of()},
                List.of(Set.of("s")),
                new byte[][][] {{{1}, {2, 3}}, {}},
                new String[][] {{"p", "q"}},
                new Integer[][] {{5}, {6, 7}});

        checkRoundTrip(
                codec,
                record,
                SequenceExample.builder()
                        .put("a", Feature.of(new long[] {1}), Feature.of(2L, 3L))
                        .put("b", Feature.of(new String[] {"x"}), Feature.of(new String[0]))
                        .put("c", Feature.of("s"))
                        .put("d", Feature.of(new byte[] {1}, new byte[] {2, 3}), Feature.of(new byte[0][]))
                        .put("e", Feature.of("p", "q"))
                        .put("f", Feature.of(new long[] {5}), Feature.of(6L, 7L))
                        .build());
    }

    @Test
    void listsWithoutStepsArePresent() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);

        checkRoundTrip(
                codec,
                new Session(0, List.of(), new float[0][], List.of()),
                SequenceExample.of(
                        Example.builder()
                                .put("user", 0)
                                .put("tags", new String[0])
                                .build(),
                        Map.of("clicks", FeatureList.of(List.of()), "frames", FeatureList.of(List.of()))));
    }

    @Test
    void nestedAndOptionalLists() {
        RecordCodec<Outer> codec = RecordCodec.of(Outer.class);

        checkRoundTrip(
                codec,
                new Outer(new Inner(List.of(List.of("a")), 3), Optional.empty()),
                SequenceExample.builder()
                        .context(Example.builder().put("inner.n", 3).build())
                        .put("inner.words", Feature.of("a"))
                        .build());
        checkRoundTrip(
                codec,
                new Outer(new Inner(List.of(), 3), Optional.of(List.of(List.of(1L)))),
                SequenceExample.builder()
                        .context(Example.builder().put("inner.n", 3).build())
                        .put("inner.words", List.of())
                        .put("maybe", Feature.of(1))
                        .build());
    }

    @Test
    void listsOfConvertedLists() {
        RecordCodec<Track> codec = RecordCodec.builder(Track.class)
                .with(Point.class, float[].class, p -> new float[] {p.x(), p.y()}, a -> new Point(a[0], a[1]))
                .build();

        checkRoundTrip(
                codec,
                new Track(List.of(new Point(1, 2), new Point(3, 4))),
                SequenceExample.builder()
                        .put("points", Feature.of(1f, 2f), Feature.of(3f, 4f))
                        .build());
    }

    @Test
    void aStepWithoutAKindHasNoValues() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);
        Bytes message = SequenceExample.builder()
                .context(Example.builder().put("user", 1).put("tags", "t").build())
                .put("clicks", Feature.notSet(), Feature.of(4))
                .put("frames", Feature.notSet())
                .build()
                .toBytes();

        Session decoded = codec.decode(message);

        assertThat(decoded.clicks()).containsExactly(List.of(), List.of(4L));
        assertThat(decoded.frames()).isDeepEqualTo(new float[1][0]);
    }

    @Test
    void theLastOfTwoListsWithOneNameCounts() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);
        Session first = new Session(1, List.of(List.of(1L), List.of(2L)), new float[0][], List.of("a"));
        Session second = new Session(2, List.of(List.of(9L)), new float[1][2], List.of());
        byte[] one = codec.encode(first).toByteArray();
        byte[] joined = Arrays.copyOf(one, one.length + codec.encode(second).size());
        codec.encode(second).copyTo(0, joined, one.length, joined.length - one.length);

        assertThat(codec.decode(joined)).usingRecursiveComparison().isEqualTo(second);
    }

    @Test
    void otherListsAndFeaturesAreIgnored() {
        RecordCodec<Track> codec = RecordCodec.builder(Track.class)
                .with(Point.class, float[].class, p -> new float[] {p.x(), p.y()}, a -> new Point(a[0], a[1]))
                .build();
        Bytes message = SequenceExample.builder()
                .context(Example.builder().put("points", 1).build())
                .put("more", Feature.of("a"), Feature.of(1))
                .put("points", Feature.of(1f, 2f))
                .put("zebra", List.of())
                .build()
                .toBytes();

        assertThat(codec.decode(message).points()).containsExactly(new Point(1, 2));
    }

    @Test
    void mismatchesNameTheFeatureList() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);
        SequenceExample right = SequenceExample.builder()
                .context(Example.builder().put("user", 1).put("tags", "t").build())
                .put("clicks", Feature.of(4))
                .put("frames", Feature.of(1f))
                .build();

        assertThatThrownBy(() -> codec.decode(
                        right.toBuilder().put("clicks", Feature.of("x")).build().toBytes()))
                .isInstanceOf(TypedRecordException.class)
                .hasMessage("record dev.riffle.typed.SequenceCodecTest$Session, component clicks, feature \"clicks\":"
                        + " expected a list of values, each a long in an int64_list, found a bytes_list with 1 value");
        assertThatThrownBy(() -> codec.decode(right.context().toBytes()))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("component clicks")
                .hasMessageEndingWith(
                        "found no such feature list; use Optional, nullable or defaultValue to allow that");
        assertThatThrownBy(
                        () -> codec.encode(new Session(1, Arrays.asList(List.of(1L), null), new float[0][], List.of())))
                .isInstanceOf(TypedRecordException.class)
                .hasMessageContaining("null at index 1");
    }

    @Test
    void specsOfContextAndLists() {
        RecordCodec<Session> codec = RecordCodec.of(Session.class);

        assertThat(codec.sequenceSpecs())
                .hasToString("context(user:int64, tags:string*) lists(clicks:int64*, frames:float32*)");
        assertThatThrownBy(codec::specs)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("use sequenceSpecs()");
        assertThatThrownBy(() -> RecordCodec.of(Point.class).sequenceSpecs())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("use specs()");
    }
}
