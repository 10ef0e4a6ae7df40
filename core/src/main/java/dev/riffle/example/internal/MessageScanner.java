package dev.riffle.example.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.Lengths;
import dev.riffle.internal.WireScanner;
import org.jspecify.annotations.Nullable;

/**
 * Reads the needed features and feature lists of messages in their usual form. In this form, a message has each of its
 * maps at most once. Entries have a key and then a value, and a feature has at most one list. The list contains one
 * packed chunk or only byte strings. An Example is a SequenceExample without feature lists.
 *
 * <p>Features have the same order in nearly every message of a file. The scanner therefore first compares each key with
 * the key at the same position in the previous message ({@link KeySlot}). It skips unneeded features, but checks that
 * these features are well-formed.
 *
 * <p>A subclass takes the values. If a method of the scanner or of the subclass returns false, only an
 * {@link dev.riffle.example.ExampleCursor} can read the message, and the values taken so far are invalid. One thread at
 * a time may use a scanner.
 *
 * @param <F> the target of a feature's values
 * @param <L> the target of a feature list's steps
 */
public abstract class MessageScanner<F, L> {

    private static final int UNUSUAL = -1;

    private static final Kind[] KINDS_OF_TENSORFLOW = Tags.listKinds(Dialect.TENSORFLOW);
    private static final Kind[] KINDS_OF_ONEFLOW = Tags.listKinds(Dialect.ONEFLOW);

    private final Dialect dialect;

    /** The kind of the list with each tag. */
    private final Kind[] kinds;

    /** The range of the value in the last entry. The entry ends with its value. */
    private int valueFrom;

    private int valueTo;

    /** The beginning of the only chunk or byte string in the last body, or {@link #UNUSUAL}. */
    private int data;

    protected MessageScanner(Dialect dialect) {
        this.dialect = dialect;
        this.kinds = dialect == Dialect.ONEFLOW ? KINDS_OF_ONEFLOW : KINDS_OF_TENSORFLOW;
    }

    // ---------------------------------------------------------------- for subclasses

    /** Begins a feature that has a kind. */
    protected boolean begin(F feature) {
        return true;
    }

    /** Takes a feature without a kind. */
    protected abstract boolean takeUnset(F feature);

    /** Takes a packed chunk of numbers. Checks the form of the chunk. */
    protected abstract boolean takeChunk(F feature, Kind kind, byte[] array, int from, int to);

    /** Takes the only byte string of a list. */
    protected abstract boolean takeString(F feature, byte[] array, int from, int to);

    /** Takes the byte strings of a list from a body that contains only values. Checks the form of the body. */
    protected abstract boolean takeStrings(F feature, byte[] array, int from, int to);

    /** Begins a feature list. */
    protected abstract boolean beginList(L list);

    /**
     * Takes steps of a feature list in a form that the subclass recognizes. Returns the index of the first other step.
     */
    protected int takeSteps(L list, byte[] array, int from, int to) {
        return from;
    }

    /** Takes a step of a feature list from its body. */
    protected abstract boolean takeStep(L list, byte[] array, int from, int to);

    // ---------------------------------------------------------------- messages

    /** Reads an Example or OFRecord. */
    protected final boolean scanExample(KeyTable<F> features, byte[] array, int from, int to) {
        if (dialect == Dialect.ONEFLOW || from == to) {
            return scanFeatures(features, array, from, to);
        }
        int body = array[from] == WireScanner.FIELD_1 ? Lengths.exact(array, from + 1, to) : UNUSUAL;
        return body >= 0 && scanFeatures(features, array, body, to);
    }

    /** Reads a SequenceExample, whose maps are in any order. */
    protected final boolean scanSequenceExample(
            KeyTable<F> features, KeyTable<L> lists, byte[] array, int from, int to) {
        boolean hasFeatures = false;
        boolean hasLists = false;
        int at = from;
        while (at < to) {
            int end = Lengths.bodyEnd(array, at + 1, to);
            if (end < 0) {
                return false;
            }
            int body = Lengths.bodyBegin(array, at + 1);
            if (array[at] == WireScanner.FIELD_1 && !hasFeatures) {
                hasFeatures = true;
                if (!scanFeatures(features, array, body, end)) {
                    return false;
                }
            } else if (array[at] == WireScanner.FIELD_2 && !hasLists) {
                hasLists = true;
                if (!scanLists(lists, array, body, end)) {
                    return false;
                }
            } else {
                return false;
            }
            at = end;
        }
        return true;
    }

