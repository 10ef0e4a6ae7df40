package dev.riffle.formats;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates an Example from each JSON line. */
final class JsonExamples implements ExampleReader {

    private final JsonLines lines;
    private final ColumnTypes types;
    private @Nullable Example example;

    JsonExamples(JsonLines lines, ColumnTypes types) {
        this.lines = lines;
        this.types = types;
    }

    @Override
    public boolean next() throws IOException {
        example = null;
        if (!lines.next()) {
            return false;
        }
        example = lines.exact().isPresent() ? lines.exact().get() : plain();
        return true;
    }

    private Example plain() throws ImportException {
        ExampleBuilder builder = Example.builder();
        for (Map.Entry<String, MemberValue> member : lines.members().entrySet()) {
            builder.put(member.getKey(), feature(member.getKey(), member.getValue()));
        }
        return builder.build();
    }

    private Feature feature(String name, MemberValue value) throws ImportException {
        if (value instanceof MemberValue.Tagged tagged) {
            return tagged.feature();
        }
        MemberValue.Plain plain = (MemberValue.Plain) value;
        Kind kind = types.find(name)
                .orElseThrow(() -> lines.failure(
                        "member \"" + name + "\" has no type; open the import with the types of its survey"));
        String problem = kind == Kind.NOT_SET
                ? null
                : Cells.problem(kind, plain.values()).orElse(null);
        if (problem != null) {
            throw lines.failure("member \"" + name + "\": " + problem);
        }
        return Cells.feature(kind, plain.values());
    }

    @Override
    public Example example() {
        if (example == null) {
            throw new IllegalStateException("no current Example; next() must have returned true");
        }
        return example;
    }

    @Override
    public String source() {
        return lines.source();
    }

    @Override
    public long line() {
        return lines.line();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
