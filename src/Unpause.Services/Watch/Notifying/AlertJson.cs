using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;

namespace Unpause.Services.Watch.Notifying;

/// <summary>Alerts of one process as JSON: the body of a webhook and the input of a command.</summary>
internal static class AlertJson
{
    /// <summary>The schema's name.</summary>
    public const string Schema = "unpause.alerts-1";

    /// <summary>Writes a message.</summary>
    public static byte[] Message(IReadOnlyList<AlertNotice> notices)
    {
        using var output = new MemoryStream();
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteNumber("left_out", notices.Sum(notice => notice.LeftOut));
            json.WriteStartArray("alerts");
            foreach (var notice in notices) Write(json, notice.Alert);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        return output.ToArray();
    }

    /// <summary>Writes one alert.</summary>
    public static void Write(Utf8JsonWriter json, WatchAlert alert)
    {
        var facts = alert.Process;
        json.WriteStartObject();
        json.WriteString("state", alert.EndedAt is null ? "firing" : "resolved");
        json.WriteString("name", AlertText.Label(alert.Condition.Name));
        json.WriteString("severity", alert.Condition.Severity);
        json.WriteString("condition", AlertText.Label(alert.Condition.If));
        json.WriteNumber("for_seconds", alert.Condition.ForSeconds);
        json.WriteString("since", alert.Since);
        if (alert.EndedAt is { } ended) json.WriteString("ended_at", ended);
        else json.WriteNull("ended_at");
        json.WriteBoolean("process_ended", alert.IsProcessGone);
        json.WriteNumber("value", Math.Round(alert.Value, 3));
        json.WriteString("unit", WatchMetric.Parse(alert.Condition.If, out _)?.Unit);
        Number(json, "baseline", alert.Baseline);
        Text(json, "service", AlertText.Label(facts.Service));
        Text(json, "instance", AlertText.Label(alert.Process.Instance));
        json.WriteNumber("pid", facts.Id);
        json.WriteString("runtime", facts.Runtime);
        Text(json, "runtime_version", facts.Version);
        Text(json, "service_version", facts.ServiceVersion);
        Text(json, "summary", AlertText.Summary(alert));
        var verdict = alert.Kept?.Verdict;
        Text(json, "verdict", verdict?.Sentence);
        Text(json, "longest_stop", verdict?.LongestStop);
        Text(json, "cause", AlertText.Cause(alert));
        Text(json, "cause_id", verdict?.CauseId);
        Text(json, "change", verdict?.Change);
        Text(json, "setting", verdict?.Setting);
        if (verdict?.Requests is { } requests)
        {
            json.WriteStartObject("requests");
            json.WriteNumber("slow", requests.Slow);
            Number(json, "slow_because_of_gc", requests.BecauseOfGc);
            Number(json, "slow_because_of_gc_low", requests.Low);
            Number(json, "slow_because_of_gc_high", requests.High);
            Number(json, "p_value", requests.PValue);
            Text(json, "verdict", requests.Sentence);
            json.WriteEndObject();
        }
        else
        {
            json.WriteNull("requests");
        }

        Text(json, "changed_not_proven", alert.Change is { Proof: null } open ? open.What : null);
        Text(json, "changed_better", alert.Change?.Proof is { IsBetter: true } better ? better.Sentence : null);
        Text(json, "changed_worse", alert.Change?.Proof is { IsBetter: false } worse ? worse.Sentence : null);
        Text(json, "command", AlertText.Command(alert));
        Text(json, "ring", alert.Kept?.Folder);
        json.WriteEndObject();
    }

    private static void Text(Utf8JsonWriter json, string name, string? text)
    {
        if (text is null) json.WriteNull(name);
        else json.WriteString(name, RecordedText.Shorten(text, ServiceLimits.MostAlertTextChars));
    }

    private static void Number(Utf8JsonWriter json, string name, double? number)
    {
        if (number is { } known && double.IsFinite(known)) json.WriteNumber(name, known);
        else json.WriteNull(name);
    }
}
