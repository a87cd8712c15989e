using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Tests.Reports;

/// <summary>Reports with requests whose numbers are known.</summary>
internal static class JudgedRequests
{
    public const long Ms = Recorded.Millisecond;

    public static readonly DateTimeOffset Began = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);
    public static readonly long Zero = (Began.UtcTicks - DateTime.UnixEpoch.Ticks) * 100;

    /// <summary>A process with a wall clock that is exact to a microsecond.</summary>
    public static Recording Recording(long durationMilliseconds, params (long StartMs, long DurationMs)[] pauses) =>
        Begun(durationMilliseconds, pauses).Build();

    public static RecordingBuilder Begun(long durationMilliseconds, params (long StartMs, long DurationMs)[] pauses)
    {
        var recording = Recorded.Begun(durationMilliseconds, pauses);
        recording.Source.ProcessId = 42;
        recording.Clock = new Clock(Began, 1_000, "test");
        return recording;
    }

    public static RequestSet Set(string format = "csv") => new() { Files = ["requests"], Format = format };

    public static void Add(this RequestSet set, long startMs, long durationMs, int name = -1, int span = -1, int service = -1) =>
        set.Requests.Add(new Request(Zero + (startMs * Ms), durationMs * Ms, name, service, span));

    public static void AddSpan(
        this RequestSet set, ulong trace, ulong id, ulong parent, long startMs, long endMs, int name = -1,
        SpanKind kind = SpanKind.Internal, int service = -1) =>
        set.Spans.Add(new Span(trace, id, parent, Zero + (startMs * Ms), (endMs - startMs) * Ms, name, service, kind));

    public static Report Of(IReadOnlyList<Recording> recordings, long slowMs, params RequestSet[] sets)
    {
        var report = Report.Create(recordings);
        return report with
        {
            Requests = RequestReport.Create(sets, report, new AttributionOptions(slowMs * Ms), Zero + (3600L * 1000 * Ms)),
        };
    }

    /// <summary>
    /// Twenty pauses of 100 ms, one a second: in each a request of 105 ms that would take 5, beside it nine of 5 ms, and after it one
    /// of 80 ms without a pause.
    /// </summary>
    public static RequestSet Touched(IEnumerable<int> seconds)
    {
        var set = Set();
        set.Names.AddRange(["GET /a", "GET /b"]);
        foreach (var second in seconds)
        {
            var at = second * 1000L;
            set.Add(at + 98, 105, 0);
            for (var i = 0; i < 9; i++) set.Add(at + 300 + (i * 30), 5, 1);
            set.Add(at + 700, 80, 0);
        }

        return set;
    }

    public static Recording EverySecond() => BegunEverySecond().Build();

    public static RecordingBuilder BegunEverySecond() =>
        Begun(21_000, [.. Enumerable.Range(0, 20).Select(second => ((second * 1000L) + 100, 100L))]);
}
