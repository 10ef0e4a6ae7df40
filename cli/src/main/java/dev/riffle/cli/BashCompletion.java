package dev.riffle.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes the completion script for bash. The script completes commands, flags and values of flags. For file names it
 * offers nothing, so that bash completes and quotes them itself.
 */
final class BashCompletion {

    private static final String BEGINNING = """
            # Completes the commands of riffle, their flags, values of flags, and file names.
            # To load it, run: source <(riffle completion bash)

            if [ -n "${ZSH_VERSION:-}" ]; then
              eval "$(riffle completion zsh)"
              return
            fi

            _riffle() {
              local IFS=$' \\t\\n'
              local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
              local command='' words='' flags='' i
              COMPREPLY=()
              # bash divides --flag=value into three words.
              if [[ $current == = ]]; then
                current=''
              elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
              fi
              for ((i = 1; i < COMP_CWORD; i++)); do
                # Only file names follow the word --.
                [[ ${COMP_WORDS[i]} == -- ]] && return
                [[ -z $command && ${COMP_WORDS[i]} != -* ]] && command=${COMP_WORDS[i]}
              done
            """;

    private static final String END = """
              if [[ $current == -* ]]; then
                words=$flags
              fi
              COMPREPLY=($(compgen -W "$words" -- "$current"))
            }

            complete -o default -F _riffle riffle
            """;

    private BashCompletion() {}

    static String script(CompletionModel.Command riffle) {
        StringBuilder script = new StringBuilder(BEGINNING);
        List<CompletionModel.Command> all = new ArrayList<>(List.of(riffle));
        for (CompletionModel.Command command : riffle.commands()) {
            all.add(command);
            if (!command.commands().isEmpty()) {
                script.append("  [[ $command == ")
                        .append(command.name())
                        .append(" ]] && ((COMP_CWORD > 2)) && command+=\" ${COMP_WORDS[2]}\"\n");
                all.addAll(command.commands());
            }
        }
        values(script, all);
        script.append("  case $command in\n");
        for (CompletionModel.Command command : all) {
            script.append("    ").append(pattern(command)).append(")\n");
            String words = words(command);
            if (!words.isEmpty()) {
                script.append("      words='").append(words).append("'\n");
            }
            List<String> flags = new ArrayList<>();
            command.flags().forEach(flag -> flags.addAll(flag.names()));
            script.append("      flags='").append(String.join(" ", flags)).append("' ;;\n");
        }
        script.append("  esac\n");
        return script.append(END).toString();
    }

    private static String pattern(CompletionModel.Command command) {
        return command.name().isEmpty() || command.name().contains(" ") ? "'" + command.name() + "'" : command.name();
    }

    private static String words(CompletionModel.Command command) {
        List<String> words = new ArrayList<>(command.words());
        command.commands().forEach(nested -> words.add(nested.word()));
        return String.join(" ", words);
    }

    /** Appends the values of flags. A flag of the same values in all commands has one line. */
    private static void values(StringBuilder script, List<CompletionModel.Command> all) {
        Map<String, TreeSet<String>> perFlag = new TreeMap<>();
        for (CompletionModel.Command command : all) {
            for (CompletionModel.Flag flag : command.flags()) {
                flag.names()
                        .forEach(name -> perFlag.computeIfAbsent(name, n -> new TreeSet<>())
                                .add(action(flag)));
            }
        }
        Map<String, List<String>> patterns = new LinkedHashMap<>();
        for (CompletionModel.Command command : all) {
            for (CompletionModel.Flag flag : command.flags()) {
                for (String name : flag.names()) {
                    boolean same = perFlag.getOrDefault(name, new TreeSet<>()).size() == 1;
                    String pattern = same ? "*:" + name : "'" + command.name() + ":" + name + "'";
                    List<String> before = patterns.computeIfAbsent(action(flag), a -> new ArrayList<>());
                    if (!before.contains(pattern)) {
                        before.add(pattern);
                    }
                }
            }
        }
        script.append("  case $command:$previous in\n");
        patterns.forEach((action, names) -> {
            if (!action.isEmpty()) {
                script.append("    ").append(String.join(" | ", names)).append(")\n");
                script.append(action);
            }
        });
        script.append("  esac\n");
    }

    private static String action(CompletionModel.Flag flag) {
        return switch (flag.kind()) {
            case NONE -> "";
            case FILE -> "      return ;;\n";
            case WORD ->
                "      COMPREPLY=($(compgen -W '" + String.join(" ", flag.words())
                        + "' -- \"$current\"))\n      return ;;\n";
            case OTHER -> "      compopt +o default 2> /dev/null\n      return ;;\n";
        };
    }
}
