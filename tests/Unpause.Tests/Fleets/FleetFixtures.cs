using Unpause.Reports.Documents;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Tests.Fleets;

/// <summary>Invented answers about fleets, which the tests of writers and pages share: <c>web/fixtures/documents/fleet*.json</c>.</summary>
internal static class FleetFixtures
{
    /// <summary>What a process may call itself.</summary>
    public const string HostileName = "=cmd|' /C calc'!A0 <img src=x onerror=alert(1)> \u001b[31mred\u202e";

    /// <summary>A fleet with an answer to each question.</summary>
    public static FleetDocument Rich() => new()
    {
        ToolVersion = "0.0.0",
        Verdict = "Explicit GC in orders costs most: 1,840 s of request time and 13.1 core-hours a day. "
            + "orders 2.4.0 made stops 34 % shorter (95 % interval −41 to −26 %).",
        Source = new()
        {
            Kind = FleetSourceDocument.Documents,
            Place = "/var/lib/unpause/ring/history",
            Reports = 48_216,
            Processes = 2004,
            Hosts = 118,
            Services = 31,
            From = "2026-10-26T00:00:00Z",
            To = "2026-11-25T00:00:00Z",
            CoveredHours = 47_980.2,
            Overlapping = 12,
            Unread =
            [
                new() { Reason = "is damaged in line 3", Count = 2, Example = "2026-11-03/07-orders-4711.json" },
                new() { Reason = "a document of another version", Count = 1, Example = "old/report.json" },
            ],
        },
        ToDo =
        [
            Cause("orders", "jvm", "explicit-gc", "Explicit GC", 1840, 13.1, 41.2, 62, "-XX:+DisableExplicitGC"),
            Cause("search", "dotnet", "large-objects", "Large objects make full collections frequent", 920.4, 8.42, 22.7, 48,
                "DOTNET_GCConserveMemory=5"),
            Cause("recommend", "python", "futile-collections", "Collections that free nothing", 311, 4.05, 11.9, 90, null),
            Cause("checkout", "go", "tight-memory-limit", "The memory limit is close to the live set", 48.2, 2.2, 8.4, null,
                "GOMEMLIMIT=1800MiB"),
            Cause("stream", "jvm", null, "Stops without a finding", null, null, 3.1, null, null),
            Cause(null, "node", "heap-limit", "The heap limit is close to the live set", null, 0.004, 0.4, 12, "--max-old-space-size=2048"),
            Cause(HostileName, "jvm", "allocation-stalls", "Allocation stalls", 0.8, 0.02, 0.1, 100, "-XX:ConcGCThreads=4"),
        ],
        Deploys =
        [
            Deploy("orders", "2.3.1", "2.4.0", FleetDeployDocument.Better, new() { Value = -34.2, Low = -41, High = -26.4 }, "requests",
                true, null),
            Deploy("search", "118", "119", FleetDeployDocument.Worse, new() { Value = 22.5, Low = 9.1, High = 37.8 }, "requests", true,
                null) with { Annotation = new() { Text = "search 119: new ranking", At = "2026-11-20T14:07:11Z" } },
            Deploy("search", "118", "118", FleetDeployDocument.Better, new() { Value = -18.1, Low = -27.4, High = -7.5 }, "requests", false,
                "Only an annotation marks this change.") with { Annotation = new() { Text = HostileName, At = "2026-11-20T14:00:00Z" } },
            Deploy("checkout", "v7", "v8", FleetDeployDocument.NoEffect, new() { Value = 0.4, Low = -4.2, High = 5.1 }, "allocated_bytes",
                false,
                "The versions did not run in the same hours."),
            Deploy("stream", "1.0", "1.1", FleetDeployDocument.NotEnoughEvidence, new() { Value = -12, Low = -48, High = 61 }, "seconds",
                false,
                "Only 2 processes ran the new version."),
            Deploy("batch", "9", "10", FleetDeployDocument.NotEnoughEvidence, null, "seconds", false, "The old version has no stop."),
        ],
        Hosts =
        [
            new()
            {
                Host = "web-07", Service = "orders", Version = "2.4.0", StoppedPercent = 4.1, OthersStoppedPercent = 1.2, Others = 11,
                PValue = 0.0003,
                Differences =
                [
                    new() { Name = "-Xmx", Here = "2g", Others = "4g" },
                    new() { Name = "transparent_hugepage", Here = "always", Others = null },
                ],
                Report = Link("2026-11-24/13-orders-web-07.json"),
            },
            new()
            {
                Host = "web-19", Service = "search", Version = null, StoppedPercent = 0.31, OthersStoppedPercent = 0.9, Others = 5,
                PValue = 0.021, Differences = [], Report = null,
            },
        ],
        Coincidences =
        [
            new()
            {
                One = "orders on web-07", Other = "search on web-19", Together = 41, Expected = 6.2, PValue = 0.0009,
                ClockToleranceMs = new(5_000_000), FirstAt = "2026-11-12T03:00:04Z", Report = Link("2026-11-12/03-orders-web-07.json"),
                OtherReport = Link("2026-11-12/03-search-web-19.json"),
            },
        ],
        Traces =
        [
            new()
            {
                One = "checkout", Other = "orders", Traces = 5_210, OneStopped = 164, OtherStopped = 197, Together = 41, Expected = 6.2,
                PValue = 0.0004, StoppedMs = new(6_170_000_000), TraceId = "4bf92f3577b34da6a3ce929d0e0e4736",
                TraceAt = "2026-11-20T15:31:07Z", Report = Link("2026-11-20/15-checkout-web-03.json"),
                OtherReport = Link("2026-11-20/15-orders-web-01.json"),
            },
        ],
        FanOut =
        [
            new()
            {
                Service = "search", SlowPercent = 1, SlowBecauseOfGcPercent = 0.7, Asked = 40, PageSlowPercent = 33.1,
                PageSlowWithoutGcPercent = 11.3, Report = Link("2026-11-24/09-search-web-02.json"),
            },
            new()
            {
                Service = "checkout", SlowPercent = 0.2, SlowBecauseOfGcPercent = null, Asked = 40, PageSlowPercent = 7.69,
                PageSlowWithoutGcPercent = null,
            },
        ],
        Memory =
        [
            Memory("orders", 512L << 20, 190e6, 1L << 30, 1.4e9, FleetMemoryDocument.More),
            Memory("search", 300L << 20, 12e6, 2L << 30, 1.6e9, FleetMemoryDocument.Less),
            Memory("stream", 90L << 20, 8e6, 256L << 20, 268_435_456, FleetMemoryDocument.Keep),
        ],
        Conditions =
        [
            Condition("jvm", "version", "21.0.4+7", 812, 9, ["billing", "orders", "stream"]),
            Condition("jvm", "-XX:+UseG1GC", "true", 790, 8, ["billing", "orders"]),
            Condition("dotnet", "version", "10.0.12", 411, 2, ["catalog", "search"]),
            Condition("go", "GOGC", "off", 12, 1, ["checkout"]),
        ],
        Alerts =
        [
            new()
            {
                Name = "long-stop", Service = "orders", Instance = "web-07:4711", Since = "2026-11-20T14:02:11Z", Fixed = true,
                Evidence = "orders 2.4.0: longest stop −48 % (−61 to −30 %) in eight hours on each side",
                Report = Link("2026-11-20/14-orders-web-07.json"),
            },
            new() { Name = "heap-full", Service = "stream", Instance = null, Since = "2026-11-24T23:00:00Z", Fixed = null,
                Evidence = null },
        ],
        NotAnswered = [new() { Question = "memory", Reason = "The source has no allocation rates." }],
        Notes = ["12 hosts have clocks that differ by more than 100 ms from the others."],
    };

