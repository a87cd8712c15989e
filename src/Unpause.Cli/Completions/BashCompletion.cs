namespace Unpause.Cli.Completions;

/// <summary>Completion for bash, without the bash-completion package.</summary>
internal static class BashCompletion
{
    /// <summary>The script.</summary>
    public static string Write(IReadOnlyList<CommandWords> commands)
    {
        var text = new StringBuilder("# bash completion of unpause; made by: unpause completions bash\n_unpause() {\n");
        text.Append("""
              local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options='' values='' i
              COMPREPLY=()
              for ((i = 2; i < COMP_CWORD; i++)); do
                # What follows run -- is another command's.
                if [[ $command == run && ${COMP_WORDS[i]} == -- ]]; then
                  if ((i == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
                  return
                fi
              done
              if ((COMP_CWORD == 1)); then

            """);
        text.Append($"    COMPREPLY=($(compgen -W '{string.Join(' ', commands.Select(command => command.Name))} --help --version' ")
            .Append("-- \"$cur\") $(compgen -f -- \"$cur\"))\n    return\n  fi\n  case $command in\n");
        foreach (var command in commands)
        {
            text.Append($"    {command.Name})\n")
                .Append($"      options='{string.Join(' ', command.Options.SelectMany(option => option.Names))} --help'\n");
            if (command.Values.Count > 0) text.Append($"      values='{string.Join(' ', command.Values)}'\n");
            var valued = command.Options.Where(option => option.Values.Count > 0).ToList();
            if (valued.Count > 0) text.Append("      case $prev in\n");
            foreach (var option in valued)
            {
                text.Append($"        {string.Join('|', option.Names)}) ")
                    .Append($"COMPREPLY=($(compgen -W '{string.Join(' ', option.Values)}' -- \"$cur\")); return ;;\n");
            }

            if (valued.Count > 0) text.Append("      esac\n");
            text.Append("      ;;\n");
        }

        return text.Append("""
              esac
              if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
              elif [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$cur"))
              else COMPREPLY=($(compgen -f -- "$cur")); fi
            }
            complete -o filenames -F _unpause unpause

            """).ToString();
    }
}
