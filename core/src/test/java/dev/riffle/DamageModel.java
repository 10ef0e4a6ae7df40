package dev.riffle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Implements the rule of {@link TfRecordSearch} in its simplest form. The model tries every offset, with the complete
 * file in memory and the JDK's checksum.
 */
final class DamageModel {

    /** The offsets and sizes of the records, the skipped regions, and the marks of each region. */
    record Found(List<int[]> records, List<int[]> regions, List<Set<NestedRecords>> marks) {}

    private static final int MOST_HEADER = 24;
    private static final int LOOK = 1 << 20;
    private static final int CHAIN = 16 << 20;

    private final byte[] file;
    private final ByteBuffer bytes;
    private final NestedRecords nested;
    private int doubtfulTo;
    private boolean drops;
    private boolean isEnd;

    private DamageModel(byte[] file, NestedRecords nested) {
        this.file = file;
        this.bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        this.nested = nested;
    }

    static Found of(byte[] file) {
        return of(file, NestedRecords.KEEP);
    }

    static Found of(byte[] file, NestedRecords nested) {
        return new DamageModel(file, nested).run();
    }

    private Found run() {
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int at = 0;
        while (at < file.length) {
            if (isIntact(at)) {
                found.records.add(new int[] {at, (int) length(at)});
                at += 16 + (int) length(at);
            } else {
                drops = false;
                isEnd = false;
                int to = afterRun(after(at));
                Set<NestedRecords> marks = EnumSet.noneOf(NestedRecords.class);
                if (drops) {
                    marks.add(NestedRecords.DROP);
                }
                if (to < doubtfulTo && to < file.length) {
                    marks.add(NestedRecords.KEEP);
                }
                found.regions.add(new int[] {at, to - at});
                found.marks.add(marks);
                at = to;
            }
        }
        return found;
    }

    /**
     * Returns the end of a run of intact records if a header follows within a few checksums. Such a run may end a
     * damaged payload.
     */
    private int afterRun(int from) {
        int end = from;
        while (!isEnd && isIntact(end) && endOf(end) - from <= CHAIN) {
            end = (int) endOf(end);
        }
        for (int border = end + 4; end > from && border <= end + 16; border += 4) {
            if (!isHeader(border) && border != file.length) {
                continue;
            }
            if (nested == NestedRecords.DROP) {
                drops = true;
                return border == file.length ? border : afterRun(border);
            }
            doubtfulTo = Math.max(doubtfulTo, end);
            break;
        }
        return from;
    }

    private int after(int at) {
        if (!isSum(at)) {
            int repairedEnd = repairedEnd(at);
            if (repairedEnd >= 0) {
                // A checksum proves that the damaged record ends at this offset.
                isEnd = true;
                return repairedEnd;
            }
            int first = next(at + 1);
            if (first == file.length || first - at > LOOK) {
                return first;
            }
            int end = endOfPayload(at, first);
            return end < 0 ? afterChain(at, first) : end;
        }
        if (length(at) < 0 || length(at) > Integer.MAX_VALUE - 8) {
            return next(at + 1);
        }
        return endOf(at) > file.length ? afterTorn(at) : afterWrongPayload(at);
    }

    private int afterWrongPayload(int at) {
        int end = (int) endOf(at);
        List<int[]> inside = intact(at + 1, end);
        for (int[] frame : inside) {
            if (frame[0] < at + 12 || frame[1] > end - 4) {
                return fileFrom(at, chain(inside, frame[0]), inside);
            }
        }
        boolean proven = end == file.length || isNearlyHeader(end);
        if (inside.isEmpty()) {
            return proven ? end : next(at + 1);
        }
        int signs = proven ? 1 : 0;
        signs += inside.stream().anyMatch(frame -> frame[0] == at + 12) ? 1 : 0;
        signs += inside.stream().anyMatch(frame -> frame[1] == end - 4) ? 1 : 0;
        return signs >= 2 ? dropped(end) : doubtful(at, end);
    }

