using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary>The options of <c>unpause watch</c> that say where alerts go.</summary>
internal sealed class WatchTargetOptions
{
    private readonly Option<string[]> _alertmanagers = new("--alertmanager")
    {
        Description = "Send alerts to the Alertmanager at this address, for example http://127.0.0.1:9093. Repeatable.",
        HelpName = "URL",
    };

    private readonly Option<string[]> _webhooks = new("--webhook")
        { Description = "Post each alert as JSON to this address. Repeatable.", HelpName = "URL" };

    private readonly Option<string> _command = new("--to-command")
    {
        Description = "Run this program for each alert, with the alert as JSON on standard input. The file of --config can give it "
            + "arguments.",
        HelpName = "PATH",
    };

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { _alertmanagers, _webhooks, _command }) command.Add(option);
    }

    /// <summary>Where alerts go: what is typed wins over the file.</summary>
    /// <exception cref="UserMistake">One of them makes no sense.</exception>
    public WatchTargets Read(ParseResult parsed, WatchTargets? file)
    {
        var to = file ?? new WatchTargets();
        if (Addresses(parsed, _alertmanagers) is { Count: > 0 } alertmanagers) to = to with { Alertmanagers = alertmanagers };
        if (Addresses(parsed, _webhooks) is { Count: > 0 } webhooks) to = to with { Webhooks = webhooks };
        if (parsed.GetValue(_command) is not { } command) return to;
        var path = WatchValues.Program(command, out var fault) ?? throw new UserMistake($"{_command.Name} {fault}");
        return to with { Command = [path] };
    }

    private static List<string> Addresses(ParseResult parsed, Option<string[]> option) =>
    [
        .. (parsed.GetValue(option) ?? []).Select(text =>
            WatchValues.Address(text, out var fault) ?? throw new UserMistake($"{option.Name}: {fault}")),
    ];
}
