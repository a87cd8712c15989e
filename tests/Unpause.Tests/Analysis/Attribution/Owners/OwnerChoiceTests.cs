using Unpause.Analysis.Attribution;
using Unpause.Recordings.Words;
using Unpause.Requests;

namespace Unpause.Tests.Analysis.Attribution.Owners;

/// <summary>Whose pauses, whose requests: the recorded process is a CPython that pauses for 150 ms every 2 s.</summary>
public sealed class OwnerChoiceTests
{
    private const long Slow = 50 * SimulatedService.Ms;
    private static readonly SimulatedService Recorded = SimulatedService.Random(51, 1, 0.3, count: 4000);
    private static readonly SimulatedService[] Strangers =
        [.. Enumerable.Range(60, 3).Select(seed => SimulatedService.Random(seed, 1, 0.3, count: 4000))];

    [Fact]
    public void OnlyTheServiceOfTheRecordedRuntimeIsTaken()
    {
        var sets = Traces((Of("cart", "python"), Recorded), (Of("ad", "java"), Strangers[0]), (Of("web", "go"), Strangers[1]));
        var result = Judge(sets, new AttributionOptions(Slow));
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.Equal((4000L, 8000L, 8000L), (result.Count, result.Excluded, result.ExcludedByReason.OtherProcesses));
        AssertSaid(result, ExplanationKind.Warning, "Only cart can be process 42. 8,000 requests of ad, web are left out.");
        Assert.True(result.Served(0, 0, 0));
        Assert.False(result.Served(0, 1, 0));
        Assert.False(result.Served(0, -1, 0));
    }

    [Fact]
    public void OtherRuntimesAreNeverTakenUnlessNamedAndProvenByTheData()
    {
        var strange = Traces((Of("ad", "java"), Strangers[0]), (Of("web", "go"), Strangers[1]));
        AssertRefused(
            Judge(strange, new AttributionOptions(Slow)),
            "Requests of ad (runs in java), web (runs in go) are left out: they belong to none of the recorded processes "
                + "(process 42, CPython)");
        AssertRefused(Judge(strange, new AttributionOptions(Slow) { Service = "web" }), "web runs in go and process 42 is CPython");
        // A proxy's spans are of another runtime, and end when the recorded process answers.
        var proxy = Traces((Of("proxy", "cpp"), Recorded));
        AssertRefused(Judge(proxy, new AttributionOptions(Slow)), "proxy (runs in cpp) are left out");
        var told = Judge(proxy, new AttributionOptions(Slow) { Service = "proxy" });
        Assert.Equal(AttributionOutcome.Judged, told.Outcome);
        AssertSaid(told, ExplanationKind.Warning, "It is judged as you named it, because its requests wait for them");
        AssertRefused(
            Judge(proxy, new AttributionOptions(Slow) { Service = "proxy", SameRuntimeOnly = true }), "the pauses aren't its own");
    }

    [Fact]
    public void OfServicesThatSayNothingTheOneThatKeepsOutOfThePausesIsTaken()
    {
        var sets = Traces((Of("ad"), Strangers[0]), (Of("cart"), Recorded), (Of("web"), Strangers[1]));
        var result = Judge(sets, new AttributionOptions(Slow), processId: null);
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.True(result.Served(0, 1, 0));
        Assert.Equal((4000L, 8000L), (result.Count, result.ExcludedByReason.OtherProcesses));
        AssertSaid(result, ExplanationKind.Warning, "cart is taken for a cpython process, by the data");
    }

    [Fact]
    public void WhereNobodyFitsTheChoicesAndTheFlagAreSaid()
    {
        var sets = Traces((Of("ad"), Strangers[0]), (Of("my web"), Strangers[1]), (Of("db"), Strangers[2]));
        var result = Judge(sets, new AttributionOptions(Slow), processId: null);
        AssertRefused(result, "Whose pauses these are can't be told");
        AssertRefused(result, "for example --service ");
        foreach (var name in new[] { "ad, 4,000 requests", "my web, 4,000 requests", "db, 4,000 requests" }) AssertRefused(result, name);
        Assert.Empty(result.Processes);
    }

    [Fact]
    public void WhereSeveralFitNoneIsTaken()
    {
        // Two names for the same requests: nothing in the data can part them.
        var sets = Traces((Of("my cart"), Recorded), (Of("basket"), Recorded));
        var result = Judge(sets, new AttributionOptions(Slow), processId: null);
        AssertRefused(result, "all keep out of its pauses");
        AssertRefused(result, "--service 'my cart'");
        Assert.Equal(AttributionOutcome.Judged, Judge(sets, new AttributionOptions(Slow) { Service = "my cart" }, processId: null).Outcome);
    }