    private int afterTorn(int at) {
        List<int[]> inside = intact(at + 1, file.length);
        if (inside.isEmpty()) {
            return next(at + 1);
        }
        int last = inside.stream().mapToInt(frame -> frame[1]).max().orElseThrow();
        int begin =
                inside.stream().filter(frame -> frame[1] == last).findFirst().orElseThrow()[0];
        int chain = chain(inside, begin);
        long claimed = isHeader(last) ? endOf(last) : -1;
        if (last == file.length && !beginsWithRecord(at) || claimed > endOf(at) - 4 || inside.get(0)[0] < at + 12) {
            return fileFrom(at, chain, inside);
        }
        return isIntact(at + 12) && claimed == endOf(at) - 4 ? dropped(file.length) : doubtful(at, file.length);
    }

    /** Returns whether the payload begins with the header of a record that fits into the payload. */
    private boolean beginsWithRecord(int at) {
        return isHeader(at + 12) && endOf(at + 12) <= endOf(at) - 4;
    }

    private int fileFrom(int at, int chain, List<int[]> inside) {
        boolean any = inside.stream().anyMatch(frame -> frame[0] < chain);
        return any ? doubtful(at, chain) : next(at + 1);
    }

    private int doubtful(int at, int end) {
        if (nested == NestedRecords.DROP) {
            return dropped(end);
        }
        doubtfulTo = Math.max(doubtfulTo, end);
        return next(at + 1);
    }

    private int dropped(int end) {
        drops = true;
        return end;
    }

    /** Returns the beginning of the chain of adjacent records that ends at {@code begin}. */
    private static int chain(List<int[]> frames, int begin) {
        int first = begin;
        for (int i = frames.size() - 1; i >= 0; i--) {
            first = frames.get(i)[1] == first ? frames.get(i)[0] : first;
        }
        return first;
    }

    /** Returns the intact records that begin in a range, each as its begin and end. */
    private List<int[]> intact(int from, int to) {
        List<int[]> whole = new ArrayList<>();
        for (int i = from; i < to; i++) {
            if (isIntact(i)) {
                whole.add(new int[] {i, (int) endOf(i)});
            }
        }
        return whole;
    }

    private int endOfPayload(int damaged, int first) {
        for (int shift = -1; shift <= MOST_HEADER; shift++) {
            int payload = shift < 0 ? damaged + 12 : damaged + shift;
            if (payload > first) {
                continue;
            }
            for (int end = Math.max(first, payload + 4); end <= Math.min(first + LOOK, file.length); end++) {
                if (end == payload + 12 && isIntact(payload)) {
                    continue;
                }
                if ((end == file.length || isHeader(end)) && sum(payload, end - 4) == bytes.getInt(end - 4)) {
                    return end;
                }
            }
        }
        return -1;
    }

    /** Corrects one header byte so that the payload's checksum matches. Returns the end of that record. */
    private int repairedEnd(int at) {
        if (at > file.length - 12) {
            return -1;
        }
        for (int i = at; i < at + 12; i++) {
            byte stored = file[i];
            for (int value = 0; value < 256; value++) {
                file[i] = (byte) value;
                if (value != (stored & 0xff) && isIntact(at)) {
                    int end = (int) endOf(at);
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

    private int afterChain(int damaged, int first) {
        int end = first;
        while (isIntact(end) && endOf(end) <= first + CHAIN) {
            end = (int) endOf(end);
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

    private boolean isIntact(int at) {
        return isHeader(at)
                && length(at) >= 0
                && length(at) <= file.length - at - 16L
                && sum(at + 12, at + 12 + (int) length(at)) == bytes.getInt(at + 12 + (int) length(at));
    }

    private long length(int at) {
        return bytes.getLong(at);
    }

    private long endOf(int at) {
        return at + 16 + length(at);
    }

    private int sum(int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(file, from, to - from);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }
}
