using Unpause.Reports.Fleets.Documents;
using Unpause.Reports.Tables;

namespace Unpause.Reports.Fleets;

/// <summary>The answers as one long table (RFC 4180): a row for each number, with its unit and the report behind it.</summary>
public static class FleetCsv
{
    private const string Percent = "%", Bytes = "bytes", Millis = "ms", Processes = "processes", InTraces = "traces";

    private static readonly string[] Columns =
        ["question", "service", "version", "host", "name", "value", "low", "high", "unit", "report"];

    /// <summary>Writes the table.</summary>
    /// <param name="fleet">The answers.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(FleetDocument fleet, Stream output)
    {
        using var csv = new CsvText(output);
        foreach (var column in Columns) csv.Text(column);
        csv.End();
        foreach (var cause in fleet.ToDo) Write(csv, cause);
        foreach (var deploy in fleet.Deploys) Write(csv, deploy);
        foreach (var host in fleet.Hosts) Write(csv, host);
        foreach (var pair in fleet.Coincidences)
        {
            var row = new Row(csv, "coincidence") { Service = pair.One, Report = pair.Report };
            row.Number($"together with {pair.Other}", pair.Together, "stops");
            row.Number($"expected with {pair.Other}", pair.Expected, "stops");
            row.Number($"p with {pair.Other}", pair.PValue, "");
        }

        foreach (var pair in fleet.Traces ?? [])
        {
            var row = new Row(csv, "trace") { Service = pair.One, Report = pair.Report };
            row.Number($"with {pair.Other}", pair.Traces, InTraces);
            row.Number($"stopped, with {pair.Other}", pair.OneStopped, InTraces);
            row.Number($"stopped together with {pair.Other}", pair.Together, InTraces);
            row.Number($"expected with {pair.Other}", pair.Expected, InTraces);
            row.Number($"p with {pair.Other}", pair.PValue, "");
            row.Number($"stopped by both, with {pair.Other}", pair.StoppedMs, Millis);
            row.Text($"example with {pair.Other}", pair.TraceId, "trace");
        }

        foreach (var service in fleet.FanOut)
        {
            var row = new Row(csv, FleetQuestion.FanOut) { Service = service.Service, Report = service.Report };
            row.Number("slow", service.SlowPercent, Percent);
            row.Number("slow because of GC", service.SlowBecauseOfGcPercent, Percent);
            row.Number($"slow of pages that ask {service.Asked}", service.PageSlowPercent, Percent);
            row.Number($"the same without GC of pages that ask {service.Asked}", service.PageSlowWithoutGcPercent, Percent);
        }

        foreach (var service in fleet.Memory) Write(csv, service);
        foreach (var condition in fleet.Conditions)
        {
            new Row(csv, "condition") { Report = condition.Report }
                .Number($"{condition.Runtime} {condition.Name}={condition.Value}", condition.Processes, Processes);
        }

        foreach (var alert in fleet.Alerts)
        {
            var row = new Row(csv, "alert") { Service = alert.Service, Host = alert.Instance, Report = alert.Report };
            row.Text(alert.Name, alert.Since, "since");
            row.Text(alert.Name, FleetText.Fixed(alert.Fixed), "state");
        }
    }

    private static void Write(CsvText csv, FleetCauseDocument cause)
    {
        var row = new Row(csv, FleetQuestion.ToDo) { Service = cause.Service, Report = cause.Report };
        var name = cause.Finding ?? cause.Title;
        row.Number(name, cause.RequestSecondsPerDay, "request_s/day");
        row.Number(name, cause.CoreHoursPerDay, "core_h/day");
        row.Number(name, cause.StopSecondsPerDay, "stop_s/day");
        row.Number(name, cause.StopSharePercent, "% of all stop time");
        row.Number(name, cause.SavesUpToPercent, "% saved at most");
        row.Number(name, cause.MaxMs, Millis);
        row.Number(name, cause.Processes, Processes);
        row.Text(name, cause.Setting ?? cause.Advice, "change");
    }

