using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Adds the requests of the agent's file to the trace events of the same process. Both have its id and times of the machine's monotonic
/// clock.
/// </summary>
internal static class RequestsOfTrace
{
    /// <summary>Joins what certainly belongs together.</summary>
    public static IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        var gone = new HashSet<Recording>();
        var joined = new Dictionary<Recording, Recording>();
        foreach (var agent in recordings)
        {
            if (agent.Source.Format != NodeFormats.Agent || agent.ProgramClock is null) continue;
            var traces = recordings.Where(trace => !joined.ContainsKey(trace) && IsSameProcess(trace, agent)).ToList();
            if (traces.Count != 1) continue;
            joined[traces[0]] = With(traces[0], agent);
            gone.Add(agent);
        }

        return gone.Count == 0 ? recordings
            : [.. recordings.Where(each => !gone.Contains(each)).Select(each => joined.GetValueOrDefault(each, each))];
    }

    /// <summary>The agent records the main thread only; its first request is after the start of the trace and before its end.</summary>
    private static bool IsSameProcess(Recording trace, Recording agent)
    {
        if (trace.Source.Format != NodeFormats.TraceEvents || trace.ProgramClock is not { } clock) return false;
        if (trace.Source.ProcessId != agent.Source.ProcessId) return false;
        if (trace.Source.Settings.GetValueOrDefault(NodeSettings.Isolate) is not (null or NodeSettings.MainThread)) return false;
        var later = agent.ProgramClock!.Value.ZeroNanoseconds - clock.ZeroNanoseconds;
        return later >= 0 && later <= trace.DurationNanoseconds;
    }

    private static Recording With(Recording trace, Recording agent)
    {
        var later = agent.ProgramClock!.Value.ZeroNanoseconds - trace.ProgramClock!.Value.ZeroNanoseconds;
        var coverage = trace.Coverage;
        foreach (var note in agent.Coverage.Notes) coverage = coverage.With(note.Text, note.Unreadable);
        var requests = Moved(agent.Requests, later, trace.DurationNanoseconds!.Value, out var beyond);
        if (beyond > 0)
        {
            coverage = coverage.With(
                $"{Quantities.Count(beyond, "request")} ended after the last event of the trace: left out, because the collections of "
                + "that time are missing");
        }

        return trace with
        {
            Coverage = coverage,
            Requests = requests,
            OtherWaits = [.. trace.OtherWaits, .. WaitsOf(trace, agent, requests, later)],
            // The agent's clock has steps of microseconds, the marks in the trace have milliseconds.
            Clock = agent.Clock.StartedAt is { } started
                ? agent.Clock with { StartedAt = started.AddTicks(-later / TimeSpan.NanosecondsPerTick) } : trace.Clock,
            Source = trace.Source with
            {
                Files = [.. trace.Source.Files, .. agent.Source.Files],
                ContentId = trace.Source.ContentId is { } first && agent.Source.ContentId is { } second
                    ? ContentHash.Joined([first, second]) : null,
            },
        };
    }

    private static IEnumerable<OtherWait> WaitsOf(Recording trace, Recording agent, RecordedRequests? requests, long later)
    {
        var loop = agent.OtherWaits.First(wait => wait.What == OtherWait.EventLoop);
        var stops = StopsOf(trace);
        var blocks = loop.Times!.Select(time => (Start: time.Start + later, End: time.End + later))
            .Where(time => time.End <= trace.DurationNanoseconds).ToList();
        var left = EventLoopBlocks.Without(blocks, stops, loop.CpuShare, $"{loop.Source}, without GC pauses");
        if (requests is null) return [left];
        var slow = new SlowRequests(requests.Requests);
        left = left with { ShareOfSlowRequests = slow.ShareOf(left.Times!) };
        return slow.Rest(stops, [left]) is { } rest ? [left, rest] : [left];
    }

    /// <summary>When GC stopped the thread: the intervals with callbacks where the trace has them, else the pauses; apart.</summary>
    private static List<(long Start, long End)> StopsOf(Recording trace)
    {
        var stops = new List<(long Start, long End)>();
        IEnumerable<(long Start, long Length)> all = trace.Stops is { Count: > 0 } recorded
            ? recorded.Select(stop => (stop.StartNanoseconds, stop.DurationNanoseconds))
            : trace.Pauses.Where(pause => pause.HasTime).Select(pause => (pause.StartNanoseconds, pause.DurationNanoseconds));
        foreach (var (start, length) in all.OrderBy(stop => stop.Start))
        {
            if (stops is [.., var last] && start <= last.End) stops[^1] = (last.Start, Math.Max(last.End, start + length));
            else stops.Add((start, start + length));
        }

        return stops;
    }

    /// <summary>The requests on the clock of the trace.</summary>
    /// <param name="end">The end of the trace.</param>
    /// <param name="beyond">How many ended later.</param>
    private static RecordedRequests? Moved(RecordedRequests? requests, long later, long end, out int beyond)
    {
        beyond = 0;
        if (requests is null) return null;
        var served = new ServedRequests();
        for (var i = 0; i < requests.Requests.Count; i++)
        {
            var request = requests.Requests[i];
            var start = request.StartNanoseconds + later;
            if (start + request.DurationNanoseconds > end) beyond++;
            else served.Take(start, request.DurationNanoseconds, request.Name, requests.Traces?[i] ?? default);
        }

        // Which of them failed is not kept.
        return served.Build(0, requests.Names) is { } moved ? moved with { Failed = beyond == 0 ? requests.Failed : null } : null;
    }
}
