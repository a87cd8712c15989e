using Unpause.Recordings.Words;
using Unpause.Reports.Explanations;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Owners;

namespace Unpause.Tests.Analysis.Attribution.Owners;

/// <summary>Whose pauses, whose requests: the recorded process is a CPython that pauses for 150 ms every 2 s.</summary>
public sealed class OwnerChoiceTests
{
    private const long Slow = 50 * SimulatedService.Ms;
    private static readonly SimulatedService Recorded = SimulatedService.Random(51, 1, 0.3, count: 4000);
    private static readonly SimulatedService[] Strangers =
        [.. Enumerable.Range(60, 3).Select(seed => SimulatedService.Random(seed, 1, 0.3, count: 4000))];

    [Fact]
    public void Of_OneServiceOfTheRecordedRuntime_IsChosen()
    {
        var sets = Traces((Of("cart", "python"), Recorded), (Of("ad", "java"), Strangers[0]), (Of("web", "go"), Strangers[1]));
        var result = Judge(sets, new AttributionOptions(Slow));
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.Equal((4000L, 8000L, 8000L), (result.Count, result.Excluded, result.ExcludedByReason.OtherProcesses));
        var chosen = AssertChosen(result, OwnerReason.OnlyOne, "cart");
        Assert.Equal([("ad", 4000L), ("web", 4000L)], chosen.LeftOut.Select(other => (other.Served.Name!, other.Requests)));
        Assert.True(result.Served(0, 0, 0));
        Assert.False(result.Served(0, 1, 0));
        Assert.False(result.Served(0, -1, 0));
    }

    [Fact]
    public void Of_OtherRuntimes_AreChosenOnlyIfNamedAndDataAgree()
    {
        var strange = Traces((Of("ad", "java"), Strangers[0]), (Of("web", "go"), Strangers[1]));
        AssertRefused(Judge(strange, new AttributionOptions(Slow)), OwnerReason.NoneLeft, "ad", "web");
        var web = AssertRefused(Judge(strange, new AttributionOptions(Slow) { Service = "web" }), OwnerReason.OtherRuntime, "web");
        Assert.Equal((TieFact.Runtime, "go"), (web.Considered[0].Tie.Fact, web.Considered[0].Tie.Served));
        // A proxy's spans are of another runtime, and end when the recorded process answers.
        var proxy = Traces((Of("proxy", "cpp"), Recorded));
        AssertRefused(Judge(proxy, new AttributionOptions(Slow)), OwnerReason.NoneLeft, "proxy");
        var reported = Judge(proxy, new AttributionOptions(Slow) { Service = "proxy" });
        Assert.Equal(AttributionOutcome.Judged, reported.Outcome);
        AssertChosen(reported, OwnerReason.AskedThoughOtherRuntime, "proxy");
        AssertRefused(
            Judge(proxy, new AttributionOptions(Slow) { Service = "proxy", SameRuntimeOnly = true }), OwnerReason.OtherRuntime, "proxy");
    }

    [Fact]
    public void Of_UnknownServices_ChoosesByEndingsInPauses()
    {
        var sets = Traces((Of("ad"), Strangers[0]), (Of("cart"), Recorded), (Of("web"), Strangers[1]));
        var result = Judge(sets, new AttributionOptions(Slow), processId: null);
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.True(result.Served(0, 1, 0));
        Assert.Equal((4000L, 8000L), (result.Count, result.ExcludedByReason.OtherProcesses));
        AssertChosen(result, OwnerReason.Data, "cart");
    }

    [Fact]
    public void Of_NoServiceFits_ListsCandidatesAndOption()
    {
        var sets = Traces((Of("ad"), Strangers[0]), (Of("my web"), Strangers[1]), (Of("db"), Strangers[2]));
        var result = Judge(sets, new AttributionOptions(Slow), processId: null);
        var choice = AssertRefused(result, OwnerReason.NoneFits, "ad", "my web", "db");
        Assert.All(choice.Considered, candidate => Assert.Equal(4000, candidate.Requests));
        var text = ExplanationText.Describe(Assert.Single(result.Explanations.OfType<Explanation.NoProcessChosen>()));
        Assert.StartsWith("It is unknown whose pauses these are", text, StringComparison.Ordinal);
        Assert.Contains("for example --service ", text, StringComparison.Ordinal);
        Assert.Empty(result.Processes);
    }

    [Fact]
    public void Of_SeveralServicesFit_ChoosesNone()
    {
        // Two names for the same requests: nothing in the data can part them.
        var sets = Traces((Of("my cart"), Recorded), (Of("basket"), Recorded));
        var result = Judge(sets, new AttributionOptions(Slow), processId: null);
        AssertRefused(result, OwnerReason.SeveralFit, "my cart", "basket");
        var text = ExplanationText.Describe(Assert.Single(result.Explanations.OfType<Explanation.NoProcessChosen>()));
        Assert.Contains("--service 'my cart'", text, StringComparison.Ordinal);
        Assert.Equal(AttributionOutcome.Judged, Judge(sets, new AttributionOptions(Slow) { Service = "my cart" }, processId: null).Outcome);
    }

