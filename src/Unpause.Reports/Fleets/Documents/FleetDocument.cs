using System.ComponentModel.DataAnnotations;

namespace Unpause.Reports.Fleets.Documents;

/// <summary>
/// Many processes over time: the contract <c>unpause.fleet/1</c>. Times are in milliseconds unless the name says otherwise, sizes in bytes,
/// and null is unknown. Version 1 allows additions, but no renames.
/// </summary>
public sealed record FleetDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.fleet/1";

    /// <summary>The contract's name and version.</summary>
    [AllowedValues(CurrentSchema)]
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The answer in two sentences: what costs most, and which deploy changed something.</summary>
    public required string Verdict { get; init; }

    /// <summary>Where the numbers come from, and what they cover.</summary>
    public required FleetSourceDocument Source { get; init; }

    /// <summary>What to change first: causes by service, the most request time lost first, then the most core time.</summary>
    public required IReadOnlyList<FleetCauseDocument> ToDo { get; init; }

    /// <summary>Changes of version, and changes that only an annotation marks, service by service, the latest first.</summary>
    public required IReadOnlyList<FleetDeployDocument> Deploys { get; init; }

    /// <summary>Hosts whose processes are stopped more or less than those of the same service and version on other hosts.</summary>
    public required IReadOnlyList<FleetHostDocument> Hosts { get; init; }

    /// <summary>Pairs of services whose long stops coincide more often than by chance.</summary>
    public required IReadOnlyList<FleetCoincidenceDocument> Coincidences { get; init; }

    /// <summary>
    /// Pairs of services that stop in the same traces more often than by chance; null in documents of older versions.
    /// </summary>
    public IReadOnlyList<FleetTraceDocument>? Traces { get; init; }

    /// <summary>How often a request that asks several instances meets a slow one.</summary>
    public required IReadOnlyList<FleetFanOutDocument> FanOut { get; init; }

    /// <summary>Memory of services of one host, moved between them at the same total.</summary>
    public required IReadOnlyList<FleetMemoryDocument> Memory { get; init; }

    /// <summary>Runtimes, versions and settings, and how many processes have them.</summary>
    public required IReadOnlyList<FleetConditionDocument> Conditions { get; init; }

    /// <summary>Alerts that are open, and whether a change fixed them.</summary>
    public required IReadOnlyList<FleetAlertDocument> Alerts { get; init; }

    /// <summary>Questions that the source cannot answer, and why.</summary>
    public required IReadOnlyList<FleetRefusalDocument> NotAnswered { get; init; }

    /// <summary>What readers of the numbers must know.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}

/// <summary>Where a fleet's numbers come from, and what they cover.</summary>
public sealed record FleetSourceDocument
{
    /// <summary>Stored reports in folders.</summary>
    public const string Documents = "documents";

    /// <summary>A Prometheus server.</summary>
    public const string Prometheus = "prometheus";

    /// <summary>A ClickHouse server.</summary>
    public const string ClickHouse = "clickhouse";

    /// <summary>The kind of store.</summary>
    [AllowedValues(Documents, Prometheus, ClickHouse)]
    public required string Kind { get; init; }

    /// <summary>The folder or address, without secrets.</summary>
    public required string Place { get; init; }

    /// <summary>Reports that were counted; null where the store has none.</summary>
    public required long? Reports { get; init; }

    /// <summary>Processes.</summary>
    public required long Processes { get; init; }

    /// <summary>Hosts.</summary>
    public required long Hosts { get; init; }

    /// <summary>Services.</summary>
    public required long Services { get; init; }

    /// <summary>The first moment, in UTC; null without any.</summary>
    public required string? From { get; init; }

    /// <summary>The last moment, in UTC; null without any.</summary>
    public required string? To { get; init; }

    /// <summary>Hours of single processes that were recorded. Rates are of these; hours without a recording are not counted.</summary>
    public required double CoveredHours { get; init; }

    /// <summary>Reports that were left out because another one of the same process has the same time.</summary>
    public required long Overlapping { get; init; }

    /// <summary>Inputs that could not be read, by reason.</summary>
    public required IReadOnlyList<FleetUnreadDocument> Unread { get; init; }
}

/// <summary>Inputs that could not be read for one reason.</summary>
public sealed record FleetUnreadDocument
{
    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>How many.</summary>
    public required long Count { get; init; }

    /// <summary>One of them.</summary>
    public required string Example { get; init; }
}

/// <summary>One cause in one service, with what it costs.</summary>
public sealed record FleetCauseDocument
{
    /// <summary>The service that owns it; null where reports name none.</summary>
    public required string? Service { get; init; }