    /// <summary>A folder without reports.</summary>
    public static FleetDocument Empty() => new()
    {
        ToolVersion = "0.0.0",
        Verdict = "No report in this folder has a process.",
        Source = Source(0),
        ToDo = [],
        Deploys = [],
        Hosts = [],
        Coincidences = [],
        Traces = [],
        FanOut = [],
        Memory = [],
        Conditions = [],
        Alerts = [],
        NotAnswered = [],
        Notes = [],
    };

    /// <summary>A candidate with a verdict.</summary>
    public static CanaryDocument Canary(string verdict) => new()
    {
        ToolVersion = "0.0.0",
        Verdict = verdict,
        Text = verdict switch
        {
            CanaryDocument.Worse => "The candidate is worse: stop time per request +31 % (95 % interval +14 to +52 %).",
            CanaryDocument.NotWorse => "The candidate is not worse by 10 %: stop time per request −2 % (95 % interval −9 to +6 %).",
            _ => "Undecided: 14 more minutes until a change of 10 % would be seen.",
        },
        ChangePercent = verdict switch
        {
            CanaryDocument.Worse => new() { Value = 31, Low = 14.2, High = 52 },
            CanaryDocument.NotWorse => new() { Value = -2.1, Low = -9, High = 6.3 },
            _ => new() { Value = 8, Low = -12, High = 35 },
        },
        Per = "requests",
        LeastChangePercent = 10,
        MinutesLeft = verdict == CanaryDocument.Undecided ? 13.4 : null,
        BaselineProcesses = 8,
        CandidateProcesses = 8,
        Intervals = 40,
        Source = Source(16) with { Kind = FleetSourceDocument.Prometheus, Place = "http://prometheus:9090", Reports = null },
        BaselineReport = verdict == CanaryDocument.Undecided ? null : Link("2026-11-24/12-orders-web-01.json"),
        CandidateReport = verdict == CanaryDocument.Undecided ? null : Link("2026-11-24/12-orders-web-09.json"),
        Notes = verdict == CanaryDocument.Undecided ? ["The candidate has fewer requests than the baseline."] : [],
    };

