namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>Metrics and labels of <c>unpause watch</c> (docs/watch.md), as they are in PromQL.</summary>
internal static class PrometheusNames
{
    /// <summary>Stops of all threads.</summary>
    public const string Stops = "unpause_stop_seconds";

    /// <summary>Processes by state.</summary>
    public const string Processes = "unpause_watched_processes";

    /// <summary>One series for each process, with its process id.</summary>
    public const string Process = "unpause_process_info";

    /// <summary>The share of the stop time of the last report that a finding explains.</summary>
    public const string Shares = "unpause_finding_stop_ratio";

    /// <summary>The label of a finding.</summary>
    public const string Finding = "finding";

    /// <summary>Alerts of the watcher.</summary>
    public const string Alerts = "unpause_alert_info";

    /// <summary>The heap after the last collection.</summary>
    public const string HeapAfter = "unpause_heap_after_bytes";

    /// <summary>The most that the heap may take.</summary>
    public const string HeapLimit = "unpause_heap_limit_bytes";

    /// <summary>The limit of container or machine.</summary>
    public const string MemoryLimit = "unpause_memory_limit_bytes";

    /// <summary>When the last report was made.</summary>
    public const string Judged = "unpause_verdict_timestamp_seconds";

    /// <summary>Requests of the last report.</summary>
    public const string Requests = "unpause_verdict_requests";

    /// <summary>Slow ones of them.</summary>
    public const string Slow = "unpause_verdict_slow_requests";

    /// <summary>Of them, those because of GC.</summary>
    public const string SlowBecauseOfGc = "unpause_verdict_slow_requests_because_of_gc";

    /// <summary>The name as a label.</summary>
    public const string Name = "__name__";

    /// <summary>The label of the service.</summary>
    public const string Service = "service";

    /// <summary>The label of the version.</summary>
    public const string Version = "version";

    /// <summary>The label of the runtime.</summary>
    public const string Runtime = "runtime";

    /// <summary>The label of a process' state.</summary>
    public const string State = "state";

    /// <summary>PromQL's count of a native histogram.</summary>
    public const string HistogramCount = "histogram_count";

    /// <summary>A selector of a part of the fleet.</summary>
    /// <param name="more">Further matchers, as PromQL.</param>
    public static string Select(string metric, FleetSelection selection, params ReadOnlySpan<string> more)
    {
        var text = new StringBuilder();
        Add(text, Service, selection.Service);
        Add(text, Version, selection.Version);
        Add(text, Runtime, selection.Runtime);
        foreach (var matcher in more) text.Append(text.Length > 0 ? "," : "").Append(matcher);
        return $"{metric}{{{text}}}";
    }

    /// <summary>A selector of several metrics.</summary>
    public static string Select(FleetSelection selection, params ReadOnlySpan<string> metrics) =>
        Select("", selection, $"{Name}=~\"{string.Join('|', metrics!)}\"");

    /// <summary>A matcher of one value.</summary>
    public static string Match(string label, string value) => $"{label}={Quoted(value)}";

    /// <summary>
    /// A text in PromQL: strings have Go's escapes (https://prometheus.io/docs/prometheus/latest/querying/basics/#string-literals).
    /// </summary>
    public static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var letter in text)
        {
            if (letter is '"' or '\\') quoted.Append('\\').Append(letter);
            else if (char.IsControl(letter)) quoted.Append(CultureInfo.InvariantCulture, $"\\u{(int)letter:x4}");
            else quoted.Append(letter);
        }

        return quoted.Append('"').ToString();
    }

    private static void Add(StringBuilder text, string label, string? value)
    {
        if (value is not null) text.Append(text.Length > 0 ? "," : "").Append(Match(label, value));
    }
}