    /// <summary>The runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>The ID of the finding: <c>unpause explain ID</c> has more. Null for stops that no finding explains.</summary>
    public required string? Finding { get; init; }

    /// <summary>What the finding is, as a phrase; for one that this version does not know, its title in a report.</summary>
    public required string Title { get; init; }

    /// <summary>Processes that have it.</summary>
    public required long Processes { get; init; }

    /// <summary>Processes of the service in all.</summary>
    public required long OfProcesses { get; init; }

    /// <summary>
    /// Stop time that the cause explains, in seconds per day: its share of the recorded time, for as many processes as ran at the same
    /// time.
    /// </summary>
    public required double StopSecondsPerDay { get; init; }

    /// <summary>
    /// Request time lost, in seconds per day: what requests would have been faster without stops, divided among causes by their stop time.
    /// Null where no requests are recorded.
    /// </summary>
    public required double? RequestSecondsPerDay { get; init; }

    /// <summary>Core time lost, in hours per day: stop time times the processors that the process could use. Null where these are
    /// unknown.</summary>
    public required double? CoreHoursPerDay { get; init; }

    /// <summary>The share of all stop time of the fleet.</summary>
    public required double StopSharePercent { get; init; }

    /// <summary>The longest stop in reports with this cause.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>What to change; null where there is no advice.</summary>
    public required string? Advice { get; init; }

    /// <summary>The setting to change, as it is typed.</summary>
    public required string? Setting { get; init; }

    /// <summary>The share of its stop time that the change should save at most, from the reports' own estimates; null where
    /// unknown.</summary>
    public required double? SavesUpToPercent { get; init; }

    /// <summary>The report with the most stop time of this cause.</summary>
    public required FleetReportLink? Report { get; init; }
}

/// <summary>The report behind a number.</summary>
public sealed record FleetReportLink
{
    /// <summary>The file or address.</summary>
    public required string Path { get; init; }

    /// <summary>The index of the process in it.</summary>
    public required int Process { get; init; }
}

/// <summary>A number with its interval.</summary>
public sealed record FleetIntervalDocument
{
    /// <summary>The estimate.</summary>
    [Signed]
    public required double Value { get; init; }

    /// <summary>The lower end of the interval of 95 %.</summary>
    [Signed]
    public required double Low { get; init; }

    /// <summary>The upper end.</summary>
    [Signed]
    public required double High { get; init; }
}

/// <summary>A change of version of a service, and what it did to its stops.</summary>
public sealed record FleetDeployDocument
{
    /// <summary>Fewer or shorter stops.</summary>
    public const string Better = "better";

    /// <summary>More or longer stops.</summary>
    public const string Worse = "worse";

    /// <summary>The interval contains no change, and no change above the least one that matters.</summary>
    public const string NoEffect = "no_effect";

    /// <summary>Stop time was divided by requests.</summary>
    public const string PerRequest = "requests";

    /// <summary>Stop time was divided by allocated bytes.</summary>
    public const string PerAllocatedByte = "allocated_bytes";

    /// <summary>Stop time was divided by recorded seconds.</summary>
    public const string PerSecond = "seconds";

    /// <summary>The interval contains no change, but also changes that matter.</summary>
    public const string NotEnoughEvidence = "not_enough_evidence";

    /// <summary>The service.</summary>
    public required string? Service { get; init; }

    /// <summary>The old version. It equals the new one where an annotation marks a change without another version.</summary>
    public required string Before { get; init; }

    /// <summary>The new version; empty where reports name none.</summary>
    public required string After { get; init; }

    /// <summary>When the new version first ran, in UTC; where the version stayed the same, the annotation's time.</summary>
    public required string At { get; init; }

    /// <summary>The annotation of Grafana that names this change; null without one.</summary>
    public FleetAnnotationDocument? Annotation { get; init; }

    /// <summary>What the change did.</summary>
    [AllowedValues(Better, Worse, NoEffect, NotEnoughEvidence)]
    public required string Verdict { get; init; }

    /// <summary>
    /// The change of the stop time per request, or where there are no requests per allocated byte, or per second, in percent of the old
    /// version's.
    /// </summary>
    public required FleetIntervalDocument? ChangePercent { get; init; }

    /// <summary>What the stop time was divided by.</summary>
    [AllowedValues(PerRequest, PerAllocatedByte, PerSecond)]
    public required string Per { get; init; }

    /// <summary>Processes of the old version.</summary>
    public required int ProcessesBefore { get; init; }

    /// <summary>Processes of the new version.</summary>
    public required int ProcessesAfter { get; init; }

