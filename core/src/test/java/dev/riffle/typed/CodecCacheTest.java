package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cache of {@link RecordCodec#of} keeps codecs that a caller uses, and no classes. */
class CodecCacheTest {

    /** Defines a copy of {@link LoadedRecord} in a class loader of its own. */
    private static final class OtherLoader extends ClassLoader {

        OtherLoader() {
            super(CodecCacheTest.class.getClassLoader());
        }

        Class<? extends Record> define() throws IOException {
            try (InputStream file = LoadedRecord.class.getResourceAsStream("LoadedRecord.class")) {
                assertThat(file).isNotNull();
                byte[] bytes = file.readAllBytes();
                return defineClass(LoadedRecord.class.getName(), bytes, 0, bytes.length)
                        .asSubclass(Record.class);
            }
        }
    }

    @Test
    void oneCodecForEachClass() {
        RecordCodec<LoadedRecord> codec = RecordCodec.of(LoadedRecord.class);

        assertThat(RecordCodec.of(LoadedRecord.class)).isSameAs(codec);
        assertThat(RecordCodec.builder(LoadedRecord.class).build()).isNotSameAs(codec);
        Reference.reachabilityFence(codec);
    }

    /** Asks for a codec while a codec of the same record is built, because that initialises this enum. */
    public enum Early {
        ONLY;

        static final RecordCodec<OfEarly> CODEC = RecordCodec.of(OfEarly.class);
    }

    public record OfEarly(Early early) {}

    @Test
    void codecsThatAreBuiltAtTheSameTimeBecomeOne() {
        RecordCodec<OfEarly> codec = RecordCodec.of(OfEarly.class);

        assertThat(codec).isSameAs(Early.CODEC).isSameAs(RecordCodec.of(OfEarly.class));
    }

    @Test
    void classesOfOtherLoadersHaveCodecsOfTheirOwn() throws IOException {
        Class<? extends Record> copy = new OtherLoader().define();
        RecordCodec<? extends Record> codec = RecordCodec.of(copy);

        assertThat(codec).isNotSameAs(RecordCodec.of(LoadedRecord.class));
        assertThat(codec.decode(RecordCodec.of(LoadedRecord.class).encode(new LoadedRecord(5))))
                .isInstanceOf(copy)
                .hasToString("LoadedRecord[n=5]");
    }

    /** Uses a codec of a class of another loader often enough for method handles. */
    private static WeakReference<ClassLoader> useLoader(ReferenceQueue<ClassLoader> queue) throws IOException {
        OtherLoader loader = new OtherLoader();
        RecordCodec<? extends Record> codec = RecordCodec.of(loader.define());
        for (int i = 0; i < 2_000; i++) {
            codec.decode(RecordCodec.of(LoadedRecord.class).encode(new LoadedRecord(i)));
        }
        return new WeakReference<>(loader, queue);
    }

    @Test
    void theCacheDoesNotKeepClassLoaders() throws Exception {
        ReferenceQueue<ClassLoader> queue = new ReferenceQueue<>();
        WeakReference<ClassLoader> loader = useLoader(queue);

        collect(queue);

        assertThat(loader.get()).isNull();
    }

    /** Collects garbage until the queue has a reference. A JVM that never clears the reference fails the test. */
    private static void collect(ReferenceQueue<?> queue) throws InterruptedException {
        List<byte[]> garbage = new ArrayList<>();
        for (int collection = 0; collection < 1_000 && queue.remove(10) == null; collection++) {
            System.gc();
            garbage.clear();
            garbage.add(new byte[1 << 20]);
        }
    }

    @Test
    void theCacheDoesNotKeepCodecs() throws Exception {
        ReferenceQueue<RecordCodec<?>> queue = new ReferenceQueue<>();
        WeakReference<RecordCodec<?>> codec = codec(queue);

        collect(queue);

        assertThat(codec.get()).isNull();
    }

    public record Dropped(int n) {}

    private static WeakReference<RecordCodec<?>> codec(ReferenceQueue<RecordCodec<?>> queue) {
        return new WeakReference<>(RecordCodec.of(Dropped.class), queue);
    }
}
