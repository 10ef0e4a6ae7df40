package dev.riffle.parse.csv;

import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides a record into fields like TensorFlow's DecodeCSV. The rules are close to RFC 4180, with two differences. The
 * splitter skips line breaks before a field, and rejects a line break after the last field. The splitter keeps only the
 * selected fields. It does not read fields after the last selected field.
 */
final class CsvFields {

    private final byte delimiter;
    private final boolean quoting;

    /** The numbers of the selected fields, ascending; empty if all fields are selected. */
    private final int[] selected;

    /**
     * The number of selected fields. If all fields are selected, the splitter counts surplus fields, but does not keep
     * them.
     */
    private final int wanted;

    private final List<Bytes> kept = new ArrayList<>();

    private Bytes record = Bytes.empty();
    private int recordIndex;
    private int at;
    private int count;

    CsvFields(byte delimiter, boolean quoting, int[] selected, int wanted) {
        this.delimiter = delimiter;
        this.quoting = quoting;
        this.selected = selected;
        this.wanted = wanted;
    }

    /** Returns the selected fields of a record, valid until the next call. */
    List<Bytes> split(Bytes next, int index) {
        record = next;
        recordIndex = index;
        at = 0;
        count = 0;
        kept.clear();
        while (at < record.size()) {
            byte b = record.get(at);
            if (b == '\n' || b == '\r') {
                at++;
                continue;
            }
            take(quoting && b == '"' ? quoted() : unquoted());
            if (selected.length > 0 && kept.size() == wanted) {
                return kept;
            }
        }
        if (!record.isEmpty() && record.get(record.size() - 1) == delimiter) {
            take(Bytes.empty());
        }
        int found = selected.length > 0 ? kept.size() : count;
        if (found != wanted) {
            throw miscounted();
        }
        return kept;
    }

    private void take(Bytes field) {
        boolean isWanted = selected.length == 0 ? count < wanted : selected[kept.size()] == count;
        if (isWanted) {
            kept.add(field);
        }
        count++;
    }

    private CsvDecodeException miscounted() {
        String expected = selected.length == 0 ? wanted + " fields" : "field " + selected[kept.size()];
        return new CsvDecodeException(
                recordIndex,
                -1,
                wanted == 1 && selected.length == 0 ? "1 field" : expected,
                count == 1 ? "1 field" : count + " fields");
    }

    private Bytes unquoted() {
        int begin = at;
        while (at < record.size() && record.get(at) != delimiter) {
            byte b = record.get(at);
            if (b == '\n' || b == '\r' || (quoting && b == '"')) {
                throw failure(
                        "no " + (quoting ? "quote and no " : "") + "line break in a field without quotes",
                        b == '"' ? "a quote" : "a line break");
            }
            at++;
        }
        Bytes field = record.slice(begin, at);
        at++;
        return field;
    }

    private Bytes quoted() {
        int begin = ++at;
        int quotes = 0;
        int last = record.size() - 1;
        while (at < last && (record.get(at) != '"' || record.get(at + 1) != delimiter)) {
            if (record.get(at) != '"') {
                at++;
            } else if (record.get(at + 1) == '"') {
                quotes++;
                at += 2;
            } else {
                throw failure(
                        "a delimiter, another quote or the end after a quote",
                        CsvDecodeException.shown(record.slice(at + 1, at + 2)));
            }
        }
        if (at > last || record.get(at) != '"') {
            throw failure("a quote at the end of a field in quotes", "the end of the record");
        }
        Bytes field = quotes == 0 ? record.slice(begin, at) : withoutDoubling(begin, quotes);
        at += 2;
        return field;
    }

    private Bytes withoutDoubling(int begin, int quotes) {
        byte[] field = new byte[at - begin - quotes];
        int from = begin;
        for (int i = 0; i < field.length; i++) {
            field[i] = record.get(from);
            from += field[i] == '"' ? 2 : 1;
        }
        return Bytes.ofOwned(field);
    }

    private CsvDecodeException failure(String expected, String found) {
        return new CsvDecodeException(recordIndex, count, expected, found);
    }
}