    /// <summary>Whether both versions ran in the same hours, which were compared; otherwise the hours before and after the change
    /// were.</summary>
    public required bool SameHours { get; init; }

    /// <summary>The 99th percentile of stops of the old version.</summary>
    public required Milliseconds? P99BeforeMs { get; init; }

    /// <summary>The 99th percentile of stops of the new version.</summary>
    public required Milliseconds? P99AfterMs { get; init; }

    /// <summary>Why the verdict is not certain; null where nothing is missing.</summary>
    public required string? Reason { get; init; }

    /// <summary>A report of the old version, the one with its median stop time.</summary>
    public required FleetReportLink? ReportBefore { get; init; }

    /// <summary>A report of the new version, the one with its median stop time.</summary>
    public required FleetReportLink? ReportAfter { get; init; }
}

/// <summary>An annotation of Grafana: a person or a tool noted that something changed.</summary>
public sealed record FleetAnnotationDocument
{
    /// <summary>Its text, shortened.</summary>
    public required string Text { get; init; }

    /// <summary>Its time, in UTC.</summary>
    public required string At { get; init; }
}

/// <summary>A host that differs from others with the same service and version.</summary>
public sealed record FleetHostDocument
{
    /// <summary>The host.</summary>
    public required string Host { get; init; }

    /// <summary>The service.</summary>
    public required string? Service { get; init; }

    /// <summary>The version.</summary>
    public required string? Version { get; init; }

    /// <summary>The share of time that its processes were stopped.</summary>
    public required double StoppedPercent { get; init; }

    /// <summary>The median of the other hosts.</summary>
    public required double OthersStoppedPercent { get; init; }

    /// <summary>How many other hosts there are.</summary>
    public required int Others { get; init; }

    /// <summary>The probability of a host at least this different among equal ones, corrected for all hosts that were compared.</summary>
    [Range(0, 1)]
    public required double PValue { get; init; }

    /// <summary>Settings, versions and limits of this host that most of the others do not have.</summary>
    public required IReadOnlyList<FleetDifferenceDocument> Differences { get; init; }

    /// <summary>The report of this host with the most stop time.</summary>
    public required FleetReportLink? Report { get; init; }
}

/// <summary>A setting that differs.</summary>
public sealed record FleetDifferenceDocument
{
    /// <summary>The name of the setting, limit or version.</summary>
    public required string Name { get; init; }

    /// <summary>This host's value; null where it has none.</summary>
    public required string? Here { get; init; }

    /// <summary>The value of most others; null where they have none.</summary>
    public required string? Others { get; init; }
}

/// <summary>Two services, or hosts of one, whose long stops coincide.</summary>
public sealed record FleetCoincidenceDocument
{
    /// <summary>One service and host.</summary>
    public required string One { get; init; }

    /// <summary>The other.</summary>
    public required string Other { get; init; }

    /// <summary>Stops of one that overlap with a stop of the other.</summary>
    public required long Together { get; init; }

    /// <summary>How many would by chance, if the times of one were moved.</summary>
    public required double Expected { get; init; }

    /// <summary>The probability of as many by chance, corrected for all pairs.</summary>
    [Range(0, 1)]
    public required double PValue { get; init; }

    /// <summary>The time by which clocks of hosts were allowed to differ.</summary>
    public required Milliseconds ClockToleranceMs { get; init; }

    /// <summary>When it happened first, in UTC.</summary>
    public required string FirstAt { get; init; }

    /// <summary>A report of one.</summary>
    public required FleetReportLink? Report { get; init; }

    /// <summary>A report of the other.</summary>
    public required FleetReportLink? OtherReport { get; init; }
}

/// <summary>Two services that stop in the same traces.</summary>
public sealed record FleetTraceDocument
{
    /// <summary>One service.</summary>
    public required string One { get; init; }

    /// <summary>The other.</summary>
    public required string Other { get; init; }

    /// <summary>The sampled traces that both served.</summary>
    public required long Traces { get; init; }

    /// <summary>Those of them in which the one service stopped for at least 1 ms.</summary>
    public required long OneStopped { get; init; }

    /// <summary>Those of them in which the other service stopped for at least 1 ms.</summary>
    public required long OtherStopped { get; init; }

    /// <summary>Those of them in which both did.</summary>
    public required long Together { get; init; }

    /// <summary>How many would by chance, if the stops of one met other traces of the same minutes.</summary>
    public required double Expected { get; init; }

    /// <summary>The probability of as many by chance, corrected for all pairs.</summary>
    [Range(0, 1)]
    public required double PValue { get; init; }

