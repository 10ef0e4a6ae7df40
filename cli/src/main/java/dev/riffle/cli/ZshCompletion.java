package dev.riffle.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the completion script for zsh. Each command has a function that calls zsh's {@code _arguments}, which shows
 * the descriptions of flags and completes file names.
 */
final class ZshCompletion {

    private static final String BEGINNING = """
            #compdef riffle
            # Completes the commands of riffle, their flags, values of flags, and file names.
            # To load it, run: source <(riffle completion zsh)

            """;

    private static final String WITHOUT_FLAGS = """
              while (( CURRENT > 2 )) && [[ $words[2] == -* ]]; do
                shift words
                (( CURRENT-- ))
              done
            """;

    private static final String END = """
            if (( ! $+functions[compdef] )); then
              autoload -Uz compinit && compinit
            fi
            if [[ $funcstack[1] == _riffle ]]; then
              _riffle "$@"
            else
              compdef _riffle riffle
            fi
            """;

    private ZshCompletion() {}

    static String script(CompletionModel.Command riffle) {
        StringBuilder script = new StringBuilder(BEGINNING);
        append(script, riffle);
        return script.append(END).toString();
    }

    private static void append(StringBuilder script, CompletionModel.Command command) {
        command.commands().forEach(nested -> append(script, nested));
        script.append(function(command)).append("() {\n");
        if (command.commands().isEmpty()) {
            appendArguments(script, command);
        } else {
            appendCommands(script, command);
        }
        script.append("}\n\n");
    }

    /** Returns the name of the function of a command, for example {@code _riffle_message_read}. */
    private static String function(CompletionModel.Command command) {
        return command.name().isEmpty()
                ? "_riffle"
                : "_riffle_" + command.name().replace(' ', '_');
    }

    private static void appendCommands(StringBuilder script, CompletionModel.Command command) {
        script.append("  local -a commands=(\n");
        for (CompletionModel.Command nested : command.commands()) {
            script.append("    ")
                    .append(quoted(nested.word() + ":" + nested.summary()))
                    .append('\n');
        }
        List<String> flags = new ArrayList<>();
        command.flags().forEach(flag -> flags.addAll(flag.names()));
        script.append("  )\n");
        if (command.name().isEmpty()) {
            // Flags of all commands may precede the command.
            script.append(WITHOUT_FLAGS);
        }
        script.append("  if (( CURRENT == 2 )); then\n    if [[ $PREFIX == -* ]]; then\n      compadd -- ")
                .append(String.join(" ", flags))
                .append("\n    else\n      _describe command commands\n    fi\n    return\n  fi\n");
        script.append("  local function=")
                .append(function(command))
                .append("_$words[2]\n  shift words\n  (( CURRENT-- ))\n")
                .append("  (( $+functions[$function] )) && $function\n");
    }

    private static void appendArguments(StringBuilder script, CompletionModel.Command command) {
        script.append("  _arguments -s -S :");
        for (CompletionModel.Flag flag : command.flags()) {
            script.append(" \\\n    ").append(specification(flag));
        }
        String arguments = switch (command.arguments()) {
            case NONE -> "";
            case WORD -> ":(" + String.join(" ", command.words()) + ")";
            case FILE, OTHER -> ":_files";
        };
        if (!arguments.isEmpty()) {
            script.append(" \\\n    '*:argument").append(arguments).append('\'');
        }
        script.append('\n');
    }

    /** Returns the specification of a flag for {@code _arguments}. Its names exclude each other. */
    private static String specification(CompletionModel.Flag flag) {
        String value = switch (flag.kind()) {
            case NONE -> "";
            case FILE -> ":" + flag.label() + ":_files";
            case WORD -> ":" + flag.label() + ":(" + String.join(" ", flag.words()) + ")";
            case OTHER -> ":" + flag.label() + ": ";
        };
        List<String> names = new ArrayList<>();
        for (String name : flag.names()) {
            String joined = name.startsWith("--") ? "=" : "+";
            names.add(value.isEmpty() ? name : name + joined);
        }
        String rest = quoted("[" + flag.summary().replace('[', '(').replace(']', ')') + "]" + value);
        return names.size() == 1
                ? names.get(0) + rest
                : "'(" + String.join(" ", flag.names()) + ")'{" + String.join(",", names) + "}" + rest;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
