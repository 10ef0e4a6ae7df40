package dev.riffle.shard;

import dev.riffle.RecordFormat;
import dev.riffle.internal.Argument;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.internal.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the JSON form of a manifest. Rejects a manifest with missing, unknown or contradictory members,
 * because an incomplete manifest proves nothing.
 */
final class ManifestText {

    private static final String KIND = "riffle set";
    /** The size limit of a manifest is the maximum heap divided by this number. */
    private static final int HEAP_PARTS = 16;

    private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{8}");

    private ManifestText() {}

    static String write(SetManifest manifest) {
        StringBuilder out = new StringBuilder("{\n");
        member(out, "kind").string(KIND);
        member(out.append(",\n"), "version").number(SetManifest.VERSION);
        member(out.append(",\n"), "format").string(manifest.format().name().toLowerCase(Locale.ROOT));
        member(out.append(",\n"), "compression").string(manifest.compression().toLowerCase(Locale.ROOT));
        if (manifest.schema().isPresent()) {
            member(out.append(",\n"), "schema").string(manifest.schema().get());
        }
        if (!manifest.columns().isEmpty()) {
            columns(member(out.append(",\n"), "columns"), manifest.columns());
        }
        member(out.append(",\n"), "records").number(manifest.records());
        member(out.append(",\n"), "bytes").number(manifest.bytes());
        out.append(",\n  \"shards\": [");
        String separator = "\n    ";
        for (SetManifest.Shard shard : manifest.shards()) {
            out.append(separator);
            separator = ",\n    ";
            JsonWriter json = new JsonWriter(out)
                    .beginObject()
                    .name("name")
                    .string(shard.name())
                    .name("records")
                    .number(shard.records())
                    .name("bytes")
                    .number(shard.bytes())
                    .name("crc32c")
                    .string(HexFormat.of().toHexDigits(shard.crc32c()));
            shard.version().ifPresent(version -> json.name("tag").string(version));
            json.endObject();
        }
        return out.append("\n  ]\n}\n").toString();
    }

    private static void columns(JsonWriter json, Map<String, String> columns) {
        json.beginObject();
        columns.forEach((name, type) -> json.name(name).string(type));
        json.endObject();
    }

    private static JsonWriter member(StringBuilder out, String name) {
        out.append("  \"").append(name).append("\": ");
        return new JsonWriter(out);
    }

    static SetManifest read(Path path) throws IOException {
        String text;
        try {
            text = text(path);
        } catch (CharacterCodingException e) {
            throw new IOException(path + ": invalid manifest: not UTF-8; delete the file or write the set again", e);
        }
        try {
            return parse(text);
        } catch (JsonSyntaxException | IllegalArgumentException | ArithmeticException e) {
            throw new IOException(
                    path + ": invalid manifest: " + e.getMessage() + "; delete the file or write the set again", e);
        }
    }

