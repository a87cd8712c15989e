namespace Unpause.Cli.Sessions;

/// <summary>The options that select a part of recordings: <c>--from</c>, <c>--to</c>, <c>--last</c>.</summary>
internal sealed class WindowOptions
{
    private readonly Option<string> _from = new("--from")
    {
        Description = "Only what came later: a time of day or date (02:55, 2026-11-25T02:55:10Z), or a time since the recording's start "
            + "(90s, 1h30m).",
        HelpName = "TIME",
    };

    private readonly Option<string> _to = new("--to") { Description = "Only what came earlier, in the same form.", HelpName = "TIME" };

    private readonly Option<string> _last = new("--last")
    {
        Description = "Only the end of each recording, for example 15m.",
        HelpName = "DURATION",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_from);
        command.Add(_to);
        command.Add(_last);
    }

    /// <summary>Reads the options.</summary>
    /// <exception cref="UserMistake">A value is not a time, or they contradict each other.</exception>
    public WindowRequest Read(ParseResult parsed)
    {
        var (from, to) = (Time(_from, parsed), Time(_to, parsed));
        if (parsed.GetValue(_last) is not { } last) return new WindowRequest(from, to, null);
        if (from is not null || to is not null) throw new UserMistake("--last selects the end: leave out --from and --to");
        return WindowTime.SinceStart(last) is > 0 and var length
            ? new WindowRequest(null, null, length)
            : throw new UserMistake($"--last {PlainText.Clean(last)} is not a duration: write for example --last 15m");
    }

    private static WindowTime? Time(Option<string> option, ParseResult parsed)
    {
        if (parsed.GetValue(option) is not { } text) return null;
        return WindowTime.Parse(text) ?? throw new UserMistake(
            $"{option.Name} {PlainText.Clean(text)} is not a time: write a time of day (02:55 or 02:55:10), a date and time "
            + "(2026-11-25T02:55:10Z), or a time since the recording's start (90s, 5m, 1h30m)");
    }
}
