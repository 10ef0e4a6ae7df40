package dev.riffle.example.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import java.util.List;

/** The tags of the lists of a feature. Each tag takes one byte. */
public final class Tags {

    private Tags() {}

    /** Returns the kind of the list with each tag; NOT_SET for tags of other fields. */
    static Kind[] listKinds(Dialect dialect) {
        Kind[] kinds = new Kind[1 << Byte.SIZE];
        Arrays.fill(kinds, Kind.NOT_SET);
        List<Kind> inOrder = dialect.kinds();
        for (int i = 0; i < inOrder.size(); i++) {
            kinds[(i + 1) << 3 | WireScanner.LENGTH_DELIMITED] = inOrder.get(i);
        }
        return kinds;
    }

    /** Returns the tag of the list of a kind that the dialect has. */
    public static int ofList(Kind kind, Dialect dialect) {
        return dialect.kinds().indexOf(kind) + 1 << 3 | WireScanner.LENGTH_DELIMITED;
    }
}
