package dev.riffle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The rule of {@link TfRecordSearch} once more, in the plainest way: it tries everything, over the whole file in memory, with
 * the JDK's checksum.
 */
final class DamageModel {

    /** What comes of a file: the places of the records, and the regions that are passed over. */
    record Found(List<int[]> records, List<int[]> regions) {}

    private static final int MOST_HEADER = 24;
    private static final int LOOK = 1 << 20;
    private static final int CHAIN = 16 << 20;
    private static final int OVERLAP = 16 << 10;

    private final byte[] file;
    private final ByteBuffer bytes;

    private DamageModel(byte[] file) {
        this.file = file;
        this.bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    static Found of(byte[] file) {
        return new DamageModel(file).walk();
    }

    private Found walk() {
        Found found = new Found(new ArrayList<>(), new ArrayList<>());
        int at = 0;
        while (at < file.length) {
            if (isWhole(at)) {
                found.records.add(new int[] {at, (int) length(at)});
                at += 16 + (int) length(at);
            } else {
                int to = behind(at);
                found.regions.add(new int[] {at, to - at});
                at = to;
            }
        }
        return found;
    }

    private int behind(int at) {
        if (!isSum(at)) {
            int mended = mended(at);
            if (mended >= 0) {
                return mended;
            }
            int first = next(at + 1);
            if (first == file.length || first - at > LOOK) {
                return first;
            }
            int end = endOfPayload(at, first);
            return end < 0 ? behindChain(at, first) : end;
        }
        long end = at + 16 + length(at);
        int inside = next(at + 12);
        if (length(at) < 0 || length(at) > Integer.MAX_VALUE - 8) {
            return inside;
        }
        if (end > file.length) {
            return isWhole(at + 12)
                            && !anyWhole(Math.max(at + 12, file.length - OVERLAP), file.length, file.length, true)
                    ? file.length
                    : inside;
        }
        int from = (int) Math.max(at + 12, end - OVERLAP);
        boolean moved = anyWhole(from, (int) end, end - 3, false);
        boolean nested = isWhole(at + 12) && end(at + 12) <= end || anyWhole(from, (int) end, end - 4, true);
        boolean proven = end == file.length || isNearlyHeader((int) end);
        return !moved && (proven || nested) ? (int) end : inside;
    }

    /** Whether a whole record begins from {@code from} on and before {@code to} and ends at {@code end}, or behind it. */
    private boolean anyWhole(int from, int to, long end, boolean exactly) {
        for (int i = from; i < to; i++) {
            if (isWhole(i) && (exactly ? end(i) == end : end(i) >= end && end(i) <= to + LOOK)) {
                return true;
            }
        }
        return false;
    }

    private int endOfPayload(int damaged, int first) {
        for (int shift = -1; shift <= MOST_HEADER; shift++) {
            int payload = shift < 0 ? damaged + 12 : damaged + shift;
            if (payload > first) {
                continue;
            }
            for (int end = Math.max(first, payload + 4); end <= Math.min(first + LOOK, file.length); end++) {
                if (end == payload + 12 && isWhole(payload)) {
                    continue;
                }
                if ((end == file.length || isHeader(end)) && sum(payload, end - 4) == bytes.getInt(end - 4)) {
                    return end;
                }
            }
        }
        return -1;
    }

    /** Where the record ends if one byte of its header is made right and the payload's checksum agrees then. */
    private int mended(int at) {
        if (at > file.length - 12) {
            return -1;
        }
        for (int i = at; i < at + 12; i++) {
            byte stored = file[i];
            for (int value = 0; value < 256; value++) {
                file[i] = (byte) value;
                if (value != (stored & 0xff) && isWhole(at)) {
                    int end = (int) end(at);
                    file[i] = stored;
                    return end;
                }
            }
            file[i] = stored;
        }
        return -1;
    }

    private boolean isNearlyHeader(int at) {
        boolean found = isHeader(at);
        for (int i = at; i < at + 12 && at <= file.length - 12; i++) {
            byte stored = file[i];
            for (int value = 0; value < 256 && !found; value++) {
                file[i] = (byte) value;
                found = isHeader(at);
            }
            file[i] = stored;
        }
        return found;
    }

    private int behindChain(int damaged, int first) {
        int end = first;
        while (isWhole(end) && end(end) <= first + CHAIN) {
            end = (int) end(end);
        }
        for (int payload = damaged; payload <= Math.min(damaged + MOST_HEADER, first); payload++) {
            if (end > first && end <= file.length - 4 && sum(payload, end) == bytes.getInt(end)) {
                return end + 4;
            }
        }
        return first;
    }

    private int next(int from) {
        for (int i = from; i <= file.length - 12; i++) {
            if (isHeader(i)) {
                return i;
            }
        }
        return file.length;
    }

    private boolean isHeader(int at) {
        return isSum(at) && length(at) >= 0 && length(at) <= Integer.MAX_VALUE - 8;
    }

    private boolean isSum(int at) {
        return at <= file.length - 12 && sum(at, at + 8) == bytes.getInt(at + 8);
    }

    private boolean isWhole(int at) {
        return isHeader(at)
                && length(at) >= 0
                && length(at) <= file.length - at - 16L
                && sum(at + 12, at + 12 + (int) length(at)) == bytes.getInt(at + 12 + (int) length(at));
    }

    private long length(int at) {
        return bytes.getLong(at);
    }

    private long end(int at) {
        return at + 16 + length(at);
    }

    private int sum(int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(file, from, to - from);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }
}
