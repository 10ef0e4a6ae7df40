package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.ExampleCursor.Event;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExampleCursorTest {

    private static final Bytes MESSAGE = Example.builder()
            .put("b", "xy", "z")
            .put("f", 1.5f)
            .put("i", 3, -1)
            .put("n", Feature.notSet())
            .build()
            .toBytes();

    @Test
    void reportsEventsWithTheirOffsets() {
        ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.TENSORFLOW).reset(MESSAGE);
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThat(cursor.sawFeatures()).isTrue();
        assertThat(cursor.offset()).isEqualTo(4);
        assertThat(cursor.key()).isEqualTo("b");
        assertThat(cursor.keyOffset()).isEqualTo(6);
        assertThat(cursor.keySize()).isEqualTo(1);
        assertThat(cursor.keyEquals(Bytes.ofUtf8("b"))).isTrue();
        assertThat(cursor.keyEquals(Bytes.ofUtf8("c"))).isFalse();
        assertThat(cursor.keyEquals(Bytes.ofUtf8("bb"))).isFalse();
        assertThat(cursor.kind()).isEqualTo(Kind.BYTES);
        assertThat(cursor.count()).isEqualTo(2);
        int[] offsets = new int[3];
        int[] sizes = new int[3];
        cursor.copyRanges(offsets, sizes, 1);
        byte[] value = new byte[2];
        cursor.copyBytes(offsets[1], sizes[1], value, 0);
        assertThat(value).containsExactly('x', 'y');
        assertThat(MESSAGE.slice(offsets[2], offsets[2] + sizes[2]).utf8()).isEqualTo("z");

        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        float[] floats = new float[1];
        cursor.copyFloats(floats, 0);
        assertThat(floats[0]).isEqualTo(1.5f);
        assertThatThrownBy(() -> cursor.copyLongs(new long[1], 0))
                .isInstanceOf(FeatureException.class)
                .hasMessage("feature \"f\": expected an int64_list or an int32_list, found a float_list of size 1");
        assertThatThrownBy(() -> cursor.copyRanges(new int[1], new int[1], 0))
                .isInstanceOf(FeatureException.class)
                .hasMessage("feature \"f\": expected a bytes_list, found a float_list of size 1");

        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        long[] longs = new long[3];
        cursor.copyLongs(longs, 1);
        assertThat(longs).containsExactly(0, 3, -1);

        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThat(cursor.kind()).isEqualTo(Kind.NOT_SET);
        assertThat(cursor.next()).isEqualTo(Event.END);
        assertThat(cursor.next()).isEqualTo(Event.END);
    }

    @Test
    void reportsStepsAfterTheirList() {
        SequenceExample sequence = SequenceExample.builder()
                .context(Example.builder().put("c", 1).build())
                .put("l", Feature.of(1), Feature.of(2f), Feature.notSet())
                .put("m")
                .build();
        ExampleCursor cursor = ExampleCursor.ofSequenceExamples().reset(sequence.toByteArray());
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThat(cursor.key()).isEqualTo("c");
        assertThat(cursor.sawFeatureLists()).isFalse();
        assertThat(cursor.next()).isEqualTo(Event.FEATURE_LIST);
        assertThat(cursor.key()).isEqualTo("l");
        int list = cursor.offset();
        Kind[] kinds = {Kind.INT64, Kind.FLOAT, Kind.NOT_SET};
        for (Kind kind : kinds) {
            assertThat(cursor.next()).isEqualTo(Event.STEP);
            assertThat(cursor.key()).isEqualTo("l");
            assertThat(cursor.kind()).isEqualTo(kind);
            assertThat(cursor.offset()).isGreaterThan(list);
        }
        assertThat(cursor.next()).isEqualTo(Event.FEATURE_LIST);
        assertThat(cursor.key()).isEqualTo("m");
        assertThat(cursor.next()).isEqualTo(Event.END);
    }

    @Test
    void readsManyMessagesFromEveryKindOfMemory() {
        ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.TENSORFLOW);
        ByteBuffer direct = ByteBuffer.allocateDirect(MESSAGE.size() + 3);
        direct.position(3);
        direct.put(MESSAGE.asByteBuffer()).position(3);
        ByteBuffer heap =
                ByteBuffer.wrap(new byte[MESSAGE.size() + 8], 8, MESSAGE.size()).slice();
        heap.put(MESSAGE.asByteBuffer()).flip();
        for (int round = 0; round < 3; round++) {
            assertSame(cursor.reset(MESSAGE));
            assertSame(cursor.reset(MESSAGE.toByteArray()));
            assertSame(cursor.reset(direct));
            assertSame(cursor.reset(heap));
            assertSame(cursor.reset(heap.asReadOnlyBuffer()));
            assertThat(cursor.reset(new byte[0]).next()).isEqualTo(Event.END);
            assertThat(cursor.sawFeatures()).isFalse();
        }
    }

    private static void assertSame(ExampleCursor cursor) {
        cursor.next();
        assertThat(cursor.offset()).isEqualTo(4);
        int[] offsets = new int[2];
        cursor.copyRanges(offsets, new int[2], 0);
        assertThat(MESSAGE.get(offsets[1])).isEqualTo((byte) 'z');
        int features = 1;
        while (cursor.next() == Event.FEATURE) {
            features++;
        }
        assertThat(features).isEqualTo(4);
    }

    @Test
    void scansBodiesOnRequest() {
        Bytes bad = Bytes.ofHex("0a110a060a0161120109" + "0a070a016212021a00");
        ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.TENSORFLOW).reset(bad);
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThat(cursor.kind()).isEqualTo(Kind.INT64);
        assertThat(cursor.next()).isEqualTo(Event.END);
        cursor.reset(bad).next();
        assertThatThrownBy(cursor::kind)
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("not a valid Example: at byte 10: value of 8 bytes, but only 0 are left");
        assertThatThrownBy(() -> cursor.reset(Bytes.ofHex("0a05")).next())
                .isInstanceOf(MalformedMessageException.class);
        assertThat(cursor.reset(MESSAGE).next()).isEqualTo(Event.FEATURE);
    }

    /** Tests that the cursor returns the values of the parsed Example for every encoding. */
    @Test
    void returnsTheValuesOfExample() {
        long seed = Rounds.seed("example cursor");
        OddWires wires = new OddWires(new Random(seed));
        for (Dialect dialect : Dialect.values()) {
            ExampleCursor cursor = ExampleCursor.ofExamples(dialect);
            for (int i = 0; i < 3000; i++) {
                byte[] wire = wires.example(dialect);
                Map<String, Feature> expected = Example.parse(wire, dialect).features();
                Map<String, Feature> found = new java.util.HashMap<>();
                cursor.reset(wire);
                while (cursor.next() != Event.END) {
                    found.put(cursor.key(), read(cursor, wire));
                }
                assertThat(found).as("seed %d round %d", seed, i).isEqualTo(expected);
            }
        }
    }

    @Test
    void readsNumbersOfTheOtherWidth() {
        Example example = Example.builder()
                .put("d", Feature.ofDoubles(1.5, -0.0, Double.NaN))
                .put("f", 1.5f, 2.5f)
                .put("i", Feature.ofInt32s(3, -1))
                .put("l", 4L, -5L)
                .build();
        ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.ONEFLOW).reset(example.toByteArray(Dialect.ONEFLOW));
        float[] floats = {9, 9, 9, 9};
        double[] doubles = {9, 9, 9};
        long[] longs = {9, 9, 9};
        int[] ints = {9, 9, 9};

        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        cursor.copyFloats(floats, 1);
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        cursor.copyDoubles(doubles, 1);
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        cursor.copyLongs(longs, 1);
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        cursor.copyInts(ints, 1);

        assertThat(floats).containsExactly(9, 1.5f, -0.0f, Float.NaN);
        assertThat(doubles).containsExactly(9, 1.5, 2.5);
        assertThat(longs).containsExactly(9, 3, -1);
        assertThat(ints).containsExactly(9, 4, -5);
    }

    @Test
    void copiesNothingIfAValueDoesNotFit() {
        Example example = Example.builder()
                .put("d", Feature.ofDoubles(1.5, 0.1))
                .put("l", 4L, 1L << 31)
                .build();
        ExampleCursor cursor = ExampleCursor.ofExamples(Dialect.ONEFLOW).reset(example.toByteArray(Dialect.ONEFLOW));
        float[] floats = {9, 9};
        int[] ints = {9, 9};

        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThatThrownBy(() -> cursor.copyFloats(floats, 0))
                .isInstanceOf(FeatureException.class)
                .hasMessage("feature \"d\": value 1 is not exactly a float: 0.1; read it as a double");
        assertThat(cursor.next()).isEqualTo(Event.FEATURE);
        assertThatThrownBy(() -> cursor.copyInts(ints, 0))
                .isInstanceOf(FeatureException.class)
                .hasMessage("feature \"l\": value 1 does not fit an int: 2147483648; read it as a long");

        assertThat(floats).containsExactly(9, 9);
        assertThat(ints).containsExactly(9, 9);
    }

    private static Feature read(ExampleCursor cursor, byte[] wire) {
        int count = cursor.count();
        ListBuilder list = new ListBuilder(cursor.kind());
        switch (cursor.kind()) {
            case INT64 -> {
                long[] longs = new long[count];
                cursor.copyLongs(longs, 0);
                java.util.Arrays.stream(longs).forEach(list::add);
            }
            case INT32 -> {
                int[] ints = new int[count];
                cursor.copyInts(ints, 0);
                java.util.Arrays.stream(ints).asLongStream().forEach(list::add);
            }
            case FLOAT -> {
                float[] floats = new float[count];
                cursor.copyFloats(floats, 0);
                for (float value : floats) {
                    list.add((double) value);
                }
            }
            case DOUBLE -> {
                double[] doubles = new double[count];
                cursor.copyDoubles(doubles, 0);
                java.util.Arrays.stream(doubles).forEach(list::add);
            }
            case BYTES -> {
                int[] offsets = new int[count];
                int[] sizes = new int[count];
                cursor.copyRanges(offsets, sizes, 0);
                for (int i = 0; i < count; i++) {
                    list.add(Bytes.copyOf(wire, offsets[i], sizes[i]));
                }
            }
            case NOT_SET -> {}
        }
        return list.build();
    }
}
