namespace Unpause.Cli.Sessions;

/// <summary>A moment as a user names it.</summary>
/// <param name="Text">As it was given.</param>
/// <param name="Kind">What it counts from.</param>
/// <param name="Nanoseconds">Since the recording's start, midnight or 1970.</param>
internal sealed record WindowTime(string Text, WindowTimeKind Kind, long Nanoseconds)
{
    public const long NanosecondsADay = 86_400_000_000_000;

    /// <summary>A hundred years: no recording is longer, and sums with it do not overflow.</summary>
    private const double LongestNanoseconds = 3.2e18;

    private static readonly string[] TimesOfDay = ["h':'mm", "hh':'mm", "h':'mm':'ss", "hh':'mm':'ss", "hh':'mm':'ss'.'FFFFFFF"];

    private static readonly string[] Dates =
    [
        .. new[] { "HH:mm", "HH:mm:ss", "HH:mm:ss.FFFFFFF" }.SelectMany(time => new[] { $"yyyy-MM-dd'T'{time}", $"yyyy-MM-dd {time}" }),
    ];

    private static readonly string[] DatesWithZone = [.. Dates.Select(date => date + "K"), .. Dates.Select(date => date + "zzz")];

    /// <summary>Reads a moment; null when it is none.</summary>
    public static WindowTime? Parse(string text)
    {
        var trimmed = text.Trim();
        if (SinceStart(trimmed) is { } since) return new WindowTime(trimmed, WindowTimeKind.SinceStart, since);
        if (TimeSpan.TryParseExact(trimmed, TimesOfDay, CultureInfo.InvariantCulture, out var time) && time < TimeSpan.FromDays(1))
        {
            return new WindowTime(trimmed, WindowTimeKind.TimeOfDay, time.Ticks * TimeSpan.NanosecondsPerTick);
        }

        const DateTimeStyles Styles = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (DateTime.TryParseExact(trimmed, Dates, CultureInfo.InvariantCulture, Styles, out var date) && IsPossible(date))
        {
            return new WindowTime(trimmed, WindowTimeKind.DateWithoutZone, UnixTime.Nanoseconds(date));
        }

        return DateTimeOffset.TryParseExact(trimmed, DatesWithZone, CultureInfo.InvariantCulture, Styles, out var moment)
            && IsPossible(moment.UtcDateTime)
            ? new WindowTime(trimmed, WindowTimeKind.Date, UnixTime.Nanoseconds(moment))
            : null;
    }

    /// <summary>
    /// The moment in nanoseconds since a recording's zero; a time of day is the first one in it. Null without a wall clock.
    /// </summary>
    public long? In(Recording recording)
    {
        if (Kind == WindowTimeKind.SinceStart) return Nanoseconds;
        if (recording.Clock.StartedAt is not { } wall) return null;
        var (started, zone) = (UnixTime.Nanoseconds(wall), (recording.Clock.ZoneMinutes ?? 0) * 60_000_000_000L);
        if (Kind == WindowTimeKind.Date) return Nanoseconds - started;
        if (Kind == WindowTimeKind.DateWithoutZone) return Nanoseconds - zone - started;
        var at = Nanoseconds - ((started + zone) % NanosecondsADay);
        return at < 0 ? at + NanosecondsADay : at;
    }

    /// <summary>Reads <c>90s</c>, <c>5m</c>, <c>1h30m</c> as nanoseconds; null when it is none of them.</summary>
    public static long? SinceStart(string text)
    {
        double all = 0;
        for (var at = 0; at < text.Length;)
        {
            var unit = at;
            while (unit < text.Length && (char.IsAsciiDigit(text[unit]) || text[unit] == '.')) unit++;
            var end = unit;
            while (end < text.Length && char.IsLetter(text[end])) end++;
            if (unit == at || !Quantities.TryParseDuration(text[at..end], out var part)) return null;
            all += part;
            at = end;
        }

        return text.Length > 0 && all <= LongestNanoseconds ? (long)all : null;
    }

    private static bool IsPossible(DateTime date) => date.Year is >= 1970 and < 2200;
}

/// <summary>What a <see cref="WindowTime"/> counts from.</summary>
internal enum WindowTimeKind
{
    SinceStart,

    /// <summary>Midnight of some day in the recording.</summary>
    TimeOfDay,

    /// <summary>1970 in an unknown zone.</summary>
    DateWithoutZone,

    /// <summary>1970, UTC.</summary>
    Date,
}
