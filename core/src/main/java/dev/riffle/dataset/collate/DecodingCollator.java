package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.internal.collate.FailedElementException;
import dev.riffle.io.Bytes;
import dev.riffle.typed.RecordCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Decodes each payload of a batch to a typed record. */
record DecodingCollator<T>(RecordCodec<T> codec) implements Collator<Bytes, List<T>>, Described {

    @Override
    public List<T> collate(List<? extends Bytes> elements) {
        List<T> records = new ArrayList<>(ElementTensors.checked(elements).size());
        for (Bytes payload : elements) {
            try {
                records.add(codec.decode(payload));
            } catch (RuntimeException e) {
                throw new FailedElementException(records.size(), e);
            }
        }
        return Collections.unmodifiableList(records);
    }

    @Override
    public String describe() {
        return ParsingCollator.describe("decoded", codec.toString());
    }

    @Override
    public String explain() {
        return ParsingCollator.explain("decoded", codec);
    }
}
