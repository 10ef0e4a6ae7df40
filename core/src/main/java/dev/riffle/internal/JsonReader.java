package dev.riffle.internal;

/**
 * Reads JSON one token at a time, strictly by RFC 8259. The reader rejects comments, trailing commas, bare words and
 * unpaired surrogates. Numbers stay text until the caller converts them, so 64-bit integers keep every digit. Nesting
 * is bounded. A reader reads one text. One thread at a time may use a reader.
 */
public final class JsonReader {

    /** The kinds of tokens. */
    public enum Token {
        /** An object begins. */
        BEGIN_OBJECT,
        /** An object ends. */
        END_OBJECT,
        /** An array begins. */
        BEGIN_ARRAY,
        /** An array ends. */
        END_ARRAY,
        /** The name of a member. */
        NAME,
        /** A string. */
        STRING,
        /** A number. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** Null. */
        NULL,
        /** Only white space is left. */
        END
    }

    /** The largest number of levels of nested arrays and objects. */
    public static final int MAX_DEPTH = 100;

    private enum Scope {
        TOP,
        TOP_DONE,
        ARRAY_FIRST,
        ARRAY_NEXT,
        OBJECT_FIRST,
        OBJECT_NEXT,
        MEMBER_VALUE
    }

    private final String text;
    private final boolean lenient;
    private final Scope[] scopes;
    private int depth;
    private int position;
    private int tokenBegin;

    /** The position of the last first half of a surrogate pair, or of its escape. */
    private int firstHalf;

    private boolean peeked;
    private Token token = Token.END;

    /** Creates a reader of {@code text}, which contains one value. */
    public JsonReader(String text) {
        this(text, false, MAX_DEPTH);
    }

    private JsonReader(String text, boolean lenient, int mostDepth) {
        this.text = text;
        this.lenient = lenient;
        this.scopes = new Scope[mostDepth + 1];
        scopes[0] = Scope.TOP;
    }

    /**
     * Returns a reader that accepts the same text as protobuf's C++ library. In addition to JSON, it accepts single
     * quotes, control characters in strings, and a comma after the last element or member. A name may be without quotes
     * if it has only letters, digits and underscores, and does not begin with a digit. The reader also accepts the
     * escapes of a single quote and of a code unit after a capital U. If the first half of a surrogate pair is an
     * escape, the second half must be an escape with a small u. White space may precede the second escape.
     */
    public static JsonReader lenient(String text) {
        return new JsonReader(text, true, MAX_DEPTH);
    }

    /** Like {@link #JsonReader(String)}, with another limit than {@link #MAX_DEPTH}, for text of a trusted program. */
    public static JsonReader nested(String text, int mostDepth) {
        return new JsonReader(text, false, mostDepth);
    }

    /** Returns the kind of the next token without consuming it. */
    public Token peek() {
        if (!peeked) {
            token = advance();
            peeked = true;
        }
        return token;
    }

    private Token advance() {
        char c = skipSpace();
        switch (scopes[depth]) {
            case TOP -> scopes[depth] = Scope.TOP_DONE;
            case TOP_DONE -> {
                if (position < text.length()) {
                    throw failure("text after the end of the value");
                }
                return Token.END;
            }
            case ARRAY_FIRST -> {
                if (c == ']') {
                    return Token.END_ARRAY;
                }
                scopes[depth] = Scope.ARRAY_NEXT;
            }
            case ARRAY_NEXT -> {
                if (c == ']') {
                    return Token.END_ARRAY;
                }
                expect(',', "',' or ']'");
                c = skipSpace();
                if (lenient && c == ']') {
                    return Token.END_ARRAY;
                }
            }
            case OBJECT_FIRST -> {
                return c == '}' ? Token.END_OBJECT : name();
            }
            case OBJECT_NEXT -> {
                if (c == '}') {
                    return Token.END_OBJECT;
                }
                expect(',', "',' or '}'");
                c = skipSpace();
                return lenient && c == '}' ? Token.END_OBJECT : name();
            }
            case MEMBER_VALUE -> scopes[depth] = Scope.OBJECT_NEXT;
        }
        return value(c);
    }

