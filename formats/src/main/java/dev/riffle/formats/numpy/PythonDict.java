package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the Python dictionary of a header. It has exactly the keys descr, fortran_order and shape, in any order. */
final class PythonDict {

    /**
     * The entries of the dictionary.
     *
     * @param description the text of descr; for a type with fields, the source of the list
     * @param fortranOrder whether the first dimension varies fastest
     */
    record Header(String description, boolean fortranOrder, List<Long> shape) {}

    private static final int MOST_DIMENSIONS = 64;

    private static final int SHOWN_CHARACTERS = 40;

    private final String source;
    private final String text;
    private int at;

    PythonDict(String source, String text) {
        this.source = source;
        this.text = text;
    }

    Header read() throws MalformedArrayException {
        @Nullable String description = null;
        @Nullable Boolean fortranOrder = null;
        @Nullable List<Long> shape = null;
        Set<String> seen = new HashSet<>();
        expect('{');
        while (!accept('}')) {
            String key = string();
            if (!seen.add(key)) {
                throw malformed("the key " + Argument.shown(key) + " is there twice");
            }
            expect(':');
            switch (key) {
                case "descr" -> description = description();
                case "fortran_order" -> fortranOrder = truth();
                case "shape" -> shape = tuple();
                default -> throw malformed("unknown key " + Argument.shown(key));
            }
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skipSpaces();
        if (at < text.length()) {
            throw malformed("text after the dictionary");
        }
        if (description == null || fortranOrder == null || shape == null) {
            throw malformed("descr, fortran_order or shape is missing");
        }
        return new Header(description, fortranOrder, shape);
    }

    private String description() throws MalformedArrayException {
        skipSpaces();
        if (at < text.length() && text.charAt(at) != '[') {
            return string();
        }
        int from = at;
        int depth = 0;
        do {
            if (at >= text.length()) {
                throw malformed("the list of fields does not end");
            }
            char character = text.charAt(at++);
            depth += character == '[' ? 1 : character == ']' ? -1 : 0;
        } while (depth > 0);
        return text.substring(from, at);
    }

    private String string() throws MalformedArrayException {
        skipSpaces();
        char quote = at < text.length() ? text.charAt(at) : ' ';
        int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
        if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
            throw malformed("expected a text in quotes");
        }
        String string = text.substring(at + 1, end);
        at = end + 1;
        return string;
    }

    private boolean truth() throws MalformedArrayException {
        skipSpaces();
        for (String word : List.of("True", "False")) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return word.equals("True");
            }
        }
        throw malformed("expected True or False");
    }

    private List<Long> tuple() throws MalformedArrayException {
        List<Long> numbers = new ArrayList<>();
        expect('(');
        while (!accept(')')) {
            if (numbers.size() == MOST_DIMENSIONS) {
                throw malformed("more than " + MOST_DIMENSIONS + " dimensions");
            }
            numbers.add(number());
            if (!accept(',')) {
                if (numbers.size() == 1) {
                    throw malformed("expected a comma after the only dimension");
                }
                expect(')');
                break;
            }
        }
        return numbers;
    }

    private long number() throws MalformedArrayException {
        skipSpaces();
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        String digits = text.substring(from, at);
        // Python 2 writes an L after a long integer.
        accept('L');
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw (MalformedArrayException) malformed("expected a dimension").initCause(e);
        }
    }

    private boolean accept(char character) {
        skipSpaces();
        if (at < text.length() && text.charAt(at) == character) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char character) throws MalformedArrayException {
        if (!accept(character)) {
            throw malformed("expected " + character);
        }
    }

    private void skipSpaces() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private MalformedArrayException malformed(String problem) {
        int from = Math.min(at, text.length());
        String found = text.substring(from, Math.min(from + SHOWN_CHARACTERS, text.length()));
        return new MalformedArrayException(
                source,
                "the header is damaged at character " + at + ": " + problem + "; found \"" + Argument.shown(found)
                        + "\"");
    }
}
