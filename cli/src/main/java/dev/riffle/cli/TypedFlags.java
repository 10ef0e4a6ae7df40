package dev.riffle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Holds the flags among the words of a command line. The parser reports only one of several words that contradict each
 * other, and messages name all of them.
 *
 * @param known the flags of the command
 * @param unknown other words that look like flags
 */
record TypedFlags(List<TypedFlags.Typed> known, List<String> unknown) {

    /**
     * A flag as the user typed it.
     *
     * @param name the name as typed
     * @param option the flag
     * @param value the value; null if the flag has none
     * @param form the place of the value
     */
    record Typed(String name, OptionSpec option, @Nullable String value, Form form) {}

    /** Lists the places of a value. */
    enum Form {
        /** The value is a part of the word of the flag, or the flag has no value. */
        SAME_WORD,
        /** The value is the next word. */
        NEXT_WORD
    }

    /** Returns the flags of a command in the order of the words, up to the word {@code --}. */
    static TypedFlags of(CommandSpec command, String... words) {
        Map<String, OptionSpec> options = command.optionsMap();
        TypedFlags found = new TypedFlags(new ArrayList<>(), new ArrayList<>());
        List<Typed> typed = found.known;
        for (int i = 0; i < words.length && !words[i].equals("--"); i++) {
            String word = words[i];
            int sign = word.indexOf('=');
            String name = sign < 0 ? word : word.substring(0, sign);
            OptionSpec option = options.get(name);
            if (option == null) {
                if (!cluster(options, word, typed)) {
                    found.unknown.add(word);
                }
            } else if (sign >= 0) {
                typed.add(new Typed(name, option, word.substring(sign + 1), Form.SAME_WORD));
            } else if (takesValue(option)
                    && i + 1 < words.length
                    && !options.containsKey(words[i + 1])
                    && !words[i + 1].equals("--")) {
                i++;
                typed.add(new Typed(name, option, words[i], Form.NEXT_WORD));
            } else {
                typed.add(new Typed(name, option, null, Form.SAME_WORD));
            }
        }
        return found;
    }

    /**
     * Adds the flags of a word such as {@code -fn5}: flags without a value, then a flag with its value. Returns false
     * if the word looks like a flag but contains an unknown one.
     */
    private static boolean cluster(Map<String, OptionSpec> options, String word, List<Typed> typed) {
        if (!looksLikeFlag(word)) {
            return true;
        }
        if (word.startsWith("--")) {
            return false;
        }
        for (int at = 1; at < word.length(); at++) {
            String name = "-" + word.charAt(at);
            OptionSpec option = options.get(name);
            if (option == null) {
                return false;
            }
            if (takesValue(option)) {
                typed.add(new Typed(
                        name, option, at + 1 < word.length() ? word.substring(at + 1) : null, Form.SAME_WORD));
                return true;
            }
            typed.add(new Typed(name, option, null, Form.SAME_WORD));
        }
        return true;
    }

    /** Returns whether a word begins like a flag, and is neither {@code -} nor a negative number. */
    static boolean looksLikeFlag(String word) {
        return word.length() > 1 && word.charAt(0) == '-' && !Character.isDigit(word.charAt(1));
    }

    static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }
}
