namespace Unpause.Cli.Completions;

/// <summary>Completion for fish.</summary>
internal static class FishCompletion
{
    /// <summary>The script.</summary>
    public static string Write(IReadOnlyList<CommandWords> commands)
    {
        var text = new StringBuilder("# Made by: unpause completions fish\n");
        foreach (var command in commands)
        {
            text.Append($"complete -c unpause -n __fish_use_subcommand -a {command.Name} -d '{Plain(command.Summary)}'\n");
            var seen = $"complete -c unpause -n '__fish_seen_subcommand_from {command.Name}'";
            if (command.Values.Count > 0) text.Append($"{seen} -f -a '{string.Join(' ', command.Values)}'\n");
            foreach (var option in command.Options)
            {
                text.Append(seen);
                foreach (var name in option.Names)
                {
                    text.Append(name.StartsWith("--", StringComparison.Ordinal) ? $" -l {name[2..]}" : $" -s {name[1..]}");
                }

                if (option.Values.Count > 0) text.Append($" -x -a '{string.Join(' ', option.Values)}'");
                else if (option.Value is not null) text.Append(" -r");
                text.Append($" -d '{Plain(option.Summary)}'\n");
            }
        }

        return text.ToString();
    }

    private static string Plain(string text) => text.Replace("'", "", StringComparison.Ordinal);
}
