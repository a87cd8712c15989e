using Unpause.Services.Watch.Alerts;

namespace Unpause.Services.Watch.Notifying;

/// <summary>
/// An Alertmanager, by its API v2 (https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml). It resolves what is not
/// repeated, so alerts that hold are sent again each minute.
/// </summary>
internal sealed class AlertmanagerTarget : IAlertTarget
{
    private readonly HttpDelivery _http;

    // By labels, then by the alert's own key: processes of one service on one host have the same labels, and are one alert there.
    private readonly Dictionary<string, Dictionary<string, WatchAlert>> _firing = new(StringComparer.Ordinal);
    private readonly Dictionary<string, WatchAlert> _resolved = new(StringComparer.Ordinal);

    /// <summary>Speaks to the Alertmanager at a base address.</summary>
    public AlertmanagerTarget(Uri address)
    {
        var root = address.AbsoluteUri.TrimEnd('/');
        _http = new HttpDelivery(new Uri($"{root}/api/v2/alerts"));
        Name = $"Alertmanager {HttpDelivery.Place(address)}";
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <summary>A repetition says it all again, so a message is not tried for long.</summary>
    public TimeSpan MostAge { get; } = TimeSpan.FromMinutes(5);

    /// <inheritdoc/>
    public TimeSpan? RepeatEvery { get; } = TimeSpan.FromMinutes(1);

    /// <inheritdoc/>
    public Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
    {
        foreach (var notice in notices) Take(notice.Alert);
        return PostAsync(notices.Sum(notice => notice.LeftOut), stop);
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) =>
        _firing.Count + _resolved.Count > 0 ? PostAsync(leftOut: 0, stop) : Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private void Take(WatchAlert alert)
    {
        var labels = LabelsOf(alert);
        if (alert.EndedAt is null)
        {
            if (!_firing.TryGetValue(labels, out var same))
            {
                if (_firing.Count >= ServiceLimits.MostAlerts) return;
                _firing[labels] = same = new(StringComparer.Ordinal);
            }

            same[alert.Key] = alert;
            _resolved.Remove(labels);
        }
        else if (_firing.TryGetValue(labels, out var same) && same.Remove(alert.Key) && same.Count == 0)
        {
            _firing.Remove(labels);
            _resolved[labels] = alert;
        }
    }

    private async Task PostAsync(long leftOut, CancellationToken stop)
    {
        using var output = new MemoryStream();
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartArray();
            foreach (var same in _firing.Values)
                Write(json, same.Values.MaxBy(alert => alert.Value)!, same.Values.Min(alert => alert.Since), leftOut);
            foreach (var alert in _resolved.Values) Write(json, alert, alert.Since, leftOut);
            json.WriteEndArray();
        }

        await _http.PostAsync(output.ToArray(), stop).ConfigureAwait(false);
        _resolved.Clear();
    }

    private static string LabelsOf(WatchAlert alert) => string.Join('\n', Labels(alert).Select(label => label.Value));

    /// <summary>What tells one alert from another.</summary>
    public static IEnumerable<(string Name, string Value)> Labels(WatchAlert alert) =>
    [
        ("alertname", AlertText.Label(alert.Condition.Name)),
        ("service", AlertText.Label(alert.Process.Service)),
        ("instance", AlertText.Label(alert.Process.Instance)),
        ("runtime", alert.Process.Runtime),
        ("severity", alert.Condition.Severity),
    ];

    /// <summary>What is said of an alert; unknown things are left out.</summary>
    public static IEnumerable<(string Name, string Text)> Annotations(WatchAlert alert, long leftOut)
    {
        yield return ("summary", AlertText.Summary(alert));
        yield return ("description", AlertText.Description(alert, leftOut));
        var verdict = alert.Kept?.Verdict;
        if (AlertText.Cause(alert) is { } cause) yield return ("cause", AlertText.One(cause));
        if (verdict is not null && AlertText.Change(verdict) is { } change) yield return ("change", AlertText.One(change));
        if (alert.Kept?.Folder is { } ring) yield return ("ring", AlertText.One(ring));
    }

    private static void Write(Utf8JsonWriter json, WatchAlert alert, DateTimeOffset since, long leftOut)
    {
        json.WriteStartObject();
        json.WriteStartObject("labels");
        foreach (var (name, value) in Labels(alert)) json.WriteString(name, value);
        json.WriteEndObject();
        json.WriteStartObject("annotations");
        foreach (var (name, text) in Annotations(alert, leftOut)) json.WriteString(name, text);
        json.WriteEndObject();
        json.WriteString("startsAt", since);
        if (alert.EndedAt is { } ended) json.WriteString("endsAt", ended);
        json.WriteEndObject();
    }
}
