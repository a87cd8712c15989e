using Unpause.Recordings.Objects;

namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// Makes one recording of a log and a flight recording of the same JVM, so that nothing is counted twice. Pauses and all that
/// belongs to them come from the one that has more of them; from the flight recording come what logs never have.
/// </summary>
internal static class LogsAndFlights
{
    private const string Certify = "-Xlog with the decorators time, uptime, pid and tid makes it certain";

    /// <summary>A flight recording must have this many times the log's pauses to be the source of pauses.</summary>
    private const double MorePauses = 1.02;

    /// <summary>What the clock may be off by when it comes from pauses in both.</summary>
    private const long UncertaintyNanoseconds = 5_000_000;

    /// <summary>Joins what certainly belongs together, and notes what may.</summary>
    public static IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        var flights = recordings.Where(recording => recording.Source.Format == Jfr.JfrReader.Format).ToList();
        var logs = recordings.Where(recording => recording.Source is { Runtime: Runtimes.Jvm, Format: not Jfr.JfrReader.Format }).ToList();
        if (flights.Count == 0 || logs.Count == 0) return recordings;
        // What is noted of a recording, and what it is joined to, makes a new one in place of the one that was read.
        var latest = recordings.ToDictionary(recording => recording);
        var joined = new Dictionary<Recording, Recording>();
        // The flight recording with the most pauses first: a second one of the same JVM may contain the same samples again.
        foreach (var flight in flights.OrderByDescending(flight => flight.Pauses.Count))
        {
            var matches = logs.Where(log => MayBeOfOneJvm(log.Source, flight.Source))
                .Select(log => (Log: log, Match: FlightMatch.Compare(log, flight)))
                .Where(found => found.Match.Certainty != FlightCertainty.Different).ToList();
            var certain = matches.Where(found => found.Match.Certainty == FlightCertainty.Certain).ToList();
            if (certain.Count == 1 && !joined.ContainsKey(certain[0].Log))
            {
                joined[certain[0].Log] = flight;
            }
            else
            {
                foreach (var (log, match) in matches)
                {
                    NoteApart(latest, log, flight, match, certain.Count > 1
                        ? "several logs agree with it"
                        : "another flight recording is joined with it, and may have the same samples");
                }
            }
        }