    private boolean scanFeatures(KeyTable<F> keys, byte[] array, int from, int to) {
        KeySlot<F> before = keys.head;
        int at = from;
        while (at < to) {
            KeySlot<F> slot = before.next;
            int size = slot == null ? UNUSUAL : slot.dataSize(array, at, to);
            if (slot != null && size >= 0) {
                int begin = at + slot.prefix;
                at = begin + size;
                F feature = slot.target;
                if (feature == null
                        ? !slot.isWellFormed(array, begin, at)
                        : !begin(feature) || !take(feature, slot.kind, array, begin, at)) {
                    return false;
                }
                before = slot;
            } else {
                slot = open(keys, slot, array, at, to);
                if (slot == null || !scanFeature(keys, slot, array, at)) {
                    return false;
                }
                before = keys.follow(before, slot);
                at = valueTo;
            }
        }
        return true;
    }

    private boolean take(F feature, Kind kind, byte[] array, int from, int to) {
        return kind == Kind.BYTES ? takeString(feature, array, from, to) : takeChunk(feature, kind, array, from, to);
    }

    /** Reads an entry up to its value. Returns the slot of its key, or null if the entry has another form. */
    private <T> @Nullable KeySlot<T> open(KeyTable<T> keys, @Nullable KeySlot<T> guess, byte[] array, int at, int to) {
        int end = array[at] == WireScanner.FIELD_1 ? Lengths.bodyEnd(array, at + 1, to) : UNUSUAL;
        if (end < 0) {
            return null;
        }
        int entry = Lengths.bodyBegin(array, at + 1);
        if (entry >= end || array[entry] != WireScanner.FIELD_1) {
            return null;
        }
        int keyEnd = Lengths.bodyEnd(array, entry + 1, end);
        if (keyEnd < 0 || keyEnd == end || array[keyEnd] != WireScanner.FIELD_2) {
            return null;
        }
        valueFrom = Lengths.exact(array, keyEnd + 1, end);
        valueTo = end;
        if (valueFrom < 0) {
            return null;
        }
        int key = Lengths.bodyBegin(array, entry + 1);
        return guess != null && guess.isKey(array, key, keyEnd) ? guess : keys.find(array, key, keyEnd);
    }

    private boolean scanFeature(KeyTable<F> keys, KeySlot<F> slot, byte[] array, int at) {
        F feature = slot.target;
        int from = valueFrom;
        if (from == valueTo) {
            return feature == null || takeUnset(feature);
        }
        if (feature != null && !begin(feature) || !scanBody(feature, array, from, valueTo)) {
            return false;
        }
        if (data >= 0) {
            keys.learn(slot, array, at, data, valueTo, kinds[array[from] & 0xff]);
        }
        return true;
    }

    /** Takes the values from the body of a feature with a kind, or checks the body if the feature is null. */
    protected final boolean scanBody(@Nullable F feature, byte[] array, int from, int to) {
        Kind kind = kinds[array[from] & 0xff];
        int list = Lengths.exact(array, from + 1, to);
        if (kind == Kind.NOT_SET || list < 0) {
            return false;
        }
        data = list < to && array[list] == WireScanner.FIELD_1 ? Lengths.exact(array, list + 1, to) : UNUSUAL;
        if (data >= 0) {
            return feature == null ? isWellFormed(kind, array, data, to) : take(feature, kind, array, data, to);
        } else if (kind == Kind.BYTES) {
            return feature == null ? Lengths.countStrings(array, list, to) >= 0 : takeStrings(feature, array, list, to);
        }
        return list == to && (feature == null || takeChunk(feature, kind, array, to, to));
    }

    private static boolean isWellFormed(Kind kind, byte[] array, int from, int to) {
        return switch (kind) {
            case FLOAT -> (to - from) % Float.BYTES == 0;
            case DOUBLE -> (to - from) % Double.BYTES == 0;
            case INT32, INT64 -> KeySlot.areVarints(array, from, to);
            case BYTES -> true;
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
    }

    // ---------------------------------------------------------------- lists

    private boolean scanLists(KeyTable<L> keys, byte[] array, int from, int to) {
        KeySlot<L> before = keys.head;
        int at = from;
        while (at < to) {
            KeySlot<L> slot = open(keys, before.next, array, at, to);
            if (slot == null) {
                return false;
            }
            at = valueTo;
            if (!scanList(slot.target, array, valueFrom, at)) {
                return false;
            }
            before = keys.follow(before, slot);
        }
        return true;
    }

    private boolean scanList(@Nullable L list, byte[] array, int from, int to) {
        if (list != null && !beginList(list)) {
            return false;
        }
        int at = from;
        while (at < to) {
            int step = list == null ? at : takeSteps(list, array, at, to);
            if (step == at) {
                step = array[at] == WireScanner.FIELD_1 ? Lengths.bodyEnd(array, at + 1, to) : UNUSUAL;
                if (step < 0 || !scanStep(list, array, Lengths.bodyBegin(array, at + 1), step)) {
                    return false;
                }
            }
            at = step;
        }
        return true;
    }

    private boolean scanStep(@Nullable L list, byte[] array, int from, int to) {
        return list == null ? from == to || scanBody(null, array, from, to) : takeStep(list, array, from, to);
    }
}
