package dev.riffle.documents;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether a row of {@code docs/reference/errors.md} is a message of the sources. The row must consist of
 * complete texts of the sources and of words in capitals, which stand for the parts that vary. A row may omit the
 * separators at both ends of the message, because the place of the error precedes some messages.
 */
final class MessageRow {

    /** A word for a part that varies. A number may have a counted noun. */
    private static final Pattern PLACEHOLDER = Pattern.compile("(?:FILE|NAME|VALUE|TYPE|FORMAT|SHAPE|OPTION|REASON|N)"
            + "(?:(?<=N) (?:record|file|byte|value|label|cell|field)s?\\b)?");

    private static final String SEPARATORS = " :;,.";
    private static final String PLURAL = "s";

    private final Map<Character, Set<String>> texts = new HashMap<>();
    private final Map<Character, Set<String>> beginnings = new HashMap<>();
    private final Set<String> ends = new HashSet<>();

    MessageRow(Set<String> texts) {
        for (String text : texts) {
            add(this.texts, text);
            add(beginnings, withoutBeginning(text));
            ends.add(withoutEnd(text));
            ends.add(trimmed(text));
        }
    }

    private static void add(Map<Character, Set<String>> texts, String text) {
        if (!text.isEmpty()) {
            texts.computeIfAbsent(text.charAt(0), key -> new HashSet<>()).add(text);
        }
    }

    /** Returns the text without separators at its ends. */
    private static String trimmed(String text) {
        return withoutBeginning(withoutEnd(text));
    }

    private static String withoutBeginning(String text) {
        int begin = 0;
        while (begin < text.length() && SEPARATORS.indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        return text.substring(begin);
    }

    private static String withoutEnd(String text) {
        int end = text.length();
        while (end > 0 && SEPARATORS.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(0, end);
    }

    /** Returns whether the row is a message, also without the name of a file before it. */
    boolean isMessage(String row) {
        return consistsOfTexts(row) || row.startsWith("FILE: ") && consistsOfTexts(row.substring("FILE: ".length()));
    }

    private boolean consistsOfTexts(String row) {
        boolean[] reached = new boolean[row.length() + 1];
        boolean[] afterPlaceholder = new boolean[row.length() + 1];
        reached[0] = true;
        for (int at = 0; at < row.length(); at++) {
            if (!reached[at]) {
                continue;
            }
            Matcher placeholder = PLACEHOLDER.matcher(row).region(at, row.length());
            if (placeholder.lookingAt()) {
                reached[placeholder.end()] = true;
                afterPlaceholder[placeholder.end()] = true;
            }
            boolean insideWord = isInsideWord(row, at) && !afterPlaceholder[at];
            char first = row.charAt(at);
            for (Map<Character, Set<String>> candidates : at == 0 ? List.of(texts, beginnings) : List.of(texts)) {
                for (String text : candidates.getOrDefault(first, Set.of())) {
                    if (row.startsWith(text, at) && (!insideWord || text.equals(PLURAL))) {
                        reached[at + text.length()] = true;
                    }
                }
            }
            if (!insideWord && ends.contains(row.substring(at))) {
                return true;
            }
        }
        return reached[row.length()];
    }

    private static boolean isInsideWord(String row, int at) {
        return at > 0 && Character.isLetterOrDigit(row.charAt(at - 1)) && Character.isLetterOrDigit(row.charAt(at));
    }
}
