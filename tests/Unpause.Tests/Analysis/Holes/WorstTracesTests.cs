using Unpause.Recordings;
using Unpause.Requests;
using Unpause.Tests.Reports;

namespace Unpause.Tests.Analysis.Holes;

public sealed class WorstTracesTests
{
    [Fact]
    public void WorstTraces_Trace_ShowsSpansPausesAndExplainedHole()
    {
        var set = WithTraces();
        var trace = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, set).Requests!.Traces[0];
        Assert.Equal(5, trace.SpansInAll);
        Assert.Equal(["GET /a", "load", "SELECT", "render", "flush"], trace.Spans.Select(span => span.Name));
        Assert.Equal([0, 1, 2, 1, 1], trace.Spans.Select(span => span.Depth));
        Assert.Equal([0, 0, null, 0, 0], trace.Spans.Select(span => span.Recording));
        var pause = Assert.Single(trace.Pauses);
        Assert.Equal(100 * JudgedRequests.Ms, pause.DurationNanoseconds);
        var hole = Assert.Single(trace.Spans[0].Holes, candidate => candidate.ExplainedNanoseconds > 0);
        Assert.Equal((101 * JudgedRequests.Ms, 100 * JudgedRequests.Ms), (hole.DurationNanoseconds, hole.ExplainedNanoseconds));
    }

    [Fact]
    public void WorstTraces_HugeTrace_DrawsTheLongestSpansBelowTheirAncestors()
    {
        var set = WithTraces();
        for (ulong i = 0; i < 5000; i++) set.AddSpan(1, 1000 + i, i == 0 ? 1 : 999 + i, 98, 99, 1);
        set.AddSpan(1, 9000, 5999, 98, 180, 2);
        var trace = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, set).Requests!.Traces.Single(
            candidate => candidate.TraceId.EndsWith("0001", StringComparison.Ordinal));
        Assert.Equal(5006, trace.SpansInAll);
        Assert.Equal(Limits.ShownTraceSpans, trace.Spans.Count);
        Assert.Contains(trace.Spans, span => span.DurationNanoseconds == 82 * JudgedRequests.Ms && span.Depth < Limits.ShownTraceSpans);
    }

    [Fact]
    public void WorstTraces_ManyTracesOrNoJudgement_ShowsFewOrNone()
    {
        Assert.Equal(Limits.ShownTraces, JudgedRequests.Of([JudgedRequests.EverySecond()], 50, WithTraces()).Requests!.Traces.Count);
        Assert.Empty(JudgedRequests.Of([JudgedRequests.EverySecond()], 5000, WithTraces()).Requests!.Traces);
        Assert.Empty(
            JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))).Requests!.Traces);
    }

    /// <summary>A trace for each pause: the program works by itself between loading and rendering, and there the pause falls.</summary>
    internal static RequestSet WithTraces()
    {
        var set = JudgedRequests.Set("otlp-json");
        set.Names.AddRange(["GET /a", "load", "SELECT", "render", "flush"]);
        set.Services.Add(new Service("shop", 42, null));
        set.Services.Add(new Service("database", 4711, null));
        for (ulong t = 1; t <= 20; t++)
        {
            var at = (long)(t - 1) * 1000;
            var root = set.Spans.Count;
            set.AddSpan(t, 1, 0, at + 90, at + 215, 0, SpanKind.Server, 0);
            set.AddSpan(t, 2, 1, at + 91, at + 99, 1, service: 0);
            set.AddSpan(t, 3, 2, at + 92, at + 98, 2, SpanKind.Client, 1);
            set.AddSpan(t, 4, 1, at + 200, at + 210, 3, service: 0);
            set.AddSpan(t, 5, 1, at + 210, at + 214, 4, service: 0);
            set.Requests.Add(new Request(set.Spans[root].StartUnixNanoseconds, set.Spans[root].DurationNanoseconds, 0, 0, root));
            for (var i = 0; i < 9; i++)
            {
                set.Requests.Add(
                    new Request(JudgedRequests.Zero + ((at + 300 + (i * 30)) * JudgedRequests.Ms), 5 * JudgedRequests.Ms, 0, 0, -1));
            }
        }

        return set;
    }
}