    /// <summary>How long both were stopped in the traces in which both stopped, summed.</summary>
    public required Milliseconds StoppedMs { get; init; }

    /// <summary>The trace that both together stopped the longest.</summary>
    public required string TraceId { get; init; }

    /// <summary>When it started in the one service, in UTC.</summary>
    public required string TraceAt { get; init; }

    /// <summary>The report of the one service that has it.</summary>
    public required FleetReportLink? Report { get; init; }

    /// <summary>The report of the other.</summary>
    public required FleetReportLink? OtherReport { get; init; }
}

/// <summary>How often a request that asks several instances of a service meets a slow one.</summary>
public sealed record FleetFanOutDocument
{
    /// <summary>The service that is asked.</summary>
    public required string? Service { get; init; }

    /// <summary>The share of its requests that are slow.</summary>
    public required double SlowPercent { get; init; }

    /// <summary>The share of its requests that are slow because of GC.</summary>
    public required double? SlowBecauseOfGcPercent { get; init; }

    /// <summary>The instances that one request asks.</summary>
    public required int Asked { get; init; }

    /// <summary>The share of such requests that meet at least one slow answer, if answers are independent.</summary>
    public required double PageSlowPercent { get; init; }

    /// <summary>The same without what is slow because of GC.</summary>
    public required double? PageSlowWithoutGcPercent { get; init; }

    /// <summary>The report of the service with the most requests that are slow because of GC; null where none is known.</summary>
    public FleetReportLink? Report { get; init; }
}

/// <summary>A service on a host with others, and the memory that it should have.</summary>
public sealed record FleetMemoryDocument
{
    /// <summary>More memory lowers the time in GC of all together.</summary>
    public const string More = "more";

    /// <summary>It can give memory to others.</summary>
    public const string Less = "less";

    /// <summary>It has what the rule gives it.</summary>
    public const string Keep = "keep";

    /// <summary>The host.</summary>
    public required string Host { get; init; }

    /// <summary>The service.</summary>
    public required string? Service { get; init; }

    /// <summary>The live set.</summary>
    public required long LiveSetBytes { get; init; }

    /// <summary>Bytes allocated per second.</summary>
    public required double AllocationRateBytesPerS { get; init; }

    /// <summary>The heap that it may use now.</summary>
    public required long HeapLimitBytes { get; init; }

    /// <summary>The heap that the square-root rule gives it at the same total (Kirisame, Shenoy and Panchekha, OOPSLA 2022).</summary>
    public required FleetIntervalDocument RuleLimitBytes { get; init; }

    /// <summary>The change of the host's time in GC, in percent, if all services of the host follow the rule.</summary>
    public required FleetIntervalDocument? HostGcChangePercent { get; init; }

    /// <summary>What to do.</summary>
    [AllowedValues(More, Less, Keep)]
    public required string Action { get; init; }

    /// <summary>The latest report.</summary>
    public required FleetReportLink? Report { get; init; }
}

/// <summary>A runtime version or a setting.</summary>
public sealed record FleetConditionDocument
{
    /// <summary>The runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>The name of the setting, or <c>version</c> or <c>collector</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The value.</summary>
    public required string Value { get; init; }

    /// <summary>Processes that have it now.</summary>
    public required long Processes { get; init; }

    /// <summary>Services that have it.</summary>
    public required long Services { get; init; }

    /// <summary>Some of them, in order of the alphabet.</summary>
    public required IReadOnlyList<string> ServiceNames { get; init; }

    /// <summary>The latest report of one of the processes; null where none is known.</summary>
    public FleetReportLink? Report { get; init; }
}

/// <summary>An open alert.</summary>
public sealed record FleetAlertDocument
{
    /// <summary>The alert's name.</summary>
    public required string Name { get; init; }

    /// <summary>The service.</summary>
    public required string? Service { get; init; }

    /// <summary>The instance or host.</summary>
    public required string? Instance { get; init; }

    /// <summary>Since when, in UTC.</summary>
    public required string Since { get; init; }

    /// <summary>Whether a later version or other settings fixed what it was about, by comparison; null where nothing changed.</summary>
    public required bool? Fixed { get; init; }

    /// <summary>The evidence for it.</summary>
    public required string? Evidence { get; init; }

    /// <summary>The latest report of what the alert is about; null where none is known.</summary>
    public FleetReportLink? Report { get; init; }
}

/// <summary>A question without an answer.</summary>
public sealed record FleetRefusalDocument
{
    /// <summary>The question.</summary>
    public required string Question { get; init; }

    /// <summary>Why it has no answer.</summary>
    public required string Reason { get; init; }
}