    private Token name() {
        char c = position < text.length() ? text.charAt(position) : 0;
        if (c == '"' || (lenient && (c == '\'' || (isWordPart(c) && !isDigit(c))))) {
            return Token.NAME;
        }
        throw failure("expected a member name" + (lenient ? "" : " in double quotes"));
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Token value(char c) {
        return switch (c) {
            case '{' -> Token.BEGIN_OBJECT;
            case '[' -> Token.BEGIN_ARRAY;
            case '"' -> Token.STRING;
            case '\'' -> {
                if (!lenient) {
                    throw failure("expected a value");
                }
                yield Token.STRING;
            }
            case 't', 'f' -> Token.BOOLEAN;
            case 'n' -> Token.NULL;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Token.NUMBER;
            default ->
                throw failure(
                        position >= text.length() ? "expected a value, found the end of the text" : "expected a value");
        };
    }

    /** Consumes the beginning of an object. */
    public void beginObject() {
        begin(Token.BEGIN_OBJECT, Scope.OBJECT_FIRST);
    }

    /** Consumes the beginning of an array. */
    public void beginArray() {
        begin(Token.BEGIN_ARRAY, Scope.ARRAY_FIRST);
    }

    private void begin(Token wanted, Scope scope) {
        take(wanted);
        if (depth == scopes.length - 1) {
            throw failure("nested deeper than " + depth);
        }
        position++;
        scopes[++depth] = scope;
    }

    /** Consumes the end of an object. */
    public void endObject() {
        take(Token.END_OBJECT);
        position++;
        depth--;
    }

    /** Consumes the end of an array. */
    public void endArray() {
        take(Token.END_ARRAY);
        position++;
        depth--;
    }

    /** Consumes a member's name and returns it. */
    public String nextName() {
        take(Token.NAME);
        String name = isWordPart(text.charAt(position)) ? bareName() : string();
        skipSpace();
        expect(':', "':'");
        scopes[depth] = Scope.MEMBER_VALUE;
        return name;
    }

    private String bareName() {
        int begin = position;
        while (position < text.length() && isWordPart(text.charAt(position))) {
            position++;
        }
        String name = text.substring(begin, position);
        if (name.equals("null") || name.equals("true") || name.equals("false")) {
            throw tokenFailure("expected a member name, found " + name);
        }
        return name;
    }

    /** Consumes a string and returns it. */
    public String nextString() {
        take(Token.STRING);
        return string();
    }

    /** Consumes a number and returns its text. */
    public String nextNumber() {
        take(Token.NUMBER);
        int end = JsonNumbers.end(text, position);
        if (end < 0) {
            throw failure("malformed number");
        }
        String number = text.substring(position, end);
        position = end;
        return number;
    }

    /** Consumes true or false and returns it. */
    public boolean nextBoolean() {
        take(Token.BOOLEAN);
        boolean value = text.charAt(position) == 't';
        word(value ? "true" : "false");
        return value;
    }

    /** Consumes null. */
    public void nextNull() {
        take(Token.NULL);
        word("null");
    }

    /** Consumes null if null is the next token, and returns whether it consumed null. */
    public boolean skipsNull() {
        if (peek() != Token.NULL) {
            return false;
        }
        nextNull();
        return true;
    }

    private void word(String word) {
        if (!text.startsWith(word, position)) {
            throw failure("expected " + word);
        }
        position += word.length();
    }

    private void take(Token wanted) {
        Token found = peek();
        if (found != wanted) {
            throw failure("expected " + words(wanted) + ", found " + words(found));
        }
        peeked = false;
        tokenBegin = position;
    }

    private static String words(Token token) {
        return switch (token) {
            case BEGIN_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case BEGIN_ARRAY -> "an array";
            case END_ARRAY -> "the end of an array";
            case NAME -> "a member name";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
            case END -> "the end";
        };
    }

    private char skipSpace() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
                return c;
            }
            position++;
        }
        return 0;
    }

    private void expect(char wanted, String words) {
        if (position >= text.length() || text.charAt(position) != wanted) {
            throw failure("expected " + words);
        }
        position++;
    }

    private String string() {
        char quote = text.charAt(position);
        int begin = ++position;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == quote) {
                return text.substring(begin, position++);
            }
            if (c == '\\' || c < ' ' || Character.isSurrogate(c)) {
                return escapedString(begin, quote);
            }
            position++;
        }
        throw failure("unterminated string");
    }

    private String escapedString(int begin, char quote) {
        StringBuilder out = new StringBuilder().append(text, begin, position);
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == quote) {
                checkPaired(out);
                position++;
                return out.toString();
            }
            if (c < ' ' && !lenient) {
                throw failure("control character in a string");
            }
            int unitBegin = position++;
            if (c == '\\') {
                char unit = escape();
                appendPaired(out, unit, unitBegin);
                if (lenient && Character.isHighSurrogate(unit)) {
                    appendPaired(out, lowHalf(), position);
                }
            } else {
                appendPaired(out, c, unitBegin);
            }
        }
        throw failure("unterminated string");
    }

    /**
     * Appends {@code next}, which begins at {@code begin}. First checks whether the character completes a surrogate
     * pair or leaves a surrogate unpaired.
     */
    private void appendPaired(StringBuilder out, char next, int begin) {
        boolean open = endsOpen(out);
        if (open != Character.isLowSurrogate(next)) {
            throw unpaired(open ? firstHalf : begin);
        }
        if (Character.isHighSurrogate(next)) {
            firstHalf = begin;
        }
        out.append(next);
    }

    private void checkPaired(StringBuilder out) {
        if (endsOpen(out)) {
            throw unpaired(firstHalf);
        }
    }

    private JsonSyntaxException unpaired(int surrogate) {
        return failureAt(surrogate, "unpaired surrogate in a string");
    }

    private static boolean endsOpen(StringBuilder out) {
        return out.length() > 0 && Character.isHighSurrogate(out.charAt(out.length() - 1));
    }

    private char escape() {
        if (position >= text.length()) {
            throw failure("unterminated string");
        }
        char c = text.charAt(position++);
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexEscape();
            case '\'', 'U' -> {
                if (!lenient) {
                    throw failure("unknown escape in a string");
                }
                yield c == 'U' ? hexEscape() : c;
            }
            default -> throw failure("unknown escape in a string");
        };
    }

    /**
     * Reads the escape of the second half of a surrogate pair. As in protobuf, the escape is a token that white space
     * may precede.
     */
    private char lowHalf() {
        skipSpace();
        if (!text.startsWith("\\u", position)) {
            throw unpaired(firstHalf);
        }
        position += 2;
        return hexEscape();
    }

    private char hexEscape() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = position < text.length() ? hexDigit(text.charAt(position)) : -1;
            if (digit < 0) {
                throw failure("\\u needs four hexadecimal digits");
            }
            value = value * 16 + digit;
            position++;
        }
        return (char) value;
    }

    private static int hexDigit(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }

    /** Returns an exception with {@code reason} and the position of the reader. */
    public JsonSyntaxException failure(String reason) {
        return failureAt(position, reason);
    }

    /** Returns an exception with {@code reason} and the position of the token consumed last. */
    public JsonSyntaxException tokenFailure(String reason) {
        return failureAt(tokenBegin, reason);
    }

    private JsonSyntaxException failureAt(int at, String reason) {
        int line = 1;
        int lineBegin = 0;
        for (int i = 0; i < Math.min(at, text.length()); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineBegin = i + 1;
            }
        }
        return new JsonSyntaxException(line, at - lineBegin + 1, reason);
    }
}