    private static FleetSourceDocument Source(long processes) => new()
    {
        Kind = FleetSourceDocument.Documents,
        Place = "reports",
        Reports = processes,
        Processes = processes,
        Hosts = processes,
        Services = processes > 0 ? 1 : 0,
        From = processes > 0 ? "2026-11-24T12:00:00Z" : null,
        To = processes > 0 ? "2026-11-24T12:40:00Z" : null,
        CoveredHours = processes * 0.66,
        Overlapping = 0,
        Unread = [],
    };

    private static FleetCauseDocument Cause(
        string? service, string runtime, string? finding, string title, double? requests, double? cores, double share, double? saves,
        string? setting) => new()
    {
        Service = service,
        Runtime = runtime,
        Finding = finding,
        Title = title,
        Processes = 12,
        OfProcesses = 16,
        StopSecondsPerDay = share * 90,
        RequestSecondsPerDay = requests,
        CoreHoursPerDay = cores,
        StopSharePercent = share,
        MaxMs = new((long)(share * 12_000_000)),
        Advice = finding == "futile-collections" ? "Call gc.freeze() after the start." : null,
        Setting = setting,
        SavesUpToPercent = saves,
        Report = finding is null ? null : Link($"2026-11-24/13-{(service is null or HostileName ? "node" : service)}-web-07.json"),
    };

    private static FleetDeployDocument Deploy(
        string service, string before, string after, string verdict, FleetIntervalDocument? change, string per, bool sameHours,
        string? reason) => new()
    {
        Service = service,
        Before = before,
        After = after,
        At = "2026-11-20T14:00:00Z",
        Verdict = verdict,
        ChangePercent = change,
        Per = per,
        ProcessesBefore = 12,
        ProcessesAfter = 10,
        SameHours = sameHours,
        P99BeforeMs = change is null ? null : new(212_000_000),
        P99AfterMs = new(140_500_000),
        Reason = reason,
        ReportBefore = change is null ? null : Link($"2026-11-20/12-{service}-web-01.json"),
        ReportAfter = Link($"2026-11-20/15-{service}-web-01.json"),
    };

    private static FleetMemoryDocument Memory(string service, long live, double rate, long limit, double rule, string action) => new()
    {
        Host = "web-07",
        Service = service,
        LiveSetBytes = live,
        AllocationRateBytesPerS = rate,
        HeapLimitBytes = limit,
        RuleLimitBytes = new() { Value = rule, Low = rule * 0.9, High = rule * 1.1 },
        HostGcChangePercent = action == FleetMemoryDocument.Keep ? null : new() { Value = -18, Low = -24, High = -11.5 },
        Action = action,
        Report = Link($"2026-11-24/13-{service}-web-07.json"),
    };

    private static FleetConditionDocument Condition(
        string runtime, string name, string value, long processes, long services, IReadOnlyList<string> names) => new()
    {
        Runtime = runtime,
        Name = name,
        Value = value,
        Processes = processes,
        Services = services,
        ServiceNames = names,
        Report = runtime == "go" ? Link("2026-11-24/13-checkout-web-07.json") : null,
    };

    private static FleetReportLink Link(string path) => new() { Path = path, Process = 0 };
}
