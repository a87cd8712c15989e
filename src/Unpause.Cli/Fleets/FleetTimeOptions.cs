namespace Unpause.Cli.Fleets;

/// <summary>The options that select days of a fleet: <c>--from</c>, <c>--to</c>, <c>--last</c>.</summary>
internal sealed class FleetTimeOptions
{
    private const string Day = "yyyy-MM-dd";

    /// <summary>A hundred years: more is a mistake.</summary>
    private const double MostDays = 36_525;

    private readonly Option<string> _from = new("--from")
    {
        Description = "Only what came later: a date or a time of day, in UTC (2026-11-25, 2026-11-25T02:55:10Z, 02:55).",
        HelpName = "TIME",
    };

    private readonly Option<string> _to = new("--to") { Description = "Only what came earlier, in the same form.", HelpName = "TIME" };

    private readonly Option<string> _last = new("--last") { Description = "Only the last time until now, for example 7d or 12h.",
        HelpName = "DURATION" };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_from);
        command.Add(_to);
        command.Add(_last);
    }

    /// <summary>Reads the options.</summary>
    /// <exception cref="UserMistake">A value is not a time, or they contradict each other.</exception>
    public (DateTimeOffset? From, DateTimeOffset? To) Read(ParseResult parsed, DateTimeOffset now)
    {
        var (from, to) = (Time(_from, parsed, now), Time(_to, parsed, now));
        if (from >= to) throw new UserMistake($"{_from.Name} is not before {_to.Name}");
        if (parsed.GetValue(_last) is not { } last) return (from, to);
        if (from is not null || to is not null) throw new UserMistake("--last selects the end: leave out --from and --to");
        return Length(last) is { } length
            ? (now - length, null)
            : throw new UserMistake($"--last {PlainText.Clean(last)} is not a duration: write for example --last 7d");
    }

    private static TimeSpan? Length(string text)
    {
        if (text.EndsWith('d') && double.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var days))
            return days is > 0 and <= MostDays ? TimeSpan.FromDays(days) : null;
        return WindowTime.SinceStart(text) is > 0 and var nanoseconds ? TimeSpan.FromTicks(nanoseconds / TimeSpan.NanosecondsPerTick)
            : null;
    }

    private static DateTimeOffset? Time(Option<string> option, ParseResult parsed, DateTimeOffset now)
    {
        if (parsed.GetValue(option) is not { } text) return null;
        const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (DateTimeOffset.TryParseExact(text.Trim(), Day, CultureInfo.InvariantCulture, Utc, out var day)) return day;
        var time = WindowTime.Parse(text);
        switch (time?.Kind)
        {
            case WindowTimeKind.Date or WindowTimeKind.DateWithoutZone: return Since(DateTimeOffset.UnixEpoch, time);
            case WindowTimeKind.TimeOfDay:
                // The last one that was.
                var today = Since(new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero), time);
                return today <= now ? today : today.AddDays(-1);
            default:
                throw new UserMistake(
                    $"{option.Name} {PlainText.Clean(text)} is not a time: write a date (2026-11-25), a date and time "
                    + $"(2026-11-25T02:55:10Z), "
                    + "a time of the last 24 hours in UTC (02:55), or use --last 7d");
        }
    }

    private static DateTimeOffset Since(DateTimeOffset start, WindowTime time) =>
        start.AddTicks(time.Nanoseconds / TimeSpan.NanosecondsPerTick);
}
