using Unpause.Recordings.Windows;

namespace Unpause.Cli.Sessions;

/// <summary>The options that choose a part of a recording, for every command that reads recordings.</summary>
internal sealed class WindowOptions
{
    private const string FromName = "--from", ToName = "--to", LastName = "--last";

    private readonly Option<string> _from = new(FromName)
    {
        Description = "Only what happened from this moment on: 02:55 or 02:55:10 (UTC), 2026-11-25T02:55:10Z, or 90s after the start.",
        HelpName = "TIME",
    };

    private readonly Option<string> _to = new(ToName)
    {
        Description = "Only what happened before this moment, written as for --from.",
        HelpName = "TIME",
    };

    private readonly Option<string> _last = new(LastName)
    {
        Description = "Only the end of the recording, for example 15m.",
        HelpName = "DURATION",
    };

    /// <summary>All of them.</summary>
    public Option[] All => [_from, _to, _last];

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in All) command.Add(option);
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="UserMistake">They contradict each other, or one is no duration.</exception>
    public ChosenWindow Read(ParseResult parsed)
    {
        var (from, to, last) = (parsed.GetValue(_from), parsed.GetValue(_to), parsed.GetValue(_last));
        if (last is null) return new(from, to, null);
        if (from is not null || to is not null) throw new UserMistake($"{LastName} cannot be combined with {FromName} or {ToName}");
        return Quantities.TryParseDuration(last, out var nanoseconds) && nanoseconds > 0
            ? new(null, null, (long)Math.Min(nanoseconds, long.MaxValue / 2))
            : throw new UserMistake($"{LastName} {PlainText.Clean(last)} is not a duration: give for example 15m");
    }

    /// <summary>The window that a user chose.</summary>
    /// <param name="From">Its beginning, as typed; null for that of the recording.</param>
    /// <param name="To">Its end, as typed; null for that of the recording.</param>
    /// <param name="LastNanoseconds">The length of the end of the recording; null when not given.</param>
    internal sealed record ChosenWindow(string? From, string? To, long? LastNanoseconds)
    {
        /// <summary>The recordings, each only with what happened in the window.</summary>
        /// <exception cref="UserMistake">The window is outside of all of them, or one has no times.</exception>
        public IReadOnlyList<Recording> Cut(IReadOnlyList<Recording> recordings)
        {
            if (From is null && To is null && LastNanoseconds is null) return recordings;
            Recording[] cut = [.. recordings.Select(Cut).OfType<Recording>()];
            if (cut.Length > 0 || recordings.Count == 0) return cut;
            throw new UserMistake($"nothing is recorded between these moments; the recording goes {Range(recordings[0])}");
        }

        private Recording? Cut(Recording recording)
        {
            if (recording.DurationNanoseconds is not { } length)
            {
                throw new UserMistake("the recording has no timestamps, so no part of it can be chosen by time");
            }

            var from = LastNanoseconds is { } last ? Math.Max(0, length - last) : Parse(FromName, From, recording) ?? 0;
            var until = Math.Min(length, Parse(ToName, To, recording) ?? length);
            if (from >= until || from < 0) return null;
            var cut = new TimeWindow(from, until).Cut(recording);
            var note = $"Only a part of the recording is reported: {Describe(recording, from, until)}.";
            return cut with { Coverage = cut.Coverage.With(note) };
        }

        private static long? Parse(string option, string? text, Recording recording)
        {
            if (text is null) return null;
            return MomentText.Parse(option, text, recording)
                ?? throw new UserMistake($"the recording has no wall-clock time: give {option} as time since its start, for example 90s");
        }

        private static string Range(Recording recording) => Describe(recording, 0, recording.DurationNanoseconds ?? 0);

        private static string Describe(Recording recording, long from, long until)
        {
            var since = $"from {Quantities.Duration(from)} to {Quantities.Duration(until)} after its start";
            return recording.Clock.StartedAt is { } started ? $"{since} ({Wall(started, from)} to {Wall(started, until)})" : since;
        }

        private static string Wall(DateTimeOffset started, long at) =>
            started.UtcDateTime.AddTicks(at / 100).ToString("u", CultureInfo.InvariantCulture);
    }
}
