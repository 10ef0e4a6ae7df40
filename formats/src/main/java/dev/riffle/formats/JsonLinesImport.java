package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON lines in UTF-8: each line that is not blank holds one object, which becomes an Example.
 *
 * <p>In the plain form each member is a feature: a number, a text, true or false (1 or 0), or a list of these; null is no
 * value. A list without values is an empty list of the column's kind. Objects and lists inside lists are refused, but for
 * those that say a kind outright: {@code {"$int64":[1,2]}}, {@code {"$float":["NaN"]}}, {@code {"$bytes":["AAH/"]}} with
 * base64, {@code {"$double":[]}}, {@code {"$int32":[]}}, and {@code {"$unset":[]}} for a feature without a kind. These
 * take no part in the survey.
 *
 * <p>The exact form is the Example as protobuf maps it to JSON, {@code {"features":{"feature":{...}}}}, or
 * {@code {"feature":{...}}} for OFRecord. Both forms may be mixed.
 *
 * <p>Immutable: each method gives changed settings and leaves these as they are.
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

    /** One file, or several, one behind the other. */
    public static JsonLinesImport of(ByteSource... sources) {
        return of(List.of(sources));
    }

    /** Several files, one behind the other. */
    public static JsonLinesImport of(List<ByteSource> sources) {
        return new JsonLinesImport(List.copyOf(sources), ColumnTypes.none(), Dialect.TENSORFLOW);
    }

    /** The kinds of some or all members; a survey finds the others. */
    public JsonLinesImport types(ColumnTypes types) {
        return new JsonLinesImport(sources, types, dialect);
    }

    /** Whose message the exact form is; TensorFlow's otherwise. */
    public JsonLinesImport dialect(Dialect dialect) {
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
                .map(name -> "no line has the member \"" + name + "\", whose type was given")
                .forEach(notes::add);
        return new Survey(ColumnTypes.of(kinds), records, notes);
    }

    private JsonLines lines() {
        return new JsonLines(sources, dialect);
    }

    @Override
    public ExampleReader open(ColumnTypes types) {
        return new JsonExamples(lines(), types);
    }
}
