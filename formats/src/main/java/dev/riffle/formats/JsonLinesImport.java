package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON lines in UTF-8: each line that is not blank holds one object, which becomes an Example.
 *
 * <p>In the plain form each member is a feature: a number, a text, true or false (1 or 0), or a list of these. Null is
 * a missing value. A list without values is an empty list of the column's kind. The import rejects other objects, and
 * lists inside lists.
 *
 * <p>An object may state a kind: {@code {"$int64":[1,2]}}, {@code {"$float":["NaN"]}}, {@code {"$bytes":["AAH/"]}} with
 * base64, {@code {"$double":[]}}, {@code {"$int32":[]}}, and {@code {"$unset":[]}} for a feature without a kind. The
 * survey ignores such features.
 *
 * <p>The exact form is the Example in protobuf's JSON mapping, {@code {"features":{"feature":{...}}}}, or {@code
 * {"feature":{...}}} for OFRecord. One input may contain lines in both forms.
 *
 * <p>Immutable and safe for use by several threads: each method returns changed settings.
 *
 * @since 0.1
 */
public final class JsonLinesImport implements ExampleImport {

    private final List<ByteSource> sources;
    private final ColumnTypes given;
    private final Dialect dialect;

    private JsonLinesImport(List<ByteSource> sources, ColumnTypes given, Dialect dialect) {
        this.sources = sources;
        this.given = given;
        this.dialect = dialect;
    }

    /** Returns an import of one file, or of several files in this order. */
    public static JsonLinesImport of(ByteSource... sources) {
        Argument.allPresent(sources, "sources");
        return of(List.of(sources));
    }

    /** Returns an import of several files in this order. */
    public static JsonLinesImport of(List<ByteSource> sources) {
        Argument.allPresent(sources, "sources");
        return new JsonLinesImport(List.copyOf(sources), ColumnTypes.none(), Dialect.TENSORFLOW);
    }

    /** Sets the kinds of some or all members. A survey finds the kinds of the other members. */
    public JsonLinesImport types(ColumnTypes types) {
        Argument.present(types, "types");
        return new JsonLinesImport(sources, types, dialect);
    }

    /** Sets the dialect of the exact form; the default is TensorFlow's. */
    public JsonLinesImport dialect(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return new JsonLinesImport(sources, given, dialect);
    }

    @Override
    public Survey survey() throws IOException {
        Map<String, ColumnSurvey> columns = new LinkedHashMap<>();
        long records = 0;
        try (JsonLines lines = lines()) {
            while (lines.next()) {
                records++;
                for (Map.Entry<String, MemberValue> member : lines.members().entrySet()) {
                    ColumnSurvey column = columns.computeIfAbsent(member.getKey(), name -> new ColumnSurvey());
                    if (member.getValue() instanceof MemberValue.Plain plain) {
                        plain.values().forEach(value -> column.add(value, lines.source(), lines.line()));
                    }
                }
            }
        }
        Map<String, Kind> kinds = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        columns.forEach((name, column) -> {
            kinds.put(name, given.find(name).orElseGet(column::kind));
            if (given.find(name).isEmpty()) {
                notes.addAll(column.notes(name));
            }
        });
        given.kinds().keySet().stream()
                .filter(name -> !columns.containsKey(name))
                .map(name -> "member \"" + name + "\" has a type, but no line contains it")
                .forEach(notes::add);
        return new Survey(ColumnTypes.of(kinds), records, notes);
    }

    private JsonLines lines() {
        return new JsonLines(sources, dialect);
    }

    @Override
    public ExampleReader open(ColumnTypes types) {
        Argument.present(types, "types");
        return new JsonExamples(lines(), types);
    }
}
