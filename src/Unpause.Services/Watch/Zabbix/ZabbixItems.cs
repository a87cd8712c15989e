using System.Globalization;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Zabbix;

/// <summary>
/// Keys of the items in <c>packaging/watch/zabbix-template.yaml</c>. Units are Zabbix's base units: seconds, bytes, percent.
/// </summary>
internal static class ZabbixItems
{
    /// <summary>Items of the host: the discovery rule, processes that are recorded, and those that cannot be.</summary>
    public const string Discovery = "unpause.discovery", Recorded = "unpause.processes", Refused = "unpause.processes.refused";

    /// <summary>Items of a service of the time since the last values.</summary>
    public const string MaxStop = "unpause.max_stop", MaxPause = "unpause.max_pause", TimeInGc = "unpause.time_in_gc",
        Induced = "unpause.induced", Full = "unpause.full";

    /// <summary>Items of a service about its heap, and what is usual: the median of its daily maxima of 14 days.</summary>
    public const string HeapAfter = "unpause.heap_after", HeapLimit = "unpause.heap_limit", HeapPercent = "unpause.heap_after_percent",
        UsualStop = "unpause.usual_max_stop", UsualTimeInGc = "unpause.usual_time_in_gc", UsualHeap = "unpause.usual_heap_after";

    /// <summary>Items of a service of its last report.</summary>
    public const string ReportAge = "unpause.report_age", SlowBecauseOfGc = "unpause.slow_because_of_gc", Verdict = "unpause.verdict",
        Findings = "unpause.findings";

    /// <summary>Items of a service: how many alerts hold, and the last one in words.</summary>
    public const string Alerts = "unpause.alerts", Alert = "unpause.alert";

    /// <summary>The macros of the discovery rule.</summary>
    public const string ServiceMacro = "{#SERVICE}", RuntimeMacro = "{#RUNTIME}";

    /// <summary>The key of a service's item.</summary>
    /// <param name="service">As <see cref="ServiceName"/> gives it.</param>
    public static string Key(string item, string service) => $"{item}[{service}]";

    /// <summary>
    /// A service's name as a parameter of a key. Zabbix would quote some characters, and replace macros such as <c>{$PASSWORD}</c> in a
    /// name that a process chose, so only letters, digits and a few others stay.
    /// </summary>
    public static string ServiceName(string service)
    {
        var text = ProcessLabels.Bounded(service).Trim();
        if (text.Length > ServiceLimits.MostZabbixNameChars) text = text[..ServiceLimits.MostZabbixNameChars].TrimEnd();
        return text.Length == 0 ? "_" : string.Create(text.Length, text, static (name, text) =>
        {
            for (var i = 0; i < name.Length; i++)
                name[i] = char.IsLetterOrDigit(text[i]) || " ._-@:/+*".Contains(text[i], StringComparison.Ordinal) ? text[i] : '_';
        });
    }

    /// <summary>A number as Zabbix reads it.</summary>
    public static string Number(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
