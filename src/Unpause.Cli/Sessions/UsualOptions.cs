using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using Unpause.Analysis.Settings;

namespace Unpause.Cli.Sessions;

/// <summary>
/// Defaults of options: from <c>UNPAUSE_NAME</c> in the environment, else from <c>.unpause.yaml</c> in the current folder.
/// The command line takes precedence over both, option by option.
/// </summary>
internal static class UsualOptions
{
    /// <summary>The file's name.</summary>
    public const string FileName = ".unpause.yaml";

    private const string Prefix = "UNPAUSE_";

    // A longer file is refused.
    private const int MostBytes = 64 * 1024;

    /// <summary>The command line with the usual options that it lacks, behind the command's name.</summary>
    /// <param name="args">As typed, a command first.</param>
    /// <param name="all">All commands: an option of another one may stand in the file too.</param>
    /// <exception cref="UserMistake">The file can't be understood, or a switch is neither true nor false.</exception>
    public static string[] AddTo(string[] args, ParseResult parsed, Func<IEnumerable<Command>> all)
    {
        var command = parsed.CommandResult.Command;
        // The unprivileged reader gets the complete command line.
        if (!LeastRights.AreOurs || command.Hidden || parsed.CommandResult.Parent is not CommandResult) return args;
        var file = FromFile(all);
        var added = new List<string>();
        foreach (var option in command.Options.Where(option => !option.Hidden && parsed.GetResult(option) is null or { Implicit: true }))
        {
            var name = option.Name.TrimStart('-');
            var variable = Prefix + name.Replace('-', '_').ToUpperInvariant();
            IReadOnlyList<string> values = Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value ? [value] : [];
            var place = variable;
            if (values.Count == 0 && file.FirstOrDefault(entry => entry.Name == name) is { } entry)
            {
                (values, place) = (entry.Values, $"{FileName}, line {entry.Line}: {name}");
            }

            if (values.Count == 0) continue;
            if (values.Count > 1 && option.Arity.MaximumNumberOfValues == 1) throw new UserMistake($"{place} takes one value");
            added.AddRange(option.ValueType == typeof(bool)
                ? Switch(option, values[0], place)
                : values.Select(one => $"{option.Name}={one}"));
            // A default of --slow is not a request for this recording: recordings without requests are still reported.
            if (option.Name == RequestOptionSet.SlowName) added.Add(RequestOptionSet.UsuallySlow);
        }

        return added.Count == 0 ? args : [args[0], .. added, .. args[1..]];
    }

    private static string[] Switch(Option option, string value, string place) => value.ToLowerInvariant() switch
    {
        "true" or "1" or "yes" => [option.Name],
        "false" or "0" or "no" => [],
        _ => throw new UserMistake($"{place} must be true or false"),
    };

    /// <summary>The content of the file, if only the user can write to it.</summary>
    private static IReadOnlyList<NamedValues> FromFile(Func<IEnumerable<Command>> all)
    {
        if (FileStatus.OfName(FileName) is not { } named) return [];
        if (!OutputFolder.IsOwn(named))
        {
            Console.Error.WriteLine($"unpause: {FileName} is ignored: it must be your own file, and nobody else may have write permission");
            return [];
        }

        var entries = Entries(Text());
        var known = all().SelectMany(command => command.Options).Where(option => !option.Hidden)
            .Select(option => option.Name.TrimStart('-'))
            .Where(name => name is not "help").Distinct(StringComparer.Ordinal).ToList();
        if (entries.FirstOrDefault(entry => !known.Contains(entry.Name, StringComparer.Ordinal)) is { } unknown)
        {
            var meant = NearestWord.Meant(unknown.Name, known) is { } near ? $"; did you mean {near}?" : "";
            throw new UserMistake($"{FileName}, line {unknown.Line}, column 1: {unknown.Name} is not an option{meant}");
        }

        return entries;
    }

    private static IReadOnlyList<NamedValues> Entries(string text)
    {
        try
        {
            return NamedValues.Map(text);
        }
        catch (YamlFault fault)
        {
            throw new UserMistake($"{FileName}, {PlainText.Clean(fault.Message)}");
        }
    }

    private static string Text()
    {
        try
        {
            using var stream = PlainOpen.Found(FileName);
            // The file may have been replaced since it was checked.
            if (FileStatus.Read(stream.SafeFileHandle) is not { } opened || !OutputFolder.IsOwn(opened))
                throw new IOException("it is no longer yours");
            if (stream.Length > MostBytes)
                throw new UserMistake($"{FileName} is larger than {MostBytes / 1024} KiB");
            var bytes = new byte[MostBytes];
            var length = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            return new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(bytes, 0, length).TrimStart('\uFEFF');
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{FileName} cannot be read: {SystemFault.Reason(exception)}");
        }
        catch (DecoderFallbackException)
        {
            throw new UserMistake($"{FileName} is not UTF-8 text");
        }
    }
}
