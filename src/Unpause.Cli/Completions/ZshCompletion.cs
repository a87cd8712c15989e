namespace Unpause.Cli.Completions;

/// <summary>Completion for zsh.</summary>
internal static class ZshCompletion
{
    /// <summary>The script.</summary>
    public static string Write(IReadOnlyList<CommandWords> commands)
    {
        var text = new StringBuilder("#compdef unpause\n# Made by: unpause completions zsh\n_unpause() {\n")
            .Append("  local -a commands\n  commands=(\n");
        foreach (var command in commands) text.Append($"    '{command.Name}:{Plain(command.Summary)}'\n");
        text.Append("  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    _files\n    return\n  fi\n")
            .Append("  case $words[2] in\n");
        foreach (var command in commands)
        {
            text.Append($"    {command.Name})\n      _arguments '1:command:'");
            foreach (var option in command.Options)
            {
                foreach (var name in option.Names)
                {
                    text.Append($" \\\n        '{Repeated(option)}{name}[{Plain(option.Summary)}]{ValueOf(option)}'");
                }
            }

            text.Append(command.Values.Count > 0
                ? $" \\\n        '*:{command.Arguments}:({string.Join(' ', command.Values)})'\n"
                : " \\\n        '*:file:_files'\n");
            text.Append("      ;;\n");
        }

        return text.Append("  esac\n}\n_unpause \"$@\"\n").ToString();
    }

    private static string Repeated(OptionWords option) => option.Value is null ? "" : "*";

    private static string ValueOf(OptionWords option) => option.Value is not { } value ? ""
        : option.Values.Count > 0
            ? $":{value}:({string.Join(' ', option.Values.Select(word => word.Replace(">", "\\>", StringComparison.Ordinal)))})"
        : $":{value}:_files";

    private static string Plain(string text) =>
        text.Replace("'", "", StringComparison.Ordinal).Replace(":", "\\:", StringComparison.Ordinal);
}
