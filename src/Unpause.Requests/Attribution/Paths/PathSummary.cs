using System.Runtime.InteropServices;

namespace Unpause.Requests.Attribution.Paths;

/// <summary>
/// How much of one service's latency was spent in which service, on the critical paths of its traces, and how much of that the collector of
/// that service's process took. A pause counts where it lies within the process's own stretches of the path, so parallel calls are counted
/// once; what waited elsewhere because of the pause is not in it: a lower bound.
/// </summary>
/// <param name="Service">The service that the traces begin in; null when not said.</param>
/// <param name="Traces">Traces that lie within all recordings.</param>
/// <param name="TotalNanoseconds">Their lengths, all together.</param>
/// <param name="Slow">Those of them that are slow.</param>
/// <param name="SlowNanoseconds">The lengths of the slow ones, all together.</param>
/// <param name="Parts">Services on the paths, that with the most time in pauses first, then that with the most time.</param>
public sealed record PathSummary(
    string? Service, long Traces, Total TotalNanoseconds, long Slow, Total SlowNanoseconds, IReadOnlyList<PathPart> Parts)
{
    /// <summary>Services that are listed.</summary>
    private const int MostParts = 20;

    /// <summary>Adds up the traces; empty where no trace has two services of which one is recorded.</summary>
    /// <param name="sets">Requests of all inputs; those with spans are looked at.</param>
    /// <param name="match">Which recording each service is.</param>
    /// <param name="parts">The recordings, aligned.</param>
    /// <param name="slowNanoseconds">Traces longer than this are slow.</param>
    internal static IReadOnlyList<PathSummary> Compute(
        IReadOnlyList<RequestSet> sets, ProcessMatch match, IReadOnlyList<ProcessPart> parts, long slowNanoseconds)
    {
        if (parts.Count == 0) return [];
        var stretch = (From: parts.Max(part => part.Stretch.From), To: parts.Min(part => part.Stretch.To));
        var sums = new Dictionary<string, Sum>(StringComparer.Ordinal);
        for (var s = 0; s < sets.Count; s++)
        {
            if (sets[s].Spans.Count == 0 || sets[s].Services.Count < 2 || sets[s].RecordedBy is not null) continue;
            Add(sets[s], s, match, parts, stretch, slowNanoseconds, sums);
        }

        return
        [
            .. sums.Values.Where(sum => sum.Parts.Count > 1 && sum.Parts.Keys.Any(owner => owner.Part is not null))
                .Select(sum => sum.Finish()).OrderByDescending(summary => summary.TotalNanoseconds),
        ];
    }

    private static void Add(
        RequestSet set, int number, ProcessMatch match, IReadOnlyList<ProcessPart> parts, (long From, long To) stretch,
        long slowNanoseconds, Dictionary<string, Sum> sums)
    {
        var tree = new TraceTree(set.Spans);
        var path = new CriticalPath(set.Spans, tree);
        var stretches = new List<PathStretch>();
        var taken = new Dictionary<Owner, (long On, long Stopped)>();
        // By service, offset by one.
        var owners = new Owner[set.Services.Count + 1];
        for (var i = 0; i < owners.Length; i++)
        {
            var recording = match.RecordingOf(number, i - 1);
            owners[i] = new(i == 0 ? "" : set.Services[i - 1].Name ?? "", parts.FirstOrDefault(part => part.Facts.Recording == recording));
        }

        foreach (var root in tree.Roots)
        {
            var span = set.Spans[root];
            if (span.Stream || span.DurationNanoseconds <= 0) continue;
            if (span.StartUnixNanoseconds < stretch.From || span.EndUnixNanoseconds > stretch.To) continue;
            path.Walk(root, stretches);
            taken.Clear();
            var name = owners[span.Service + 1].Service;
            if (!sums.TryGetValue(name, out var sum)) sums.Add(name, sum = new Sum(name));
            foreach (var one in stretches)
            {
                var owner = owners[set.Spans[one.Span].Service + 1];
                var stopped = owner.Part?.Pauses.Stopped(one.FromUnixNanoseconds, one.ToUnixNanoseconds) ?? 0;
                ref var times = ref CollectionsMarshal.GetValueRefOrAddDefault(taken, owner, out _);
                times = (times.On + one.ToUnixNanoseconds - one.FromUnixNanoseconds, times.Stopped + stopped);
            }

            sum.Add(span.DurationNanoseconds, slowNanoseconds, taken);
        }
    }

    /// <summary>A service, and the process that is recorded of it; null where none is.</summary>
    private readonly record struct Owner(string Service, ProcessPart? Part);

    private sealed class Sum(string name)
    {
        private long _traces;
        private long _slow;
        private Total _total;
        private Total _slowTotal;

        public Dictionary<Owner, PartSum> Parts { get; } = [];

        public void Add(long duration, long slowNanoseconds, Dictionary<Owner, (long On, long Stopped)> taken)
        {
            var slow = duration > slowNanoseconds;
            _traces++;
            _total += duration;
            if (slow) (_slow, _slowTotal) = (_slow + 1, _slowTotal + duration);
            foreach (var (owner, times) in taken)
            {
                if (!Parts.TryGetValue(owner, out var part)) Parts.Add(owner, part = new PartSum());
                (part.On, part.Stopped) = (part.On + times.On, part.Stopped + times.Stopped);
                if (!slow) continue;
                (part.SlowOn, part.SlowStopped) = (part.SlowOn + times.On, part.SlowStopped + times.Stopped);
                if (duration - times.Stopped <= slowNanoseconds) part.Cured++;
            }
        }

        public PathSummary Finish() => new(
            Named(name), _traces, _total, _slow, _slowTotal,
            [
                .. Parts.Select(part => part.Value.Finish(Named(part.Key.Service), part.Key.Part?.Facts.Recording))
                    .OrderByDescending(part => part.PausedNanoseconds ?? default).ThenByDescending(part => part.OnPathNanoseconds)
                    .ThenBy(part => part.Service, StringComparer.Ordinal).Take(MostParts),
            ]);

        private static string? Named(string service) => service.Length == 0 ? null : service;
    }

    private sealed class PartSum
    {
        public Total On { get; set; }

        public Total Stopped { get; set; }

        public Total SlowOn { get; set; }

        public Total SlowStopped { get; set; }

        public long Cured { get; set; }

        public PathPart Finish(string? service, int? recording) => new(service, recording, On, SlowOn)
        {
            PausedNanoseconds = recording is null ? null : Stopped,
            SlowPausedNanoseconds = recording is null ? null : SlowStopped,
            SlowWithout = recording is null ? null : Cured,
        };
    }
}

/// <summary>One service on the critical paths of another's traces. Times in nanoseconds, all traces together.</summary>
/// <param name="Service">Its name; null when not said.</param>
/// <param name="Recording">Index of the recording of its process; null where none is.</param>
/// <param name="OnPathNanoseconds">Time of the paths that is its own: it worked, or waited for nobody in the trace.</param>
/// <param name="SlowOnPathNanoseconds">The same of the slow traces.</param>
public sealed record PathPart(string? Service, int? Recording, Total OnPathNanoseconds, Total SlowOnPathNanoseconds)
{
    /// <summary>What its process's pauses took of it; null where it is not recorded.</summary>
    public Total? PausedNanoseconds { get; init; }

    /// <summary>The same of the slow traces.</summary>
    public Total? SlowPausedNanoseconds { get; init; }

    /// <summary>Slow traces that would not be slow without these pauses; null where it is not recorded.</summary>
    public long? SlowWithout { get; init; }
}
