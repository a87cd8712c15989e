using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Fleets;

/// <summary>One question of a fleet for a terminal: a table, and a line for each row that needs more than a table holds.</summary>
/// <param name="Question">The question's name (<see cref="FleetQuestion"/>).</param>
/// <param name="Title">Its title.</param>
/// <param name="Columns">The columns; a head may have two lines.</param>
/// <param name="Rows">The rows, the most important first.</param>
internal sealed record FleetTable(
    string Question, string Title, FleetTable.Column[] Columns, IReadOnlyList<FleetTable.Row> Rows)
{
    /// <summary>A column.</summary>
    internal readonly record struct Column(string Head, bool IsNumber);

    /// <summary>A row.</summary>
    /// <param name="Cells">One for each column.</param>
    /// <param name="More">What to do, or how it was found; empty for nothing.</param>
    /// <param name="Open">The command that shows the report behind it; null without one.</param>
    internal sealed record Row(string[] Cells, string More, string? Open);

    /// <summary>All questions.</summary>
    public static IEnumerable<FleetTable> Of(FleetDocument fleet) =>
    [
        ToDo(fleet.ToDo), Deploys(fleet.Deploys), Hosts(fleet.Hosts), Coincidences(fleet.Coincidences), Traces(fleet.Traces ?? []),
        FanOut(fleet.FanOut), Memory(fleet.Memory), Conditions(fleet.Conditions), Alerts(fleet.Alerts),
    ];

    private static Column Text(string head) => new(head, false);

    private static Column Number(string head) => new(head, true);

    private static FleetTable ToDo(IReadOnlyList<FleetCauseDocument> causes) => new(
        FleetQuestion.ToDo, "To do",
        [
            Text("service"), Text("cause"), Number("request\ns/day"), Number("core\nh/day"), Number("share of\nstops"),
            Number("saves\nup to"),
        ],
        [
            .. causes.Select(cause => new Row(
                [
                    cause.Service ?? Cell.Unknown, cause.Title, FleetText.Amount(cause.RequestSecondsPerDay),
                    FleetText.Amount(cause.CoreHoursPerDay), Cell.Percent(cause.StopSharePercent), Cell.Percent(cause.SavesUpToPercent),
                ],
                cause.Setting ?? cause.Advice ?? "", FleetText.Open(cause.Report))),
        ]);

    private static FleetTable Deploys(IReadOnlyList<FleetDeployDocument> deploys) => new(
        FleetQuestion.Deploys, "Deploys",
        [Text("service"), Text("version"), Text("verdict"), Text("stop time (95 % interval)")],
        [
            .. deploys.Select(deploy => new Row(
                [
                    deploy.Service ?? Cell.Unknown, FleetText.Versions(deploy), FleetText.Word(deploy.Verdict),
                    FleetText.Change(deploy.ChangePercent),
                ],
                FleetText.Line(
                    deploy.Annotation?.Text,
                    $"{FleetText.Moment(deploy.Annotation?.At ?? deploy.At)}, {FleetText.Per(deploy.Per)}, "
                        + FleetText.Hours(deploy.SameHours),
                    $"p99 of stops {Cell.Duration(deploy.P99BeforeMs)} → {Cell.Duration(deploy.P99AfterMs)}",
                    $"{Quantities.Count(deploy.ProcessesBefore)} → {Quantities.Count(deploy.ProcessesAfter)} processes", deploy.Reason),
                FleetText.Open(deploy.ReportBefore, deploy.ReportAfter))),
        ]);

    private static FleetTable Hosts(IReadOnlyList<FleetHostDocument> hosts) => new(
        FleetQuestion.Hosts, "Hosts that differ",
        [Text("host"), Text("service"), Number("stopped"), Number("other hosts"), Number("p")],
        [
            .. hosts.Select(host => new Row(
                [
                    host.Host, $"{host.Service ?? Cell.Unknown} {host.Version}".TrimEnd(), Cell.Percent(host.StoppedPercent),
                    $"{Cell.Percent(host.OthersStoppedPercent)} ({Quantities.Count(host.Others)})", FleetText.Probability(host.PValue),
                ],
                host.Differences.Count == 0 ? "no setting differs" : string.Join("; ", host.Differences.Select(FleetText.Difference)),
                FleetText.Open(host.Report))),
        ]);

    private static FleetTable Coincidences(IReadOnlyList<FleetCoincidenceDocument> pairs) => new(
        FleetQuestion.Coincidences, "Pauses that coincide",
        [Text("one"), Text("other"), Number("together"), Number("by chance"), Number("p")],
        [
            .. pairs.Select(pair => new Row(
                [
                    pair.One, pair.Other, Quantities.Count(pair.Together), FleetText.Amount(pair.Expected),
                    FleetText.Probability(pair.PValue),
                ],
                $"first {FleetText.Moment(pair.FirstAt)}, clocks within {Cell.Duration(pair.ClockToleranceMs)}",
                FleetText.Open(pair.Report, pair.OtherReport))),
        ]);

    private static FleetTable Traces(IReadOnlyList<FleetTraceDocument> pairs) => new(
        FleetQuestion.Traces, "Pauses along one trace",
        [Text("one"), Text("other"), Number("traces"), Number("both stop"), Number("by chance"), Number("p")],
        [
            .. pairs.Select(pair => new Row(
                [
                    pair.One, pair.Other, Quantities.Count(pair.Traces), Quantities.Count(pair.Together), FleetText.Amount(pair.Expected),
                    FleetText.Probability(pair.PValue),
                ],
                $"{pair.One} stops in {Quantities.Count(pair.OneStopped)}, {pair.Other} in {Quantities.Count(pair.OtherStopped)}; "
                    + $"trace {pair.TraceId} at {FleetText.Moment(pair.TraceAt)}",
                FleetText.Open(pair.Report, pair.OtherReport))),
        ]);

    private static FleetTable FanOut(IReadOnlyList<FleetFanOutDocument> services) => new(
        FleetQuestion.FanOut, "Fan-out",
        [Text("service"), Number("slow"), Number("by GC"), Number("asked"), Number("pages slow"), Number("without GC")],
        [
            .. services.Select(service => new Row(
                [
                    service.Service ?? Cell.Unknown, Cell.Percent(service.SlowPercent), Cell.Percent(service.SlowBecauseOfGcPercent),
                    Quantities.Count(service.Asked), Cell.Percent(service.PageSlowPercent), Cell.Percent(service.PageSlowWithoutGcPercent),
                ],
                "", FleetText.Open(service.Report))),
        ]);

    private static FleetTable Memory(IReadOnlyList<FleetMemoryDocument> services) => new(
        FleetQuestion.Memory, "Memory",
        [Text("host"), Text("service"), Number("live set"), Number("heap limit"), Number("limit by the rule"), Text("")],
        [
            .. services.Select(service => new Row(
                [
                    service.Host, service.Service ?? Cell.Unknown, Cell.Bytes(service.LiveSetBytes), Cell.Bytes(service.HeapLimitBytes),
                    FleetText.Sizes(service.RuleLimitBytes), service.Action,
                ],
                FleetText.Line(
                    $"allocates {Quantities.Bytes(service.AllocationRateBytesPerS)}/s",
                    service.HostGcChangePercent is { } change ? $"time in GC of the host {FleetText.Change(change)}" : null),
                FleetText.Open(service.Report))),
        ]);

    private static FleetTable Conditions(IReadOnlyList<FleetConditionDocument> conditions) => new(
        FleetQuestion.Conditions, "Runtimes and settings",
        [Text("runtime"), Text("name"), Text("value"), Number("processes"), Text("services")],
        [
            .. conditions.Select(condition => new Row(
                [
                    condition.Runtime, condition.Name, condition.Value, Quantities.Count(condition.Processes),
                        FleetText.Services(condition),
                ],
                "", FleetText.Open(condition.Report))),
        ]);

    private static FleetTable Alerts(IReadOnlyList<FleetAlertDocument> alerts) => new(
        FleetQuestion.Alerts, "Open alerts",
        [Text("alert"), Text("service"), Text("instance"), Text("since (UTC)"), Text("")],
        [
            .. alerts.Select(alert => new Row(
                [
                    alert.Name, alert.Service ?? Cell.Unknown, alert.Instance ?? Cell.Unknown, FleetText.Moment(alert.Since),
                    FleetText.Fixed(alert.Fixed),
                ],
                alert.Evidence ?? "", FleetText.Open(alert.Report))),
        ]);
}
