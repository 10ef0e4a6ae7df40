package dev.riffle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Splits a command line as a shell does, with single quotes, double quotes and backslashes. */
public final class ShellWords {

    private ShellWords() {}

    /**
     * Returns the words of a line.
     *
     * @throws IllegalArgumentException if a quote is not closed
     */
    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
                continue;
            }
            inWord = true;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("unclosed quote: " + line);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