        foreach (var (log, flight) in joined) latest[log] = Join(latest[log], latest[flight]);
        var gone = joined.Values.ToHashSet();
        return [.. recordings.Where(recording => !gone.Contains(recording)).Select(recording => latest[recording])];
    }

    /// <summary>Whether version and collector, where both have them, are compatible.</summary>
    private static bool MayBeOfOneJvm(Source log, Source flight) =>
        (FeatureOf(log.RuntimeVersion) is not { } one || FeatureOf(flight.RuntimeVersion) is not { } other || one == other)
        && (log.Collector is not { } named || flight.Collector is not { } called
            || named.StartsWith(called, StringComparison.Ordinal) || called.StartsWith(named, StringComparison.Ordinal));

    /// <summary>The feature release of <c>17.0.15+6 (release)</c> or <c>1.8.0_442</c>; null without one.</summary>
    private static int? FeatureOf(string? version)
    {
        var parts = (version ?? "").Split('.', '+', '-', ' ', '_');
        var feature = parts is ["1", var old, ..] ? old : parts[0];
        return int.TryParse(feature, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
    }

    private static bool FlightLeads(Recording log, Recording flight) => flight.Pauses.Count > (log.Pauses.Count * MorePauses) + 1;

    private static Recording Join(Recording log, Recording flight)
    {
        var match = FlightMatch.Compare(log, flight);
        var (logName, flightName) = (NameOf(log), NameOf(flight));
        var flightLeads = FlightLeads(log, flight);
        var leader = flightLeads ? flight : WithSamples(log, flight, match);
        var other = flightLeads ? log : flight;
        var proof = match.Pauses > 0
            ? $"{match.Pauses.ToString("N0", CultureInfo.InvariantCulture)} pauses agree in number, start and length"
            : "they have the same process id and start";
        var coverage = leader.Coverage.With(flightLeads
            ? $"{flightName} and {logName} are of one JVM ({proof}). Everything is from the flight recording, which has more pauses "
                + $"({flight.Pauses.Count.ToString("N0", CultureInfo.InvariantCulture)}) than the log "
                + $"({log.Pauses.Count.ToString("N0", CultureInfo.InvariantCulture)})"
            : $"{logName} and {flightName} are of one JVM ({proof}). Pauses, stops and sizes are from the log; allocation sites and old "
                + $"objects are from the flight recording, which covers {Span(flight)} of {Span(log)}");
        foreach (var note in other.Coverage.Notes) coverage = coverage.With($"{NameOf(other)}: {note.Text}", note.Unreadable);
        return leader with
        {
            Coverage = coverage.With(other.Coverage),
            Source = Described(leader.Source, other.Source),
            HeapMaximumBytes = leader.HeapMaximumBytes ?? other.HeapMaximumBytes,
            HeapPeakBytes = leader.HeapPeakBytes ?? other.HeapPeakBytes,
        };
    }

    /// <summary>
    /// The log with what logs never contain, moved to the log's times, and with the flight recording's clock if it has none of its own.
    /// </summary>
    private static Recording WithSamples(Recording log, Recording flight, FlightMatch match) => log with
    {
        Clock = log.Clock.StartedAt is null && flight.Clock is { StartedAt: { } started, UncertaintyNanoseconds: var its }
            ? new Clock(
                started.AddTicks(-match.OffsetNanoseconds / TimeSpan.NanosecondsPerTick),
                UncertaintyNanoseconds + its,
                $"the clock of the flight recording, aligned by {match.Pauses} pauses in both")
            : log.Clock,
        Allocations = log.Allocations ?? flight.Allocations,
        InducedBy = log.InducedBy ?? flight.InducedBy,
        Triggers = log.Triggers ?? flight.Triggers,
        OtherWaits = log.OtherWaits.Count > 0 ? log.OtherWaits : flight.OtherWaits,
        OldObjects = log.OldObjects ?? Moved(flight.OldObjects, match.OffsetNanoseconds),
        Stalls = log.Stalls.Count > 0 ? log.Stalls : Moved(flight.Stalls, match.OffsetNanoseconds),
    };

    private static Column<OldObject>? Moved(Column<OldObject>? objects, long offset)
    {
        if (objects is null) return null;
        var moved = new ChunkedList<OldObject>();
        foreach (var item in objects) moved.Add(item with { SeenNanoseconds = Math.Max(0, item.SeenNanoseconds + offset) });
        return new Column<OldObject>(moved);
    }

    private static Column<Stall> Moved(Column<Stall> stalls, long offset)
    {
        var moved = new ChunkedList<Stall>();
        foreach (var stall in stalls)
        {
            moved.Add(stall.StartNanoseconds == Pause.NoTime ? stall : stall with { StartNanoseconds = stall.StartNanoseconds + offset });
        }

        return new Column<Stall>(moved);
    }

    private static Source Described(Source leader, Source other) => leader with
    {
        Files = [.. leader.Files, .. other.Files],
        ContentId = leader is { ContentId: { } first } && other.ContentId is { } second ? ContentHash.Joined([first, second]) : null,
        RuntimeVersion = leader.RuntimeVersion ?? other.RuntimeVersion,
        Collector = leader.Collector ?? other.Collector,
        ProcessId = leader.ProcessId ?? other.ProcessId,
        ProcessStartedAt = leader.ProcessStartedAt ?? other.ProcessStartedAt,
        Command = leader.Command ?? other.Command,
        // The first of two values with one name stays.
        Settings = SourceBuilder.SettingsOf([.. leader.Settings, .. other.Settings]),
    };

    private static void NoteApart(Dictionary<Recording, Recording> latest, Recording log, Recording flight, FlightMatch match, string why)
    {
        var (logName, flightName) = (NameOf(log), NameOf(flight));
        if (match.Certainty == FlightCertainty.Certain)
        {
            Note(latest, flight, $"of the JVM of {logName} too, but listed separately ({why}): do not add their numbers");
            return;
        }

        Note(latest, log, $"may be of the same JVM as {flightName}, but too few pauses are in both to be sure. Both are listed: "
            + $"do not add their numbers; {Certify}");
        Note(latest, flight, $"may be of the same JVM as {logName}, but too few pauses are in both to be sure. Both are listed: "
            + $"do not add their numbers; {Certify}");
    }

    private static void Note(Dictionary<Recording, Recording> latest, Recording recording, string text) =>
        latest[recording] = latest[recording] with { Coverage = latest[recording].Coverage.With(text) };

    private static string Span(Recording recording) =>
        recording.DurationNanoseconds is { } length ? Quantities.Duration(length) : "an unknown time";

    private static string NameOf(Recording recording) =>
        recording.Source.Files is [var first, ..] ? Path.GetFileName(first) : recording.Source.Format;
}
