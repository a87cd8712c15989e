using System.CommandLine.Parsing;
using Unpause.Analysis.Settings;

namespace Unpause.Cli;

/// <summary>Guesses what the user meant by an unknown command, option or value.</summary>
internal static class Mistyped
{
    /// <summary>Refuses a first word that resembles a command and is not a file.</summary>
    /// <exception cref="UserMistake">The word resembles a command.</exception>
    public static void RefuseCommand(string[] args, IEnumerable<string> commands)
    {
        var word = args[0];
        if (!LeastRights.AreOurs || !word.All(char.IsAsciiLetter) || File.Exists(word) || Directory.Exists(word)) return;
        if (NearestWord.Meant(word.ToLowerInvariant(), commands) is not { } meant) return;
        throw new UserMistake(
            $"{word} is not a command and not a file here; did you mean: unpause {CommandText.Join([meant, .. args[1..]])}");
    }

    /// <summary>Finds the first word that looks like an option and is not an option of the command.</summary>
    /// <param name="others">All commands, to name those that have the option.</param>
    /// <returns>The message; null when there is no such word.</returns>
    public static string? Option(ParseResult parsed, Func<IEnumerable<Command>> others)
    {
        var command = parsed.CommandResult.Command;
        foreach (var token in parsed.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash))
        {
            if (token is not { Type: TokenType.Argument, Value: ['-', _, ..] } || IsOptionsValue(token, parsed)) continue;
            // unpause explain -XX:MaxGCPauseMillis, unpause explain --max-old-space-size
            if (command.Name == ExplainCommand.Name && (token.Value.StartsWith("-X", StringComparison.Ordinal)
                || SettingDescription.Find(token.Value) is not null)) continue;
            var name = token.Value.Split('=')[0];
            if (LeastRights.AreOurs && File.Exists(token.Value)) continue;
            var having = others().Where(other => other != command && NamesOf(other).Contains(name, StringComparer.Ordinal))
                .Select(other => other.Name).ToList();
            var instead = having.Count > 0 ? $"; unpause {string.Join(", ", having)} {(having.Count == 1 ? "has" : "have")} it"
                : NearestWord.Meant(name, NamesOf(command)) is { } meant ? $"; did you mean {meant}?" : "";
            return $"{PlainText.Clean(name)} is not an option of {command.Name}{instead}";
        }

        return null;
    }

    /// <summary>Finds a command to run that lacks the <c>--</c> before it.</summary>
    /// <returns>The message; null when nothing is wrong.</returns>
    public static string? Program(ParseResult parsed) =>
        parsed is { CommandResult.Command.Name: ("run" or "tune") and var name, UnmatchedTokens: { Count: > 0 } words }
        ? $"put -- before the command to run: unpause {name} -- {PlainText.Clean(CommandText.Join(words))}"
        : null;

    /// <summary>Describes an option's value of the wrong type without the names of .NET types.</summary>
    /// <returns>The message; null for any other error.</returns>
    public static string? Value(ParseError error)
    {
        if (error.SymbolResult is not OptionResult { Tokens: [var token, ..] } given) return null;
        var (type, value) = (given.Option.ValueType, PlainText.Clean(token.Value));
        if (type == typeof(int) && !int.TryParse(value, NumberStyles.Integer, CultureInfo.InvariantCulture, out _))
        {
            return $"{given.Option.Name} {value} is not a whole number";
        }

        var names = type.IsEnum && !Enum.TryParse(type, value, ignoreCase: true, out _)
            ? [.. Enum.GetNames(type).Select(name => name.ToLowerInvariant())]
            : Allowed(error.Message);
        if (names.Count == 0) return null;
        var nearest = NearestWord.Meant(value, names) is { } meant ? $"; did you mean {meant}?" : "";
        return $"{given.Option.Name} {value} is not supported: use {string.Join(", ", names)}{nearest}";
    }

    /// <summary>The values that an option takes, as System.CommandLine lists them: one a line, in quotes.</summary>
    private static List<string> Allowed(string message) =>
        [.. message.Split('\n').Skip(1).Select(line => line.Trim())
            .Where(line => line is ['\'', .., '\'']).Select(line => line.Trim('\''))];

    private static IEnumerable<string> NamesOf(Command command) =>
        command.Options.Where(option => !option.Hidden).SelectMany(option => option.Aliases.Append(option.Name)).Append("--help");

    private static bool IsOptionsValue(Token token, ParseResult parsed) =>
        parsed.CommandResult.Children.OfType<OptionResult>().Any(option => option.Tokens.Contains(token));
}
