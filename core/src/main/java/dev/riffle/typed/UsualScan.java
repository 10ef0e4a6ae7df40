package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.PackedVarints;
import dev.riffle.internal.Utf8;

/**
 * Finds the features of an Example in its usual form. In that form, the message has one field {@code features}. An
 * entry has a key and then a value, and a value has at most one list. The list has one packed chunk or only byte
 * strings.
 *
 * <p>The scan checks every feature, also those that the codec does not need. It leaves other forms and all damage to
 * {@link CursorScan}, which reads every valid form and reports the damage.
 */
final class UsualScan {

    private UsualScan() {}

    /** Finds the features between two indexes. Returns false if only {@link CursorScan} can read the message. */
    static boolean scan(byte[] array, int from, int to, FeatureKeys keys, FoundValues found) {
        if (from == to) {
            return true;
        }
        int at = array[from] == Wire.FIELD_1 ? lengthTo(array, from + 1, to) : -1;
        if (at < 0) {
            return false;
        }
        int previous = -1;
        while (at < to) {
            if (array[at] != Wire.FIELD_1) {
                return false;
            }
            int size = size(array, at + 1, to);
            if (size < 0) {
                return false;
            }
            int entry = at + 2 + (size < 0x80 ? 0 : size < 0x4000 ? 1 : 2);
            int end = entry + size;
            if (end > to || end < entry + 4) {
                return false;
            }
            int index = keys.expectedAfter(previous);
            int value = index < keys.size() ? afterPrefix(array, entry, end, keys.prefix(index)) : -1;
            if (value < 0) {
                int key = array[entry] == Wire.FIELD_1 ? keyBegin(array, entry + 1, end) : -1;
                if (key < 0) {
                    return false;
                }
                value = key + size(array, entry + 1, end);
                index = keys.find(array, key, value);
                if (index < 0 ? !Utf8.isValid(array, key, value) : value >= end) {
                    return false;
                }
                if (value >= end || array[value++] != Wire.FIELD_2) {
                    return false;
                }
                if (index >= 0) {
                    keys.learn(previous, index);
                }
            }
            int body = lengthTo(array, value, end);
            if (body < 0 || !scanFeature(array, body, end, index < 0 ? -1 : keys.slot(index), found)) {
                return false;
            }
            previous = index < 0 ? previous : index;
            at = end;
        }
        return true;
    }

    /** Returns the index after the prefix, or -1 if the entry begins with other bytes. */
    private static int afterPrefix(byte[] array, int entry, int end, byte[] prefix) {
        int size = prefix.length;
        if (end - entry <= size) {
            return -1;
        }
        for (int i = 0; i < size; i++) {
            if (array[entry + i] != prefix[i]) {
                return -1;
            }
        }
        return entry + size;
    }

    /** Returns the index of a key's first byte, or -1 if the entry has no room for it. */
    private static int keyBegin(byte[] array, int at, int end) {
        int size = size(array, at, end);
        int key = at + (size < 0x80 ? 1 : size < 0x4000 ? 2 : 3);
        return size < 0 || size > end - key ? -1 : key;
    }

    /** Returns the size that a shortest length of one to three bytes states, or -1 for any other length. */
    private static int size(byte[] array, int at, int end) {
        if (at >= end) {
            return -1;
        }
        int size = array[at];
        if (size >= 0) {
            return size;
        }
        if (at + 1 >= end) {
            return -1;
        }
        int second = array[at + 1];
        if (second > 0) {
            return size & 0x7f | second << 7;
        }
        if (second == 0 || at + 2 >= end || array[at + 2] <= 0) {
            return -1;
        }
        return size & 0x7f | (second & 0x7f) << 7 | array[at + 2] << 14;
    }

    /** Returns the index after a length of one to three bytes, or -1 if the length does not end exactly at the end. */
    private static int lengthTo(byte[] array, int at, int end) {
        if (at >= end) {
            return -1;
        }
        int length = array[at];
        int next = at + 1;
        if (length < 0 && next < end) {
            length = (length & 0x7f) | array[next++] << 7;
            if (length < 0 && next < end) {
                length = (length & 0x3fff) | array[next++] << 14;
            }
        }
        return length == end - next ? next : -1;
    }

    /** Stores the feature whose body is between two indexes, if the slot is not -1. Returns false for other forms. */
    static boolean scanFeature(byte[] array, int from, int end, int slot, FoundValues found) {
        if (from == end) {
            return put(found, slot, Kind.NOT_SET, 0, from, end);
        }
        Kind kind = Wire.kindOfTag(array[from]);
        int list = kind == Kind.NOT_SET ? -1 : lengthTo(array, from + 1, end);
        if (list < 0) {
            return false;
        }
        if (list == end) {
            return put(found, slot, kind, 0, end, end);
        }
        int chunk = array[list] == Wire.FIELD_1 ? lengthTo(array, list + 1, end) : -1;
        if (kind == Kind.BYTES) {
            if (chunk >= 0) {
                return put(found, slot, kind, 1, chunk, end);
            }
            int count = countStrings(array, list, end);
            return count >= 0 && put(found, slot, kind, count, list, end);
        }
        if (chunk < 0) {
            return false;
        }
        if (kind == Kind.FLOAT) {
            int size = end - chunk;
            return (size & 3) == 0 && put(found, slot, kind, size >> 2, chunk, end);
        }
        int count = PackedVarints.isSingle(array, chunk, end) ? 1 : PackedVarints.count(array, chunk, end);
        return count >= 0 && put(found, slot, kind, count, chunk, end);
    }

    private static boolean put(FoundValues found, int slot, Kind kind, int count, int from, int to) {
        if (slot >= 0) {
            found.put(slot, kind, count, from, to);
        }
        return true;
    }

    private static int countStrings(byte[] array, int from, int end) {
        int count = 0;
        int at = from;
        while (at < end) {
            if (array[at] != Wire.FIELD_1) {
                return -1;
            }
            int string = keyBegin(array, at + 1, end);
            if (string < 0) {
                return -1;
            }
            at = string + size(array, at + 1, end);
            count++;
        }
        return count;
    }
}
