using Microsoft.AspNetCore.Http;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>
/// Takes Alertmanager's webhook form (version 4, https://prometheus.io/docs/alerting/latest/configuration/#webhook_config): an alert of
/// somebody else keeps the rings of the processes that its labels name.
/// </summary>
internal sealed class AlertReceiver(RingWatch watch, Judge judge, string ring)
{
    private const int MostDepth = 8;

    // What Prometheus, Kubernetes and our own metrics call a service; then an instance, which counts where no service is named.
    private static readonly string[] ServiceLabels =
        ["service", "service_name", "job", "app", "application", "pod", "container", "container_id"];

    private static readonly string[] InstanceLabels = ["instance", "host", "hostname", "node"];

    private readonly HashSet<string> _seen = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();

    /// <summary>Answers with what was kept, as JSON.</summary>
    public async Task ReceiveAsync(HttpContext context, CancellationToken stop)
    {
        List<ForeignAlert>? alerts;
        try
        {
            using var document = await JsonDocument.ParseAsync(
                context.Request.Body, new JsonDocumentOptions { MaxDepth = MostDepth }, context.RequestAborted).ConfigureAwait(false);
            alerts = Read(document.RootElement);
        }
        catch (JsonException)
        {
            alerts = null;
        }
        catch (BadHttpRequestException refused)
        {
            await OwnHttp.AnswerAsync(context, refused.StatusCode, "the body is too large\n").ConfigureAwait(false);
            return;
        }

        if (alerts is null)
        {
            await OwnHttp.AnswerAsync(context, StatusCodes.Status400BadRequest, "this is not Alertmanager's webhook form\n")
                .ConfigureAwait(false);
            return;
        }

        var kept = await KeepAsync(alerts, stop).ConfigureAwait(false);
        context.Response.ContentType = "application/json; charset=utf-8";
        await context.Response.Body.WriteAsync(Answer(kept), context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>The alerts of a body that hold; null where it has another form.</summary>
    internal static List<ForeignAlert>? Read(JsonElement body)
    {
        if (body.ValueKind != JsonValueKind.Object || !body.TryGetProperty("alerts", out var list)
            || list.ValueKind != JsonValueKind.Array) return null;
        var alerts = new List<ForeignAlert>();
        foreach (var one in list.EnumerateArray().Take(ServiceLimits.MostForeignAlerts))
        {
            if (one.Text("status") != "firing" || !one.TryGetProperty("labels", out var labels)
                || labels.ValueKind != JsonValueKind.Object) continue;
            var hasNotes = one.TryGetProperty("annotations", out var notes);
            alerts.Add(new ForeignAlert(
                Values(labels, ServiceLabels), Values(labels, InstanceLabels), labels.Text("alertname") ?? "alert",
                $"{one.Text("fingerprint") ?? labels.GetRawText()}/{one.Text("startsAt")}", hasNotes ? notes.Text("ring") : null));
        }

        return alerts;
    }

    private async Task<List<(FollowedProcess Process, string Alert, KeptRing? Ring)>> KeepAsync(
        List<ForeignAlert> alerts, CancellationToken stop)
    {
        var wanted = new Dictionary<string, (FollowedProcess Process, string Alert)>(StringComparer.Ordinal);
        foreach (var alert in alerts)
        {
            // Our own alert comes back: its ring is kept.
            if (alert.Ring?.StartsWith(ring, StringComparison.Ordinal) == true || !IsNew(alert.Id)) continue;
            foreach (var process in Matching(alert, watch.Processes))
            {
                if (wanted.Count < ServiceLimits.MostForeignRings) wanted.TryAdd(process.Key, (process, alert.Name));
            }
        }

        var keeping = wanted.Values.Select(async one =>
        {
            var name = RecordedText.Shorten(one.Alert, ServiceLimits.MostLabelChars);
            return (one.Process, one.Alert, await judge.KeepForOthersAsync(one.Process, $"alert {name}", stop).ConfigureAwait(false));
        });
        return [.. await Task.WhenAll(keeping).ConfigureAwait(false)];
    }

    /// <summary>The recorded processes that an alert's labels name.</summary>
    internal static IEnumerable<FollowedProcess> Matching(ForeignAlert alert, IEnumerable<FollowedProcess> processes)
    {
        var recorded = processes.Where(process => process.Facts.IsRecorded).ToList();
        var byService = recorded.Where(process => alert.Services.Any(value => IsService(process.Facts, value))).ToList();
        var byInstance = recorded.Where(process => alert.Instances.Any(value => IsInstance(process.Facts, value))).ToList();
        if (byService.Count == 0) return byInstance;
        // Both: the service on that instance, where one is there; a target's address often names neither.
        var both = byService.Intersect(byInstance).ToList();
        return both.Count > 0 ? both : byService;
    }

    private static bool IsService(RingProcess facts, string value) =>
        value == facts.Service || value == facts.Pod || (facts.Container is { } container && value.Length >= 12
            && (container.StartsWith(value, StringComparison.Ordinal) || value.EndsWith(container, StringComparison.Ordinal)));

    private static bool IsInstance(RingProcess facts, string value)
    {
        // A target of Prometheus has a port.
        var port = value.LastIndexOf(':');
        var host = port > 0 && value[(port + 1)..].All(char.IsAsciiDigit) ? value[..port] : value;
        return host.Length > 0 && (host == facts.Instance || host == facts.Host || host == facts.Pod);
    }

    private bool IsNew(string id)
    {
        lock (_lock)
        {
            if (_seen.Count >= ServiceLimits.MostForeignSeen) _seen.Clear();
            return _seen.Add(id);
        }
    }

    private static byte[] Answer(List<(FollowedProcess Process, string Alert, KeptRing? Ring)> kept)
    {
        using var output = new MemoryStream();
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartObject();
            json.WriteStartArray("kept");
            foreach (var (process, alert, ring) in kept.Where(one => one.Ring is not null))
            {
                json.WriteStartObject();
                json.WriteString("alert", RecordedText.Shorten(alert, ServiceLimits.MostLabelChars));
                json.WriteString("service", process.Facts.Service);
                json.WriteNumber("pid", process.Facts.Id);
                json.WriteString("ring", ring!.Folder);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteNumber("not_kept", kept.Count(one => one.Ring is null));
            json.WriteEndObject();
        }

        return output.ToArray();
    }

    private static List<string> Values(JsonElement labels, string[] names) =>
    [
        .. names.Select(name => labels.Text(name)).OfType<string>()
            .Where(value => value.Length is > 0 and <= ServiceLimits.MostLabelChars),
    ];
}

/// <summary>An alert of somebody else that holds.</summary>
/// <param name="Services">What its labels call the service.</param>
/// <param name="Instances">What they call the instance.</param>
/// <param name="Name">Its name.</param>
/// <param name="Id">The same in each repetition.</param>
/// <param name="Ring">Our own annotation; null where it is not our alert.</param>
internal sealed record ForeignAlert(IReadOnlyList<string> Services, IReadOnlyList<string> Instances, string Name, string Id, string? Ring);