    /** Reads a file unless it is too large for the heap: parsing needs about ten times its size. */
    private static String text(Path path) throws IOException {
        long max = Math.min(Runtime.getRuntime().maxMemory() / HEAP_PARTS, Integer.MAX_VALUE - 9);
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes((int) max + 1);
        }
        if (bytes.length > max) {
            throw new IOException(path + ": invalid manifest: " + Files.size(path)
                    + " bytes, more than the limit of " + max
                    + " for this heap; delete the file or write the set again;"
                    + " if the file is correct, increase the heap (-Xmx)");
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    static SetManifest parse(String text) {
        Map<String, JsonValue> members = members(JsonValue.parse(text), "the manifest");
        if (!(members.get("kind") instanceof JsonValue.Text kind)
                || !kind.text().equals(KIND)) {
            throw new IllegalArgumentException("kind must be \"" + KIND + "\"");
        }
        long version = number(members, "version");
        if (version != SetManifest.VERSION) {
            throw new IllegalArgumentException(
                    "version must be " + SetManifest.VERSION + ": " + version + "; use a newer release to read it");
        }
        checkKnown(
                members.keySet(),
                Set.of("kind", "version", "format", "compression", "schema", "columns", "records", "bytes", "shards"));
        SetManifest manifest = new SetManifest(
                format(text(members, "format")),
                text(members, "compression").toUpperCase(Locale.ROOT),
                shards(members.get("shards")),
                optional(members, "schema"),
                members.containsKey("columns") ? columns(members.get("columns")) : Map.of());
        checkTotal("records", number(members, "records"), manifest.records());
        checkTotal("bytes", number(members, "bytes"), manifest.bytes());
        return manifest;
    }

    private static Map<String, String> columns(@Nullable JsonValue value) {
        Map<String, JsonValue> types = value instanceof JsonValue.Members object ? object.members() : Map.of();
        if (types.isEmpty()) {
            throw new IllegalArgumentException("columns must be an object with at least one column");
        }
        Map<String, String> columns = new LinkedHashMap<>();
        types.keySet().forEach(name -> columns.put(name, text(types, name)));
        return columns;
    }

    private static List<SetManifest.Shard> shards(@Nullable JsonValue value) {
        if (!(value instanceof JsonValue.Items items) || items.items().isEmpty()) {
            throw new IllegalArgumentException("shards must be a list with at least one shard");
        }
        List<SetManifest.Shard> shards = new ArrayList<>();
        for (JsonValue item : items.items()) {
            Map<String, JsonValue> members = members(item, "a shard");
            checkKnown(members.keySet(), Set.of("name", "records", "bytes", "crc32c", "tag"));
            String name = text(members, "name");
            String checksum = text(members, "crc32c");
            if (!CHECKSUM.matcher(checksum).matches()) {
                throw new IllegalArgumentException("crc32c must be 8 hexadecimal digits: " + checksum);
            }
            shards.add(new SetManifest.Shard(
                    name,
                    number(members, "records"),
                    number(members, "bytes"),
                    HexFormat.fromHexDigits(checksum),
                    optional(members, "tag")));
        }
        checkNames(shards);
        return shards;
    }

    /** Checks that all names are those of one set in order, or that they are different files without a set. */
    private static void checkNames(List<SetManifest.Shard> shards) {
        ShardNames first = null;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < shards.size(); i++) {
            String name = shards.get(i).name();
            Optional<ShardNames.Member> member = member(name);
            if (i == 0 && member.isPresent()) {
                first = member.get().names();
            }
            boolean fits = first == null
                    ? member.isEmpty() && seen.add(name)
                    : member.isPresent()
                            && member.get().names().equals(first)
                            && member.get().shard() == i
                            && first.count() == shards.size();
            if (!fits) {
                throw new IllegalArgumentException((first == null
                                ? "shards of a directory must have different names without shard numbers"
                                : "shards must belong to one set and be in order")
                        + ": shard " + i + " of " + shards.size() + " is \"" + name + "\"");
            }
        }
    }

    /** Returns the place of a file in its set; empty if the name is a path or not the name of a shard. */
    private static Optional<ShardNames.Member> member(String name) {
        checkPath(name);
        return name.contains("/") ? Optional.empty() : ShardNames.find(Path.of(name));
    }

    /** Rejects a path that could leave the directory of the manifest. */
    private static void checkPath(String name) {
        Argument.path(Path.of(""), name, "name", "a file name");
        for (String part : name.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..") || part.contains("\\")) {
                throw new IllegalArgumentException(
                        "name must be a file name, or a path inside the directory of the manifest: \"" + name + "\"");
            }
        }
    }

    private static RecordFormat format(String name) {
        return RecordFormat.named(name)
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
                .orElseThrow(() -> new IllegalArgumentException(
                        "format must be tfrecord, ofrecord or the name of an installed container: " + name));
    }

    private static void checkTotal(String what, long stated, long sum) {
        if (stated != sum) {
            throw new IllegalArgumentException(what + " must be " + sum + ", the sum of all shards: " + stated);
        }
    }

    private static void checkKnown(Set<String> names, Set<String> known) {
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown member: \"" + name + "\"");
            }
        }
    }

    private static Map<String, JsonValue> members(JsonValue value, String what) {
        if (value instanceof JsonValue.Members object) {
            return object.members();
        }
        throw new IllegalArgumentException(what + " must be an object");
    }

    private static String text(Map<String, JsonValue> members, String name) {
        if (members.get(name) instanceof JsonValue.Text text) {
            return text.text();
        }
        throw new IllegalArgumentException(name + " must be a string");
    }

    private static Optional<String> optional(Map<String, JsonValue> members, String name) {
        return members.containsKey(name) ? Optional.of(text(members, name)) : Optional.empty();
    }

    private static long number(Map<String, JsonValue> members, String name) {
        if (members.get(name) instanceof JsonValue.Number number) {
            return number.exactLong().stream()
                    .filter(value -> value >= 0)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            name + " must be an integer from 0 to 2^63 - 1: " + number.text()));
        }
        throw new IllegalArgumentException(name + " must be a number");
    }
}
