package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.stage.Pair;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Counts the bytes of data in an element. Counts values of unknown types as 0. */
final class ElementBytes {

    private ElementBytes() {}

    static long of(Object element) {
        if (element instanceof Bytes bytes) {
            return bytes.size();
        }
        if (element instanceof String text) {
            return text.length();
        }
        if (element instanceof Tensor tensor) {
            return of(tensor.values());
        }
        if (element instanceof ParsedFeatures parsed) {
            return of(parsed.asMap());
        }
        if (element instanceof Pair<?, ?> pair) {
            return of(pair.first()) + of(pair.second());
        }
        if (element instanceof Map<?, ?> map) {
            return ofAll(map.values());
        }
        return element instanceof List<?> list ? ofAll(list) : 0;
    }

    private static long ofAll(Iterable<?> elements) {
        long bytes = 0;
        for (Object element : elements) {
            bytes += of(element);
        }
        return bytes;
    }

    private static long of(Values values) {
        if (values.dtype() != DType.STRING) {
            return values.data().remaining();
        }
        ByteBuffer offsets = values.offsets();
        return values.size() == 0 ? 0 : offsets.getInt(values.size() * Integer.BYTES) - offsets.getInt(0);
    }
}
