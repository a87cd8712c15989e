using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;

namespace Unpause.Services.Watch.Notifying;

/// <summary>
/// An alert in words. Texts about the process come from <c>unpause report</c>, which has redacted secrets; all are cut, and control
/// characters are shown as escapes.
/// </summary>
internal static class AlertText
{
    /// <summary>On one line, for a log.</summary>
    public static string Line(WatchAlert alert, long leftOut = 0)
    {
        var who = $"{Label(alert.Process.Service)} (process {alert.Process.Id})";
        if (alert.EndedAt is not null) return $"resolved: {who}: {Condition(alert)}{(alert.IsProcessGone ? "; the process ended" : "")}";
        var verdict = alert.Kept?.Verdict is { } found ? $" {One(found.Sentence)}" : "";
        // The report's verdict names the cause of most of it.
        var cause = Cause(alert) is { } known && !verdict.Contains(One(known).TrimEnd('.'), StringComparison.Ordinal)
            ? $" Cause: {One(known).TrimEnd('.')}."
            : "";
        var change = alert.Kept?.Verdict is { } advised && Change(advised) is { } text ? $" Change: {One(text).TrimEnd('.')}." : "";
        var kept = alert.Kept is { } ring ? $" Kept in {ring.Folder}" : "";
        return $"alert: {who}: {Condition(alert)}, is {Value(alert, alert.Value)}.{verdict}{cause}{change}{Restart(alert)}{kept}"
            + LeftOut(leftOut);
    }

    /// <summary>One sentence: who and what.</summary>
    public static string Summary(WatchAlert alert)
    {
        var where = alert.Process.Instance.Length > 0 ? $" on {Label(alert.Process.Instance)}" : "";
        var what = $"{Label(alert.Process.Service)}{where}: {Metric(alert)} is {Value(alert, alert.Value)} ({Condition(alert)})";
        return alert.EndedAt is null ? what : $"resolved: {what}";
    }

    /// <summary>All of it, in lines.</summary>
    public static string Description(WatchAlert alert, long leftOut = 0)
    {
        var lines = new StringBuilder();
        Add("Condition", $"{Condition(alert)} since {Time(alert.Since)}, worst value {Value(alert, alert.Value)}");
        if (alert.EndedAt is { } ended) Add("Resolved", $"{Time(ended)}{(alert.IsProcessGone ? ", because the process ended" : "")}");
        var verdict = alert.Kept?.Verdict;
        Add("Verdict", verdict?.Sentence);
        Add("Longest stop", verdict?.LongestStop);
        Add("Cause", Cause(alert));
        if (verdict is not null) Add("Change", Change(verdict));
        Add("Requests", verdict is null ? null : Requests(verdict));
        if (alert.Change is { } restart) Add(Proven(restart), RestartWhy(restart));
        Add("More", Command(alert));
        Add("Ring", alert.Kept?.Folder);
        if (leftOut > 0) lines.Append(LeftOut(leftOut).Trim()).Append('\n');
        return lines.ToString().TrimEnd();

        void Add(string name, string? text)
        {
            if (!string.IsNullOrEmpty(text)) lines.Append(name).Append(": ").Append(One(text)).Append('\n');
        }
    }

    /// <summary>The root cause: the report's finding, or what the condition itself proves; null when unknown.</summary>
    public static string? Cause(WatchAlert alert) => alert.Kept?.Verdict?.Cause
        ?? (Metric(alert) == WatchMetric.Induced && Runtimes.TraitsOf(alert.Process.Runtime).InducingCall is { } call
            ? $"explicit collections: code called {call}"
            : null);

    /// <summary>What to change, with its setting; null where nothing is advised.</summary>
    public static string? Change(RingVerdict verdict) => verdict.Change is not { } change ? null
        : verdict.Setting is { } setting && !change.Contains(setting, StringComparison.Ordinal) ? $"{change.TrimEnd('.')}: {setting}"
        : change;

    /// <summary>Slow requests and GC; null where no requests are known.</summary>
    public static string? Requests(RingVerdict verdict)
    {
        if (verdict.Requests is not { } requests) return null;
        if (requests.BecauseOfGc is null) return requests.Sentence;
        var p = requests.PValue is { } value ? $" (p = {value.ToString("0.###", CultureInfo.InvariantCulture)})" : "";
        var range = requests.Low is { } low && requests.High is { } high && low != high ? $" ({low} to {high})" : "";
        return $"{requests.BecauseOfGc}{range} of {requests.Slow} slow requests are because of GC{p}";
    }

    /// <summary>What to type to see more; null where nothing was kept.</summary>
    public static string? Command(WatchAlert alert) => alert.Kept is { } ring ? $"unpause report {ring.Recordings}" : null;

    /// <summary>A value with its unit.</summary>
    public static string Value(WatchAlert alert, double value)
    {
        var unit = WatchMetric.Parse(alert.Condition.If, out _)?.Unit ?? "";
        var number = value.ToString(Math.Abs(value) < 10 ? "0.##" : "0", CultureInfo.InvariantCulture);
        return unit.Length > 0 ? $"{number} {unit}" : number;
    }

    /// <summary>A text on one line, cut.</summary>
    public static string One(string text) => RecordedText.Shorten(text.ReplaceLineEndings(" "), ServiceLimits.MostAlertTextChars);

    /// <summary>A name on one line, cut.</summary>
    public static string Label(string text) => RecordedText.Shorten(text.ReplaceLineEndings(" "), ServiceLimits.MostLabelChars);

    private static string Time(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    private static string Metric(WatchAlert alert) => WatchMetric.Parse(alert.Condition.If, out _)?.Metric ?? Label(alert.Condition.Name);

    private static string Condition(WatchAlert alert)
    {
        var held = alert.Condition.ForSeconds > 0 ? $" for {Quantities.Duration(alert.Condition.ForSeconds * 1e9)}" : "";
        var usual = alert.Baseline is { } baseline ? $", usual is {Value(alert, baseline)}" : "";
        return $"{Label(alert.Condition.If)}{held}{usual}";
    }

    private static string Restart(WatchAlert alert) =>
        alert.Change is { } change ? $" {Proven(change)}: {RestartWhy(change).TrimEnd('.')}." : "";

    private static string Proven(ServiceChange change) => change.Proof switch
    {
        null => "Changed, not proven",
        { IsBetter: true } => "Changed, proven better",
        _ => "Changed, worse",
    };

    private static string RestartWhy(ServiceChange change) =>
        $"the service restarted with other settings ({One(change.What)}) after this alert; "
        + (change.Proof is { } proof ? One(proof.Sentence) : "the reports of the hours since then do not show yet that it is better");

    private static string LeftOut(long count) =>
        count > 0 ? $" {count} more notification{(count == 1 ? " was" : "s were")} left out by the limit per hour." : "";
}