    [Fact]
    public void OfInstancesTheRecordedOneIsFoundOrAskedFor()
    {
        var sets = Traces(
            (Of("shop") with { Instance = "shop-0" }, Strangers[0]), (Of("shop") with { Instance = "shop-1" }, Recorded),
            (Of("shop") with { Pod = "shop-2-x7d" }, Strangers[1]));
        var found = Judge(sets, new AttributionOptions(Slow), processId: null);
        Assert.True(found.Served(0, 1, 0));
        Assert.Equal(4000, found.Count);
        var strangers = Traces(
            (Of("shop") with { Instance = "shop-0" }, Strangers[0]), (Of("shop") with { Pod = "shop-2-x7d" }, Strangers[1]));
        AssertRefused(Judge(strangers, new AttributionOptions(Slow) { Service = "shop" }, processId: null), "2 instances of shop");
        AssertRefused(Judge(strangers, new AttributionOptions(Slow), processId: null), "--service shop --instance ");
        var asked = Judge(sets, new AttributionOptions(Slow) { Service = "shop", Instance = "shop-1" }, processId: null);
        Assert.Equal((AttributionOutcome.Judged, 4000L), (asked.Outcome, asked.Count));
        AssertRefused(
            Judge(sets, new AttributionOptions(Slow) { Instance = "shop-9" }, processId: null),
            "No request is of the instance 'shop-9'; there are shop (instance shop-0), shop (instance shop-1), shop (pod shop-2-x7d).");
        // The wrong one: its requests end inside the pauses.
        AssertRefused(
            Judge(sets, new AttributionOptions(Slow) { Instance = "shop-2-x7d" }, processId: null),
            "the pauses have no place among the requests");
    }

    [Fact]
    public void InstancesInOneLogAreNotJudgedByOneOfThem()
    {
        var log = new RequestSet { Files = ["access.log"], Format = "csv" };
        foreach (var service in new[] { Recorded, Strangers[0], Strangers[1] })
        {
            foreach (var request in service.ToRequestSet().Requests) log.Requests.Add(request);
        }

        AssertRefused(Judge([log], new AttributionOptions(Slow), processId: null), "requests were not served by a cpython process");
        Assert.Equal(
            AttributionOutcome.Judged, Judge([Recorded.ToRequestSet()], new AttributionOptions(Slow), processId: null).Outcome);
    }

    [Fact]
    public void TheLogOfATwinIsRefused() =>
        AssertRefused(
            Judge([Strangers[0].ToRequestSet()], new AttributionOptions(Slow), processId: null),
            "the pauses have no place among the requests. Are they of the same process and the same time?");

    [Fact]
    public void TheLongerOfTwoNamesInAFileNameIsMeant()
    {
        var recording = Recorded.ToRecording();
        recording = recording with { Source = recording.Source with { Files = ["/var/log/gc-cart-db.log"] } };
        var result = RequestAttribution.Of(
            Traces((Of("cart"), Strangers[0]), (Of("cart-db"), Recorded)), [recording], new AttributionOptions(Slow));
        Assert.Equal(AttributionOutcome.Judged, result.Outcome);
        Assert.True(result.Served(0, 1, 0));
        AssertSaid(result, ExplanationKind.Warning, "cart-db stands in the file name gc-cart-db.log");
    }

    [Fact]
    public void OfSeveralRecordingsEachServiceGoesToItsRuntimes()
    {
        var java = Strangers[0].ToRecording();
        java = java with { Source = java.Source with { Runtime = Runtimes.Jvm, Traits = Runtimes.TraitsOf(Runtimes.Jvm) } };
        var sets = Traces((Of("cart", "python"), Recorded), (Of("ad", "java"), Strangers[0]), (Of("web", "go"), Strangers[1]));
        var result = RequestAttribution.Of(sets, [java, Recorded.ToRecording()], new AttributionOptions(Slow));
        Assert.True(result.Served(0, 0, 1));
        Assert.True(result.Served(0, 1, 0));
        Assert.Equal((8000L, 4000L), (result.Count, result.ExcludedByReason.OtherProcesses));
    }

    private static Service Of(string name, string? language = null) => new(name, null, null) { Language = language };

    private static RequestAttribution Judge(RequestSet[] sets, AttributionOptions options, int? processId = 42) =>
        RequestAttribution.Of(sets, [Recorded.ToRecording(processId: processId)], options);

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

    private static void AssertSaid(RequestAttribution result, ExplanationKind kind, string text) => Assert.Contains(
        result.Explanations, explanation => explanation.Kind == kind && explanation.Text.Contains(text, StringComparison.Ordinal));

    private static void AssertRefused(RequestAttribution result, string because)
    {
        Assert.Equal(AttributionOutcome.NotEnoughEvidence, result.Outcome);
        Assert.Null(result.SlowBecauseOfGc);
        AssertSaid(result, ExplanationKind.Refusal, because);
    }
}
