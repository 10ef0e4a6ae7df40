package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Writes Examples as JSON lines. */
final class JsonExampleWriter implements ExampleWriter {

    private final Writer out;
    private final Optional<Dialect> exact;

    /** The kind of each name that needs no tag. A survey of the output would find this kind. */
    private final Map<String, Kind> plainKinds = new HashMap<>();

    JsonExampleWriter(Writer out, Optional<Dialect> exact) {
        this.out = out;
        this.exact = exact;
    }

    @Override
    public void write(Example example) throws IOException {
        out.append(exact.isPresent() ? example.toJson(exact.get()) : plain(example))
                .append('\n');
    }

    private String plain(Example example) {
        if (example.hasFeatures() && example.features().isEmpty()) {
            return example.toJson();
        }
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        json.beginObject();
        example.features().forEach((name, feature) -> {
            json.name(name);
            if (isPlain(name, feature)) {
                writePlain(json, feature);
            } else {
                TaggedJson.write(json, feature);
            }
        });
        json.endObject();
        return line.toString();
    }

    private boolean isPlain(String name, Feature feature) {
        boolean readsBack = switch (feature.kind()) {
            case INT64 -> feature.size() > 0;
            case FLOAT -> feature.size() > 0 && allFinite(feature);
            case BYTES -> feature.size() > 0 && feature.bytes().stream().allMatch(Bytes::isUtf8);
            case NOT_SET, DOUBLE, INT32 -> false;
        };
        return readsBack && plainKinds.computeIfAbsent(name, key -> feature.kind()) == feature.kind();
    }

    private static boolean allFinite(Feature feature) {
        for (int i = 0; i < feature.size(); i++) {
            if (!Float.isFinite(feature.floatAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static void writePlain(JsonWriter json, Feature feature) {
        if (feature.size() == 1) {
            writeValue(json, feature, 0);
            return;
        }
        json.beginArray();
        for (int i = 0; i < feature.size(); i++) {
            writeValue(json, feature, i);
        }
        json.endArray();
    }

    private static void writeValue(JsonWriter json, Feature feature, int index) {
        switch (feature.kind()) {
            case INT64 -> json.number(feature.longAt(index));
            case FLOAT -> json.number(Float.toString(feature.floatAt(index)));
            case BYTES -> json.string(feature.bytesAt(index).utf8());
            case NOT_SET, DOUBLE, INT32 ->
                throw new IllegalStateException(feature.kind().fieldName());
        }
    }

    @Override
    public long emptied() {
        return 0;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
