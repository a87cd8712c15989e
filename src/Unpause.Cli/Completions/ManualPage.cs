namespace Unpause.Cli.Completions;

/// <summary>The page of man(1), in the macros of man(7).</summary>
internal static class ManualPage
{
    /// <summary>The page.</summary>
    public static string Write(IReadOnlyList<CommandWords> commands)
    {
        var text = new StringBuilder($".TH UNPAUSE 1 \"\" \"unpause {Escaped(ToolVersion.Text)}\"\n.SH NAME\n")
            .Append("unpause \\- find the garbage-collection pause behind slow requests: .NET, the JVM, Go, CPython\n.SH SYNOPSIS\n")
            .Append(".B unpause\n.I COMMAND\n[options]\n.br\n.B unpause\n.I RECORDING\n\\&.\\&.\\&.\n.SH COMMANDS\n");
        foreach (var command in commands)
        {
            text.Append($".SS unpause {Escaped(command.Name)} {Escaped(command.Arguments)}\n{Lines(command.Description)}\n");
            foreach (var option in command.Options)
            {
                var names = string.Join(", ", option.Names.Select(name => $"\\fB{Escaped(name)}\\fR"));
                var value = option.Value is null ? "" : $" \\fI{Escaped(option.Value)}\\fR";
                text.Append($".TP\n{names}{value}\n{Lines(option.Description)}\n");
            }
        }

        return text.Append("""
            .SH EXIT STATUS
            0 done and within budget; 1 a budget (\-\-fail\-on) is broken; 2 wrong usage, nothing readable, or an output that could not be
            written; 3 not enough evidence for a verdict; 4 part of the input was unreadable; 70 a bug in unpause; 130 interrupted.
            .SH ENVIRONMENT
            NO_COLOR, TERM, COLUMNS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, and UNPAUSE_OPTION as the default of an option.
            .SH FILES
            \&.unpause.yaml in the current folder: defaults of options, one per line.

            """).ToString();
    }

    private static string Lines(string text) =>
        string.Join("\n.br\n", text.Split('\n').Select(line => line.Length == 0 ? ".sp" : "\\&" + Escaped(line)));

    private static string Escaped(string text) =>
        text.Replace("\\", "\\e", StringComparison.Ordinal).Replace("-", "\\-", StringComparison.Ordinal);
}
