package dev.riffle.site;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes code as HTML, with classes for comments, strings, numbers and words of the language. The patterns need not
 * agree with a compiler: an unknown construct stays plain.
 */
final class CodeMarkup {

    private static final String STRINGS = "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"";

    private static final String C_COMMENTS = "//.*|/\\*[\\s\\S]*?\\*/";

    private static final String SHELL_COMMENTS = "(?<![^\\s])#.*";

    private static final String NUMBER = "\\b\\d[\\w.]*";

    /** No text matches. */
    private static final String NONE = "(?!)";

    private static final Pattern JAVA = pattern(
            C_COMMENTS,
            STRINGS + "|'(?:\\\\.|[^'\\\\\\n])'",
            "\\b(?:abstract|assert|boolean|break|byte|case|catch|char|class|continue|default|do|double|else|enum|extends"
                    + "|final|finally|float|for|if|implements|import|instanceof|int|interface|long|new|null|package"
                    + "|private|protected|public|record|return|sealed|short|static|super|switch|synchronized|this|throw"
                    + "|throws|try|var|void|while|yield|true|false)\\b");

    private static final Pattern KOTLIN = pattern(
            C_COMMENTS,
            STRINGS,
            "\\b(?:as|break|class|data|else|for|fun|if|import|in|is|null|object|override|package|private|return|super"
                    + "|this|throw|try|catch|val|var|when|while|true|false)\\b");

    private static final Pattern SCALA = pattern(
            C_COMMENTS,
            STRINGS,
            "\\b(?:case|catch|class|def|else|extends|final|for|if|import|match|new|null|object|override|package|private"
                    + "|return|super|this|throw|trait|try|type|val|var|while|with|yield|true|false)\\b");

    private static final Pattern PYTHON = pattern(
            SHELL_COMMENTS,
            STRINGS + "|'(?:\\\\.|[^'\\\\\\n])*'",
            "\\b(?:and|as|assert|class|def|elif|else|except|for|from|if|import|in|is|lambda|not|or|pass|raise|return|try"
                    + "|while|with|yield|None|True|False)\\b");

    private static final Pattern SQL = pattern(
            "--.*|/\\*[\\s\\S]*?\\*/",
            "'(?:''|[^'])*'",
            "(?i)\\b(?:and|as|by|call|create|desc|from|group|having|insert|into|join|limit|not|on|options|or|order|select"
                    + "|table|temporary|using|values|view|where)\\b");

    private static final Pattern SHELL =
            pattern(SHELL_COMMENTS, "\"(?:\\\\.|[^\"\\\\])*\"|'[^']*'", "(?m)^ *\\$ (?=\\S)");

    private static final Pattern XML = pattern("<!--[\\s\\S]*?-->", "\"[^\"<]*\"", "</?[\\w:.-]+|[/?]?>");

    private static final Pattern JSON = pattern(NONE, STRINGS, "\\b(?:true|false|null)\\b");

    private static final Map<String, Pattern> LANGUAGES = Map.ofEntries(
            Map.entry("java", JAVA),
            Map.entry("kotlin", KOTLIN),
            Map.entry("kt", KOTLIN),
            Map.entry("scala", SCALA),
            Map.entry("python", PYTHON),
            Map.entry("sql", SQL),
            Map.entry("sh", SHELL),
            Map.entry("console", SHELL),
            Map.entry("xml", XML),
            Map.entry("json", JSON));

    private CodeMarkup() {}

    private static Pattern pattern(String comment, String string, String word) {
        return Pattern.compile("(?<comment>" + comment + ")|(?<string>" + string + ")|(?<word>" + word + ")|(?<number>"
                + NUMBER + ")");
    }

    /** Returns a block of code. An unknown or empty language has no classes. */
    static String block(String language, String code) {
        // A block that scrolls must be able to take the keyboard's focus.
        return "<pre tabindex=\"0\"><code>" + mark(language, code) + "</code></pre>\n";
    }

    private static String mark(String language, String code) {
        Pattern pattern = LANGUAGES.get(language);
        if (pattern == null) {
            return Html.escape(code);
        }
        StringBuilder marked = new StringBuilder();
        int end = 0;
        for (Matcher matcher = pattern.matcher(code); matcher.find(); end = matcher.end()) {
            marked.append(Html.escape(code.substring(end, matcher.start())));
            marked.append("<span class=\"").append(kind(matcher)).append("\">");
            marked.append(Html.escape(matcher.group())).append("</span>");
        }
        return marked.append(Html.escape(code.substring(end))).toString();
    }

    private static String kind(Matcher matcher) {
        for (String kind : new String[] {"comment", "string", "word"}) {
            if (matcher.group(kind) != null) {
                return kind;
            }
        }
        return "number";
    }
}
