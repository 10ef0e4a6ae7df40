package dev.riffle.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A type or member in Javadoc.
 *
 * @param name the name with its type, such as RecordReader.open(Path)
 * @param place the package
 * @param url the address in the site
 */
record ApiName(String name, String place, String url) {

    /** One object of Javadoc's own lists of names. Its values are strings. */
    private static final Pattern OBJECT = Pattern.compile("\\{((?:\"\\w+\":\"(?:[^\"\\\\]|\\\\.)*\",?)+)\\}");

    private static final Pattern VALUE = Pattern.compile("\"(\\w+)\":\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern TYPE_ARGUMENTS = Pattern.compile("<[^<>]*>");

    /** Reads the lists of types and members that javadoc writes for its own search. */
    static List<ApiName> of(Path javadoc) throws IOException {
        List<ApiName> names = new ArrayList<>();
        for (Map<String, String> type : objects(javadoc.resolve("type-search-index.js"))) {
            String place = value(type, "p");
            String name = value(type, "l");
            // The list also has a link to the page of all types, without a package.
            if (!place.isEmpty()) {
                names.add(new ApiName(name, place, page(place, name)));
            }
        }
        for (Map<String, String> member : objects(javadoc.resolve("member-search-index.js"))) {
            String place = value(member, "p");
            String type = value(member, "c");
            String name = value(member, "l");
            String anchor = member.getOrDefault("u", name);
            // Javadoc omits the type of a method that two types inherit from one generic type.
            if (!type.isEmpty()) {
                names.add(new ApiName(type + "." + withoutArguments(name), place, page(place, type) + "#" + anchor));
            }
        }
        return names;
    }

    /** Removes the arguments of types, which only the javadoc of older JDKs writes. */
    private static String withoutArguments(String name) {
        String shorter = TYPE_ARGUMENTS.matcher(name).replaceAll("");
        return shorter.equals(name) ? name : withoutArguments(shorter);
    }

    private static String value(Map<String, String> object, String key) {
        return object.getOrDefault(key, "");
    }

    private static String page(String place, String type) {
        return Javadoc.FOLDER + place.replace('.', '/') + "/" + type + ".html";
    }

    private static List<Map<String, String>> objects(Path file) throws IOException {
        List<Map<String, String>> objects = new ArrayList<>();
        for (MatchResult object :
                OBJECT.matcher(Files.readString(file)).results().toList()) {
            Map<String, String> values = new HashMap<>();
            VALUE.matcher(object.group(1)).results().forEach(value -> values.put(value.group(1), value.group(2)));
            objects.add(values);
        }
        return objects;
    }
}
