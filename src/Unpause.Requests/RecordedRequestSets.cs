namespace Unpause.Requests;

/// <summary>Requests that recordings contain themselves, as sets like those from traces.</summary>
public static class RecordedRequestSets
{
    /// <summary>
    /// One set for each recording that contains served requests; empty when none does. Without a wall clock they lie in 1970, as the
    /// recording then does.
    /// </summary>
    public static IReadOnlyList<RequestSet> From(IReadOnlyList<Recording> recordings) =>
        [.. recordings.Where(recording => recording.Requests is { Served: > 0 }).Select(
            recording => CreateSet(recording, recording.Requests!))];

    private static RequestSet CreateSet(Recording recording, RecordedRequests recorded)
    {
        var set = new RequestSet { Files = recording.Source.Files, Format = recording.Source.Format, RecordedBy = recording };
        set.Names.AddRange(recorded.Names);
        set.Services.Add(new Service(ProgramOf(recording.Source.Command), recording.Source.ProcessId, null));
        var zero = UnixTime.Nanoseconds(recording.Clock.StartedAt ?? DateTimeOffset.UnixEpoch);
        for (var i = 0; i < recorded.Requests.Count; i++)
        {
            var request = recorded.Requests[i];
            var trace = recorded.Traces is { } traces && traces[i] != default ? traces[i] : (UInt128)request.Root;
            var start = zero + request.StartNanoseconds;
            if (!request.Call) set.Requests.Add(new Request(start, request.DurationNanoseconds, request.Name, 0, set.Spans.Count));
            set.Spans.Add(new Span(
                trace,
                (ulong)request.Number,
                (ulong)request.Parent,
                start,
                request.DurationNanoseconds,
                request.Name,
                0,
                request.Call ? SpanKind.Client : SpanKind.Server));
        }

        return set;
    }

    /// <summary>The program's name in a command line: the first .dll of a dotnet host, else the first word; null without one.</summary>
    private static string? ProgramOf(string? command)
    {
        if (string.IsNullOrWhiteSpace(command)) return null;
        var words = command.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var program = Array.Find(words, word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) ?? words[0];
        var name = Path.GetFileName(program);
        return name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name[..^4] : name;
    }
}