    [Fact]
    public void Of_Instances_ChoosesTheRecordedOneOrAsks()
    {
        var sets = Traces(
            (Of("shop") with { Instance = "shop-0" }, Strangers[0]), (Of("shop") with { Instance = "shop-1" }, Recorded),
            (Of("shop") with { Pod = "shop-2-x7d" }, Strangers[1]));
        var found = Judge(sets, new AttributionOptions(Slow), processId: null);
        Assert.True(found.Served(0, 1, 0));
        Assert.Equal(4000, found.Count);
        var strangers = Traces(
            (Of("shop") with { Instance = "shop-0" }, Strangers[0]), (Of("shop") with { Pod = "shop-2-x7d" }, Strangers[1]));
        var unknown = Judge(strangers, new AttributionOptions(Slow) { Service = "shop" }, processId: null);
        AssertRefused(unknown, OwnerReason.NoneFits, "shop", "shop");
        var text = ExplanationText.Describe(Assert.Single(unknown.Explanations.OfType<Explanation.NoProcessChosen>()));
        Assert.Contains("2 instances of shop", text, StringComparison.Ordinal);
        Assert.Contains("--service shop --instance ", text, StringComparison.Ordinal);
        var asked = Judge(sets, new AttributionOptions(Slow) { Service = "shop", Instance = "shop-1" }, processId: null);
        Assert.Equal((AttributionOutcome.Judged, 4000L), (asked.Outcome, asked.Count));
        var missing = AssertRefused<Explanation.ServiceNotFound>(
            Judge(sets, new AttributionOptions(Slow) { Instance = "shop-9" }, processId: null));
        Assert.Equal(((string?)null, "shop-9", 3), (missing.Service, missing.Instance, missing.Known.Count));
        // The wrong one: its requests end inside the pauses.
        AssertRefused<Explanation.ClocksAligned>(Judge(sets, new AttributionOptions(Slow) { Instance = "shop-2-x7d" }, processId: null));
    }

    [Fact]
    public void Of_SeveralInstancesInOneLog_IsRefused()
    {
        var log = new RequestSet { Files = ["access.log"], Format = "csv" };
        foreach (var service in new[] { Recorded, Strangers[0], Strangers[1] })
        {
            foreach (var request in service.ToRequestSet().Requests) log.Requests.Add(request);
        }

        AssertRefused<Explanation.ForeignServed>(Judge([log], new AttributionOptions(Slow), processId: null));
        Assert.Equal(
            AttributionOutcome.Judged, Judge([Recorded.ToRequestSet()], new AttributionOptions(Slow), processId: null).Outcome);
    }

    [Fact]
    public void Of_LogOfAnotherInstance_IsRefused() =>
        AssertRefused<Explanation.ClocksAligned>(
            Judge([Strangers[0].ToRequestSet()], new AttributionOptions(Slow), processId: null));

    [Fact]
    public void Of_TwoNamesInFileName_ChoosesTheLonger()
    {
        var recording = Recorded.ToRecording();
        recording = recording with { Source = recording.Source with { Files = ["/var/log/gc-cart-db.log"] } };
        var result = RequestAttribution.Compute(
            Traces((Of("cart"), Strangers[0]), (Of("cart-db"), Recorded)), [recording], new AttributionOptions(Slow));
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.True(result.Served(0, 1, 0));
        var tie = AssertChosen(result, OwnerReason.Tie, "cart-db").Taken.Tie;
        Assert.Equal((TieFact.FileName, "gc-cart-db.log"), (tie.Fact, tie.Served));
    }

    [Fact]
    public void Of_SeveralRecordings_MatchesByRuntime()
    {
        var java = Strangers[0].ToRecording();
        java = java with { Source = java.Source with { Runtime = Runtimes.Jvm, Traits = Runtimes.TraitsOf(Runtimes.Jvm) } };
        var sets = Traces((Of("cart", "python"), Recorded), (Of("ad", "java"), Strangers[0]), (Of("web", "go"), Strangers[1]));
        var result = RequestAttribution.Compute(sets, [java, Recorded.ToRecording()], new AttributionOptions(Slow));
        Assert.True(result.Served(0, 0, 1));
        Assert.True(result.Served(0, 1, 0));
        Assert.Equal((8000L, 4000L), (result.Count, result.ExcludedByReason.OtherProcesses));
    }

    private static Service Of(string name, string? language = null) => new(name, null, null) { Language = language };

    private static RequestAttribution Judge(RequestSet[] sets, AttributionOptions options, int? processId = 42) =>
        RequestAttribution.Compute(sets, [Recorded.ToRecording(processId: processId)], options);

    /// <summary>One set of several services' requests.</summary>
    private static RequestSet[] Traces(params (Service Service, SimulatedService Simulated)[] services)
    {
        var set = new RequestSet { Files = ["spans.jsonl"], Format = "otlp-json" };
        foreach (var (service, simulated) in services)
        {
            set.Services.Add(service);
            foreach (var request in simulated.ToRequestSet().Requests)
            {
                set.Requests.Add(request with { Service = set.Services.Count - 1 });
            }
        }

        return [set];
    }

    private static Explanation.ProcessChosen AssertChosen(RequestAttribution result, OwnerReason reason, string name)
    {
        var chosen = Assert.Single(result.Explanations.OfType<Explanation.ProcessChosen>());
        Assert.Equal((ExplanationKind.Warning, reason, name), (chosen.Kind, chosen.Choice.Reason, chosen.Taken.Served.Name));
        return chosen;
    }

    private static OwnerChoice AssertRefused(RequestAttribution result, OwnerReason reason, params string[] considered)
    {
        var choice = AssertRefused<Explanation.NoProcessChosen>(result).Choice;
        Assert.Equal(reason, choice.Reason);
        var names = choice.Considered.Select(one => one.Served.Name!);
        Assert.Equal(considered.Order(StringComparer.Ordinal), names.Order(StringComparer.Ordinal));
        return choice;
    }

    private static T AssertRefused<T>(RequestAttribution result)
        where T : Explanation
    {
        Assert.Equal(AttributionOutcome.NotEnoughEvidence, result.Outcome);
        Assert.Null(result.SlowBecauseOfGc);
        var refusal = Assert.Single(result.Explanations.OfType<T>());
        Assert.Equal(ExplanationKind.Refusal, refusal.Kind);
        return refusal;
    }
}
