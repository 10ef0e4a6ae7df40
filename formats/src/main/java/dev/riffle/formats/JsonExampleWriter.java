package dev.riffle.formats;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Writes Examples and SequenceExamples as JSON lines. */
final class JsonExampleWriter implements ExampleWriter {

    private final Writer out;
    private final Optional<Dialect> exact;

    /** The kind of each name that needs no tag. A survey of the output would find this kind. */
    private final Map<String, Kind> plainKinds = new HashMap<>();

    /** The kind of each feature list whose steps need no tag. */
    private final Map<String, Kind> plainKindsOfLists = new HashMap<>();

    JsonExampleWriter(Writer out, Optional<Dialect> exact) {
        this.out = out;
        this.exact = exact;
    }

    @Override
    public void write(Example example) throws IOException {
        out.append(exact.isPresent() ? example.toJson(exact.get()) : plain(example))
                .append('\n');
    }

    @Override
    public void write(SequenceExample example) throws IOException {
        out.append(exact.isPresent() ? example.toJson() : plain(example)).append('\n');
    }

    private String plain(Example example) {
        if (example.hasFeatures() && example.features().isEmpty()) {
            return example.toJson();
        }
        StringBuilder line = new StringBuilder();
        writeFeatures(new JsonWriter(line), example);
        return line.toString();
    }

    private void writeFeatures(JsonWriter json, Example example) {
        json.beginObject();
        example.features().forEach((name, feature) -> write(json.name(name), name, feature, plainKinds));
        json.endObject();
    }

    private String plain(SequenceExample example) {
        StringBuilder line = new StringBuilder();
        JsonWriter json = new JsonWriter(line);
        writeFeatures(json.beginObject().name("context"), example.context());
        json.name("lists").beginObject();
        example.featureLists().forEach((name, steps) -> {
            json.name(name).beginArray();
            steps.forEach(step -> write(json, name, step, plainKindsOfLists));
            json.endArray();
        });
        json.endObject().endObject();
        return line.toString();
    }

    private static void write(JsonWriter json, String name, Feature feature, Map<String, Kind> kinds) {
        if (isPlain(name, feature, kinds)) {
            writePlain(json, feature);
        } else {
            TaggedJson.write(json, feature);
        }
    }

    private static boolean isPlain(String name, Feature feature, Map<String, Kind> kinds) {
        boolean readsBack = switch (feature.kind()) {
            case INT64 -> feature.size() > 0;
            case FLOAT -> feature.size() > 0 && allFinite(feature);
            case BYTES -> feature.size() > 0 && feature.bytes().stream().allMatch(Bytes::isUtf8);
            case NOT_SET, DOUBLE, INT32 -> false;
        };
        return readsBack && kinds.computeIfAbsent(name, key -> feature.kind()) == feature.kind();
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
