using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Requests;
using Unpause.Requests.Attribution.Join;

namespace Unpause.Tests.Analysis.Attribution;

/// <summary>
/// A program with known answers: the same arrivals and needs are served with and without pauses by an event simulation
/// of its own (time moves from event to event in stopped and running stretches), which shares no code with the engine.
/// </summary>
internal sealed class SimulatedService
{
    public const long Ms = 1_000_000;
    public const long Second = 1_000 * Ms;
    /// <summary>Recorded before the first and after the last arrival, so that a moved clock loses no request.</summary>
    public const long MarginMs = 3000;

    private long[]? _measured;

    public static readonly DateTimeOffset Began = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);
    public static readonly long Zero = (Began.UtcTicks - DateTime.UnixEpoch.Ticks) * 100;

    public required long[] Arrivals { get; init; }

    public required long[] Needs { get; init; }

    public required (long Start, long Length)[] Pauses { get; init; }

    public required int Workers { get; init; }

    public bool Shared { get; init; }

    /// <summary>What the way to the server and back adds to every latency.</summary>
    public long Outside { get; init; }

    /// <summary>Requests run so much slower during <see cref="Pauses"/>: 0 for pauses, 1 where they are no burden.</summary>
    public double SpeedInPauses { get; init; }

    /// <summary>Random arrivals (in bursts or not), log-normal needs, pauses at random distances.</summary>
    public static SimulatedService Random(
        int seed, int workers, double load, bool shared = false, bool bursts = false, int count = 10_000, double needMs = 4,
        double pauseMs = 150, double everyMs = 2000)
    {
        var random = new Random(seed);
        var servers = Math.Min(workers, 64);
        var gap = needMs / (load * servers);
        var arrivals = new long[count];
        var needs = new long[count];
        double now = MarginMs;
        for (var i = 0; i < count; i++)
        {
            var share = !bursts ? 1 : random.NextDouble() < 0.5 ? 0.02 : 1.98;
            now += -Math.Log(1 - random.NextDouble()) * gap * share;
            arrivals[i] = (long)(now * Ms);
            needs[i] = 1 + (long)(Math.Exp((0.7 * Gauss(random)) - 0.245) * needMs * Ms);
        }

        return new SimulatedService { Arrivals = arrivals, Needs = needs, Workers = workers, Shared = shared, Pauses = RandomPauses(
            random, now, pauseMs, everyMs) };
    }

    /// <summary>Latencies with the pauses.</summary>
    public long[] Measured() => _measured ??= Serve(Pauses);

    /// <summary>Latencies without them: the truth that the engine estimates.</summary>
    public long[] WithoutPauses() => Serve([]);

    public PauseTimeline Timeline() =>
        PauseTimeline.Merge([.. Pauses.Select(pause => pause.Start)], [.. Pauses.Select(pause => pause.Length)]);

    public RequestArray Requests() => RequestArray.Create([.. Arrivals], [.. Measured()], [.. Enumerable.Range(0, Arrivals.Length)]);

    public RequestSet ToRequestSet(
        long offset = 0, double drift = 0, Service? service = null, string format = "csv", Recording? recordedBy = null)
    {
        var set = new RequestSet { Files = ["requests"], Format = format, RecordedBy = recordedBy };
        if (service is not null) set.Services.Add(service);
        var latencies = Measured();
        for (var i = 0; i < latencies.Length; i++)
        {
            set.Requests.Add(
                new Request(Zero + offset + Arrivals[i] + (long)(Arrivals[i] * drift), latencies[i], -1, service is null ? -1 : 0, -1));
        }

        return set;
    }

    public Recording ToRecording(long? uncertainty = 1000, int? processId = null) =>
        RecordingOf(Pauses, Arrivals[^1] + (MarginMs * Ms), uncertainty, processId);

    public static Recording RecordingOf(
        IEnumerable<(long Start, long Length)> pauses,
        long duration,
        long? uncertainty = 1000,
        int? processId = null,
        string? generation = null) =>
        Begun(pauses, duration, uncertainty, processId, generation).Build();

    public static RecordingBuilder Begun(
        IEnumerable<(long Start, long Length)> pauses,
        long duration,
        long? uncertainty = 1000,
        int? processId = null,
        string? generation = null)
    {
        var recording =
            new RecordingBuilder { Source = new SourceBuilder { Format = "test", Runtime = Runtimes.CPython, ProcessId = processId } };
        recording.Clock = new Clock(Began, uncertainty, "simulated");
        recording.DurationNanoseconds = duration;
        foreach (var (start, length) in pauses)
        {
            var collection = recording.Begin(recording.Collections.Count);
            collection.Generation = generation;
            recording.Pauses.Add(new Pause(start, length, recording.Collections.Count - 1, "pause"));
        }

        return recording;
    }

    public static long Percentile(long[] values, double percent)
    {
        var sorted = values.Order().ToArray();
        return sorted[(int)Math.Ceiling(sorted.Length * percent / 100) - 1];
    }

    private static (long Start, long Length)[] RandomPauses(Random random, double untilMs, double pauseMs, double everyMs)
    {
        var pauses = new List<(long, long)>();
        double at = MarginMs;
        while (true)
        {
            at += -Math.Log(1 - random.NextDouble()) * everyMs;
            var length = pauseMs * (0.5 + random.NextDouble());
            if (at + length > untilMs) return [.. pauses];
            pauses.Add(((long)(at * Ms), (long)(length * Ms)));
            at += length + 0.001;
        }
    }

    private static double Gauss(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <summary>Moves from event to event: arrival, completion, begin and end of a pause.</summary>
    private long[] Serve((long Start, long Length)[] pauses)
    {
        var latencies = new long[Arrivals.Length];
        var waiting = new Queue<int>();
        var served = new List<(int Request, double Left)>();
        double now = 0;
        var (arrival, pause) = (0, 0);
        while (arrival < Arrivals.Length || served.Count > 0)
        {
            var stopped = pause < pauses.Length && now >= pauses[pause].Start;
            var rate = (stopped ? SpeedInPauses : 1.0) * (Shared ? Math.Min(1.0, (double)Workers / Math.Max(1, served.Count)) : 1.0);
            var edge = pause >= pauses.Length
                ? double.PositiveInfinity
                : stopped ? pauses[pause].Start + pauses[pause].Length : pauses[pause].Start;
            var next = Math.Min(edge, arrival < Arrivals.Length ? Arrivals[arrival] : double.PositiveInfinity);
            var least = served.Count == 0 || rate == 0 ? double.PositiveInfinity : served.Min(item => item.Left);
            var end = now + (least / rate);
            var until = Math.Min(next, end);
            for (var i = 0; i < served.Count; i++)
            {
                served[i] = (served[i].Request, end <= next && served[i].Left == least ? 0 : served[i].Left - ((until - now) * rate));
            }

            now = until;
            foreach (var (request, _) in served.Where(item => item.Left <= 0))
            {
                latencies[request] = (long)Math.Round(now) - Arrivals[request] + Outside;
            }

            served.RemoveAll(item => item.Left <= 0);
            if (stopped && now >= pauses[pause].Start + pauses[pause].Length) pause++;
            while (arrival < Arrivals.Length && Arrivals[arrival] <= now) waiting.Enqueue(arrival++);
            while (waiting.Count > 0 && (Shared || served.Count < Workers)) served.Add((waiting.Peek(), Needs[waiting.Dequeue()]));
        }

        return latencies;
    }
}
