using System.Globalization;
using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Readers.Jvm;

/// <summary>
/// Makes one recording of a log and a flight recording of the same JVM, so that nothing is told twice. Pauses and all that
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
        var joined = new Dictionary<Recording, Recording>();
        // The flight recording with the most pauses first: a second one of the same JVM may hold the same samples again.
        foreach (var flight in flights.OrderByDescending(flight => flight.Pauses.Count))
        {
            var matches = logs.Select(log => (Log: log, Match: FlightMatch.Of(log, flight))).Where(found => found.Match.Certainty != FlightCertainty.Different).ToList();
            var certain = matches.Where(found => found.Match.Certainty == FlightCertainty.Certain).ToList();
            if (certain.Count == 1 && !joined.ContainsKey(certain[0].Log)) joined[certain[0].Log] = flight;
            else foreach (var (log, match) in matches) NoteApart(log, flight, match, certain.Count > 1 ? "several logs agree with it" : "another flight recording is joined with it, and may hold the same samples");
        }

        foreach (var (log, flight) in joined) Join(log, flight);
        var replaced = joined.ToDictionary(pair => pair.Key, pair => FlightLeads(pair.Key, pair.Value) ? pair.Value : pair.Key);
        var gone = joined.Values.ToHashSet();
        return [.. recordings.Where(recording => !gone.Contains(recording)).Select(recording => replaced.GetValueOrDefault(recording, recording))];
    }

    private static bool FlightLeads(Recording log, Recording flight) => flight.Pauses.Count > (log.Pauses.Count * MorePauses) + 1;

    private static void Join(Recording log, Recording flight)
    {
        var match = FlightMatch.Of(log, flight);
        var (logName, flightName) = (NameOf(log), NameOf(flight));
        var leader = FlightLeads(log, flight) ? flight : log;
        var other = leader == log ? flight : log;
        if (leader == log) TakeSamples(log, flight, match.OffsetNanoseconds);
        if (log.Clock.StartedAt is null && leader == log && flight.Clock is { StartedAt: { } started, UncertaintyNanoseconds: var its })
        {
            log.Clock = new Clock(started.AddTicks(-match.OffsetNanoseconds / TimeSpan.NanosecondsPerTick), UncertaintyNanoseconds + its, $"the clock of the flight recording, by {match.Pauses} pauses in both");
        }

        TakeDescription(leader, other);
        var proof = match.Pauses > 0 ? $"{match.Pauses.ToString("N0", CultureInfo.InvariantCulture)} pauses agree in number, start and length" : "they have the same process id and start";
        leader.Coverage.Add(leader == log
            ? $"{logName} and {flightName} are of one JVM ({proof}): pauses, stops and sizes are the log's, allocation sites and old objects are of the flight recording, which covers {Span(flight)} of {Span(log)}"
            : $"{flightName} and {logName} are of one JVM ({proof}): everything is the flight recording's, which has more pauses ({flight.Pauses.Count.ToString("N0", CultureInfo.InvariantCulture)}) than the log ({log.Pauses.Count.ToString("N0", CultureInfo.InvariantCulture)})");
        foreach (var note in other.Coverage.Notes) leader.Coverage.Add($"{NameOf(other)}: {note.Text}", note.Unreadable);
        leader.Coverage.Take(other.Coverage);
        leader.Source.Files = [.. leader.Source.Files, .. other.Source.Files];
    }

    /// <summary>What logs never tell, moved to the log's times.</summary>
    private static void TakeSamples(Recording log, Recording flight, long offset)
    {
        log.Allocations ??= flight.Allocations;
        log.InducedBy ??= flight.InducedBy;
        if (log.OldObjects is null && flight.OldObjects is { } objects)
        {
            log.OldObjects = new ChunkedList<OldObject>();
            foreach (var item in objects) log.OldObjects.Add(item with { SeenNanoseconds = Math.Max(0, item.SeenNanoseconds + offset) });
        }

        if (log.Stalls.Count > 0) return;
        foreach (var stall in flight.Stalls) log.Stalls.Add(stall.StartNanoseconds == Pause.NoTime ? stall : stall with { StartNanoseconds = stall.StartNanoseconds + offset });
    }

    private static void TakeDescription(Recording leader, Recording other)
    {
        leader.HeapMaximumBytes ??= other.HeapMaximumBytes;
        var (source, more) = (leader.Source, other.Source);
        source.RuntimeVersion ??= more.RuntimeVersion;
        source.Collector ??= more.Collector;
        source.ProcessId ??= more.ProcessId;
        source.ProcessStartedAt ??= more.ProcessStartedAt;
        source.Command ??= more.Command;
        foreach (var (name, value) in more.Settings) source.Settings.TryAdd(name, value);
    }

    private static void NoteApart(Recording log, Recording flight, FlightMatch match, string why)
    {
        var (logName, flightName) = (NameOf(log), NameOf(flight));
        if (match.Certainty == FlightCertainty.Certain)
        {
            flight.Coverage.Add($"of the JVM of {logName} too, but listed apart ({why}): don't add up what both say");
            return;
        }

        log.Coverage.Add($"may be of the same JVM as {flightName}, but too few pauses are in both to be sure: both are listed, don't add up what they say; {Certify}");
        flight.Coverage.Add($"may be of the same JVM as {logName}, but too few pauses are in both to be sure: both are listed, don't add up what they say; {Certify}");
    }

    private static string Span(Recording recording) => recording.DurationNanoseconds is { } length ? Quantities.Duration(length) : "an unknown time";

    private static string NameOf(Recording recording) => recording.Source.Files is [var first, ..] ? Path.GetFileName(first) : recording.Source.Format;
}