    private static void Write(CsvText csv, FleetDeployDocument deploy)
    {
        var before = new Row(csv, "deploy") { Service = deploy.Service, Version = deploy.Before, Report = deploy.ReportBefore };
        var after = new Row(csv, "deploy") { Service = deploy.Service, Version = deploy.After, Report = deploy.ReportAfter };
        // Of one version, only the names tell before from after.
        var isOneVersion = deploy.Before == deploy.After;
        var (since, earlier) = isOneVersion ? (deploy.At, " before") : (deploy.Before, "");
        after.Interval($"stop time {FleetText.Per(deploy.Per)} since {since}", deploy.ChangePercent, Percent);
        after.Text("verdict", deploy.Verdict, "");
        if (!isOneVersion) after.Text("first seen", deploy.At, "");
        after.Text("annotation", deploy.Annotation?.Text, "");
        after.Text("annotation's time", deploy.Annotation?.At, "");
        before.Number($"p99 stop{earlier}", deploy.P99BeforeMs, Millis);
        after.Number("p99 stop", deploy.P99AfterMs, Millis);
        before.Number($"{Processes}{earlier}", deploy.ProcessesBefore, Processes);
        after.Number(Processes, deploy.ProcessesAfter, Processes);
    }

    private static void Write(CsvText csv, FleetHostDocument host)
    {
        var row = new Row(csv, "host") { Service = host.Service, Version = host.Version, Host = host.Host, Report = host.Report };
        row.Number("stopped", host.StoppedPercent, Percent);
        row.Number("stopped on other hosts", host.OthersStoppedPercent, Percent);
        row.Number("p", host.PValue, "");
        foreach (var difference in host.Differences) row.Text(difference.Name, difference.Here, "setting");
    }

    private static void Write(CsvText csv, FleetMemoryDocument service)
    {
        var row = new Row(csv, FleetQuestion.Memory) { Service = service.Service, Host = service.Host, Report = service.Report };
        row.Number("live set", service.LiveSetBytes, Bytes);
        row.Number("allocation rate", service.AllocationRateBytesPerS, "bytes/s");
        row.Number("heap limit", service.HeapLimitBytes, Bytes);
        row.Interval("heap limit by the square-root rule", service.RuleLimitBytes, Bytes);
        row.Interval("time in GC of the host", service.HostGcChangePercent, "% change");
        row.Text("action", service.Action, "");
    }

    /// <summary>The cells that numbers of one answer share.</summary>
    private sealed class Row(CsvText csv, string question)
    {
        public string? Service { get; init; }

        public string? Version { get; init; }

        public string? Host { get; init; }

        public FleetReportLink? Report { get; init; }

        /// <summary>A number; an unknown one has no row.</summary>
        public void Number(string name, double? value, string unit)
        {
            if (value is { } known) End(Begin(name).Number(known).Number((double?)null).Number((double?)null), unit);
        }

        /// <summary>A duration; an unknown one has no row.</summary>
        public void Number(string name, Milliseconds? value, string unit) =>
            Number(name, value is { } known ? known.Nanoseconds / 1e6 : null, unit);

        /// <summary>A number with its interval; an unknown one has no row.</summary>
        public void Interval(string name, FleetIntervalDocument? value, string unit)
        {
            if (value is not null) End(Begin(name).Number(value.Value).Number(value.Low).Number(value.High), unit);
        }

        /// <summary>A text; an unknown one has no row.</summary>
        public void Text(string name, string? value, string unit)
        {
            if (value is not null) End(Begin(name).Text(value).Number((double?)null).Number((double?)null), unit);
        }

        private CsvText Begin(string name) => csv.Text(question).Text(Service).Text(Version).Text(Host).Text(name);

        private void End(CsvText begun, string unit) => begun.Text(unit).Text(Report?.Path).End();
    }
}
