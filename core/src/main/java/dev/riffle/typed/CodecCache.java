package dev.riffle.typed;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of {@link RecordCodec#of}, each as long as a caller uses it.
 *
 * <p>A record class holds its entry, so the entry goes with the class loader of the record. The entry consists of
 * classes of the JDK and refers to the codec weakly. So it keeps neither a codec nor Riffle's class loader in memory.
 */
final class CodecCache {

    private static final ClassValue<AtomicReference<@Nullable WeakReference<RecordCodec<?>>>> CODECS =
            new ClassValue<>() {
                @Override
                protected AtomicReference<@Nullable WeakReference<RecordCodec<?>>> computeValue(Class<?> type) {
                    return new AtomicReference<>();
                }
            };

    private CodecCache() {}

    @SuppressWarnings("unchecked") // the entry of a class has a codec of this class
    static <T extends Record> RecordCodec<T> get(Class<T> type) {
        AtomicReference<@Nullable WeakReference<RecordCodec<?>>> entry = CODECS.get(type);
        WeakReference<RecordCodec<?>> reference = entry.get();
        RecordCodec<?> known = reference == null ? null : reference.get();
        if (known != null) {
            return (RecordCodec<T>) known;
        }
        RecordCodec<T> codec = RecordCodec.builder(type).build();
        if (entry.compareAndSet(reference, new WeakReference<>(codec))) {
            return codec;
        }
        // another thread was faster
        return get(type);
    }
}
