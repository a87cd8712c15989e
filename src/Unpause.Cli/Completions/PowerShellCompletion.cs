namespace Unpause.Cli.Completions;

/// <summary>Completion for PowerShell.</summary>
internal static class PowerShellCompletion
{
    /// <summary>The script.</summary>
    public static string Write(IReadOnlyList<CommandWords> commands)
    {
        var text = new StringBuilder("""
            # PowerShell completion of unpause; made by: unpause completions powershell
            Register-ArgumentCompleter -Native -CommandName unpause -ScriptBlock {
              param($word, $tree, $position)
              $commands = [ordered]@{

            """);
        foreach (var command in commands)
        {
            text.Append($"    '{command.Name}' = @{{\n      about = '{Plain(command.Summary)}'\n      options = [ordered]@{{\n");
            foreach (var option in command.Options)
            {
                // -o and -O would be the same key.
                foreach (var name in option.Names.DistinctBy(name => name.ToLowerInvariant()))
                    text.Append($"        '{name}' = '{Plain(option.Summary)}'\n");
            }

            text.Append("      }\n      accepted = @{\n");
            foreach (var option in command.Options.Where(option => option.Values.Count > 0))
            {
                foreach (var name in option.Names) text.Append($"        '{name}' = {Words(option.Values)}\n");
            }

            text.Append($"      }}\n      values = {Words(command.Values)}\n    }}\n");
        }

        return text.Append("""
              }
              # The complete words before the cursor; the first is unpause.
              $before = @($tree.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
              $offered = [ordered]@{}
              if ($before.Count -lt 2) {
                foreach ($name in $commands.Keys) { $offered[$name] = $commands[$name].about }
                $offered['--help'] = 'Show help'
                $offered['--version'] = 'Show version information'
              } elseif ($commands.Contains($before[1]) -and -not ($before -contains '--')) {
                $command = $commands[$before[1]]
                if ($command.accepted.ContainsKey($before[-1])) {
                  foreach ($value in $command.accepted[$before[-1]]) { $offered[$value] = $value }
                } elseif ($word.StartsWith('-')) {
                  $offered = $command.options
                  $offered['--help'] = 'Show help'
                } else {
                  foreach ($value in $command.values) { $offered[$value] = $value }
                }
              }
              # Without an offer, PowerShell completes files.
              foreach ($name in $offered.Keys) {
                if ($name.StartsWith($word)) {
                  [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $offered[$name])
                }
              }
            }

            """).ToString();
    }

    private static string Words(IReadOnlyList<string> words) => $"@({string.Join(", ", words.Select(word => $"'{Plain(word)}'"))})";

    private static string Plain(string text) => text.Replace("'", "''", StringComparison.Ordinal);
}
