using Unpause.Recordings.Windows;

namespace Unpause.Cli.Sessions;

/// <summary>The part of recordings that the user wants.</summary>
/// <param name="From">Its beginning; null for that of each recording.</param>
/// <param name="To">Its end; null for that of each recording.</param>
/// <param name="LastNanoseconds">The length of the end of each recording; null when the user did not ask for that.</param>
internal sealed record WindowRequest(WindowTime? From, WindowTime? To, long? LastNanoseconds)
{
    /// <summary>Everything.</summary>
    public static WindowRequest Whole { get; } = new(null, null, null);

    /// <summary>Whether everything is wanted.</summary>
    public bool IsWhole => this == Whole;

    /// <summary>Cuts recordings; one that has nothing in the window is left out with a message on standard error.</summary>
    /// <exception cref="UserMistake">None of them has anything in it, or no wall clock where the user gave one.</exception>
    public IReadOnlyList<Recording> Cut(IReadOnlyList<Recording> recordings)
    {
        if (IsWhole) return recordings;
        var (kept, refusals) = (new List<Recording>(), new List<string>());
        foreach (var recording in recordings)
        {
            var refusal = TryCut(recording, out var part);
            if (part is not null) kept.Add(part);
            else refusals.Add(refusal!);
        }

        if (kept.Count == 0) throw new UserMistake(string.Join("; ", refusals.Take(3)));
        foreach (var refusal in refusals) Console.Error.WriteLine($"unpause: {refusal}; left out");
        if (Zoneless is { } time) Console.Error.WriteLine($"unpause: {time.Text} is read as {ZoneOf(kept[0])}");
        return kept;
    }

    /// <summary>Refuses a stored report, whose numbers are final.</summary>
    /// <exception cref="UserMistake">A part is wanted.</exception>
    public void RequireWhole(string name)
    {
        if (!IsWhole)
            throw new UserMistake($"{PlainText.Clean(name)} is a stored report, and --from, --to and --last need its recording");
    }

    private static string ZoneOf(Recording recording) => recording.Clock.ZoneMinutes is not null and not 0 and var minutes
        ? $"UTC{(minutes < 0 ? '-' : '+')}{TimeSpan.FromMinutes(Math.Abs(minutes.Value)):hh':'mm}, the zone of the log"
        : "UTC";

    private WindowTime? Zoneless => new[] { From, To }.FirstOrDefault(
        time => time?.Kind is WindowTimeKind.TimeOfDay or WindowTimeKind.DateWithoutZone);

    private string? TryCut(Recording recording, out Recording? part)
    {
        part = null;
        var name = recording.Source.Files is [var file, ..] ? PlainText.Clean(file) : "the recording";
        if (recording.DurationNanoseconds is not { } length) return $"{name} has no times, so no part of it can be selected";
        if (LastNanoseconds is { } last)
        {
            part = RecordingWindow.Cut(recording, length - last, length);
            return part is null ? $"{name} is empty" : null;
        }

        if (recording.Clock.StartedAt is null && new[] { From, To }.Any(time => time is { Kind: not WindowTimeKind.SinceStart }))
        {
            return $"{name} has no wall clock: give times since its start, 0s to {Quantities.Duration(length)}";
        }

        var started = recording.Clock.StartedAt is { } wall ? UnixTime.Nanoseconds(wall) : 0;
        // Times without a zone are local: compared with the start as the log writes it.
        var windows = Windows(started, (recording.Clock.ZoneMinutes ?? 0) * 60_000_000_000L, length);
        if (windows.Count > 1)
        {
            return $"{name} has {windows.Count} days with that time of day: give the date too ({Range(recording, length)})";
        }

        if (windows is [var (from, until)]) part = RecordingWindow.Cut(recording, from, until);
        return part is null ? $"{name} has nothing in this window: {Range(recording, length)}" : null;
    }

    /// <summary>The windows that may be meant, in nanoseconds since the recording's zero; several where a time of day recurs.</summary>
    private List<(long From, long Until)> Windows(long startedUtc, long zone, long length)
    {
        if (From is not { Kind: WindowTimeKind.TimeOfDay } && To is not { Kind: WindowTimeKind.TimeOfDay })
        {
            var (only, end) = (Since(From, startedUtc, zone) ?? 0, Since(To, startedUtc, zone) ?? length);
            return only < end && only < length && end > 0 ? [(only, end)] : [];
        }

        var started = startedUtc + zone;
        var found = new List<(long, long)>();
        var firstDay = (started / WindowTime.NanosecondsADay) - 1;
        var lastDay = ((started + length) / WindowTime.NanosecondsADay) + 1;
        for (var day = firstDay; day <= lastDay; day++)
        {
            var midnight = (day * WindowTime.NanosecondsADay) - started;
            if (From is { Kind: WindowTimeKind.TimeOfDay } begin)
            {
                var from = midnight + begin.Nanoseconds;
                var ends = To is { Kind: WindowTimeKind.TimeOfDay };
                var until = ends ? midnight + To!.Nanoseconds : Since(To, startedUtc, zone) ?? length;
                if (ends && until <= from) until += WindowTime.NanosecondsADay;
                // Without a time of day as its end, a beginning before the recording could be of any day.
                var reaches = ends ? until > 0 : from >= 0;
                if (reaches && from < until && from < length) found.Add((from, until));
            }
            else
            {
                var (from, until) = (Since(From, startedUtc, zone) ?? 0, midnight + To!.Nanoseconds);
                if (until > from && until > 0 && until <= length) found.Add((from, until));
            }
        }

        return found;
    }

    private static long? Since(WindowTime? time, long started, long zone) => time switch
    {
        null => null,
        { Kind: WindowTimeKind.SinceStart } => time.Nanoseconds,
        { Kind: WindowTimeKind.DateWithoutZone } => time.Nanoseconds - zone - started,
        _ => time.Nanoseconds - started,
    };

    private static string Range(Recording recording, long length)
    {
        var since = $"it has 0s to {Quantities.Duration(length)}";
        if (recording.Clock.StartedAt is not { } started) return since;
        return $"{since}, {UnixTime.Text(started)} to {UnixTime.Text(started.AddTicks(length / TimeSpan.NanosecondsPerTick))}";
    }
}
