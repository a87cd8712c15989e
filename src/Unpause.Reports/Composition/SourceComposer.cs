using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Reports.Composition;

/// <summary>Where the numbers come from and how much was understood.</summary>
internal static class SourceComposer
{
    /// <summary>The source of a recording.</summary>
    public static SourceDocument Compose(Recording recording, RunIdentity run)
    {
        var source = recording.Source;
        var format = RuntimeTable.Default.FormatOf(source.Format);
        return new()
        {
            Files = source.Files,
            Format = source.Format,
            Runtime = source.Runtime,
            RuntimeName = source.Traits.Name,
            RuntimeVersion = source.RuntimeVersion,
            Collector = source.Collector,
            Pid = source.ProcessId,
            Command = source.Command,
            StartedAt = recording.Clock.StartedAt is { } started ? Instant(started.UtcDateTime) : null,
            DurationMs = Milliseconds.FromNanoseconds(recording.DurationNanoseconds),
            Window = recording is { Part: { } part, DurationNanoseconds: { } length }
                ? new()
                {
                    FromMs = new(part.FromNanoseconds),
                    ToMs = new(part.FromNanoseconds + length),
                    OfMs = new(part.OfNanoseconds),
                }
                : null,
            LostMs = recording.LostNanoseconds > 0 ? new(recording.LostNanoseconds) : null,
            HasCollections = recording.HasCollections,
            Lines = recording.Coverage.Lines,
            LinesUnparsed = recording.Coverage.LinesUnparsed,
            Clock = new()
            {
                Source = recording.Clock.Basis,
                UncertaintyMs = Milliseconds.FromNanoseconds(recording.Clock.UncertaintyNanoseconds),
            },
            Coverage = Compose(recording.Coverage),
            Settings = Settings(source.Settings),
            PauseResolutionMs = Milliseconds.FromNanoseconds(format?.PauseStepNanoseconds),
            HeapResolutionBytes = format?.HeapResolutionBytes,
            Identity = IdentityDocument.From(run with { RunId = run.RunId ?? source.ContentId }),
        };
    }

    /// <summary>What was noted while reading.</summary>
    public static CoverageDocument Compose(Coverage coverage) => new()
    {
        Examples = [.. coverage.Examples.Select(example => new LineExample { Line = example.Number, Text = example.Text })],
        Notes = [.. coverage.Notes.Select(note =>
            new NoteDocument { Severity = note.Unreadable ? NoteDocument.Unreadable : NoteDocument.Info, Text = note.Text })],
    };

    /// <summary>
    /// A moment as the contract writes it: ISO 8601 in UTC, to 100 ns; for a recording without a wall clock, whose requests are in 1970,
    /// the time since its start.
    /// </summary>
    public static string Instant(long unixNanoseconds)
    {
        const double Second = 1e9;
        var moment = DateTime.UnixEpoch.AddTicks(unixNanoseconds / 100);
        return moment.Year > DateTime.UnixEpoch.Year
            ? Instant(moment)
            : string.Create(CultureInfo.InvariantCulture, $"{unixNanoseconds / Second:0.000000} s after the start");
    }

    private static string Instant(DateTime utc) => utc.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'", CultureInfo.InvariantCulture);

    private static Dictionary<string, string> Settings(IEnumerable<KeyValuePair<string, string>> settings)
    {
        var byName = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in settings) byName[name] = value;
        return byName;
    }
}
