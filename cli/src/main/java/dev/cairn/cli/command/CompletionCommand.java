package dev.cairn.cli.command;

import dev.cairn.cli.Tool;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints what makes shells complete commands, options and names. */
@Command(
    name = "completion",
    description = {
      "Prints a script that lets bash and zsh complete commands, options and names.",
      "Names of tenants, catalogs, references and tasks come from the database that the line or the"
          + " environment configures."
    },
    footer = {"  source <(./cairn completion)", "  ./cairn completion > ~/.cairn-completion"})
final class CompletionCommand implements Runnable {
  /** Asks the tool for names where the rest of the script knows nothing. */
  private static final String NAMES =
      """

      # Names come from the database; one that does not answer must not hold up the shell for long.
      _complete_cairn_names() {
        _complete_cairn
        local begun="${COMP_WORDS[COMP_CWORD]}"
        if [ "${#COMPREPLY[@]}" -gt 0 ]; then return 0; fi
        case "$begun" in -*) return 0 ;; esac
        local tool="${COMP_WORDS[0]/#\\~/$HOME}"
        local limit=""
        if command -v timeout >/dev/null 2>&1; then limit="timeout 10"; fi
        local each
        while IFS= read -r each; do
          case "$each" in
            */) if type compopt >/dev/null 2>&1; then compopt -o nospace; fi ;;
          esac
          COMPREPLY+=("$(printf '%q' "$each")")
        done < <($limit "$tool" names -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      }
      complete -F _complete_cairn_names -o default cairn cairn.sh cairn.bash
      """;

  private final Tool tool;

  CompletionCommand(Tool tool) {
    this.tool = tool;
  }

  @Override
  public void run() {
    tool.output().print(AutoComplete.bash("cairn", tool.commandLine(List.of())) + NAMES);
  }
}
