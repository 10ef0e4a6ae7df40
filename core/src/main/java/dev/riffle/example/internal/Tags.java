package dev.riffle.example.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.WireScanner;
import java.util.Arrays;
import java.util.List;

/** The tags of messages in their usual form. Each tag takes one byte. */
public final class Tags {

    /**
     * The tag of field 1: the features of an Example, an entry of a map, the key of an entry, and the values of a list.
     */
    public static final byte FIELD_1 = 1 << 3 | WireScanner.LENGTH_DELIMITED;

    /** The tag of field 2: the feature lists of a SequenceExample, and the value of an entry of a map. */
    public static final byte FIELD_2 = 2 << 3 | WireScanner.LENGTH_DELIMITED;

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
