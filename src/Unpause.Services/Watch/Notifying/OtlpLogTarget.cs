using Unpause.Recordings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Notifying;

/// <summary>
/// Alerts as log records of the watched service, by OTLP/HTTP. The numbers of fields are those of
/// https://github.com/open-telemetry/opentelemetry-proto/blob/v1.7.0/opentelemetry/proto/logs/v1/logs.proto.
/// </summary>
/// <param name="endpoint">The base address of an OTLP/HTTP endpoint.</param>
internal sealed class OtlpLogTarget(string endpoint) : IAlertTarget
{
    private const string EventName = "unpause.alert";
    private const ulong Info = 9, Warning = 13, Error = 17;

    private readonly HttpDelivery _http = new(OtlpClient.AddressOf(endpoint, OtlpClient.LogSignal), OtlpClient.MediaType);

    /// <inheritdoc/>
    public string Name { get; } = $"OTLP {HttpDelivery.Place(new Uri(endpoint))}";

    /// <inheritdoc/>
    public TimeSpan MostAge { get; } = TimeSpan.FromMinutes(15);

    /// <inheritdoc/>
    public TimeSpan? RepeatEvery => null;

    /// <inheritdoc/>
    public async Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
    {
        var news = notices.Where(notice => !notice.IsKnown).ToList();
        if (news.Count > 0) await _http.PostAsync(Message(news, UnixTime.NowNanoseconds), stop).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    /// <summary>An <c>ExportLogsServiceRequest</c>.</summary>
    /// <param name="now">Wall time in nanoseconds since 1970.</param>
    internal static byte[] Message(IEnumerable<AlertNotice> notices, long now)
    {
        var request = new WireMessage();
        foreach (var process in notices.GroupBy(notice => notice.Alert.Process.Key))
        {
            var resource = OtlpResource.Of(process.First().Alert.Process);
            request.Nested(1, OtlpResource.With(resource, process.Select(notice => Record(notice, now))));
        }

        return request.Bytes.ToArray();
    }

    private static WireMessage Record(AlertNotice notice, long now)
    {
        var alert = notice.Alert;
        var record = new WireMessage();
        record.Fixed(1, (ulong)UnixTime.Nanoseconds(alert.EndedAt ?? alert.Since));
        var severity = alert.Condition.Severity switch { "critical" => Error, "info" => Info, _ => Warning };
        record.Number(2, alert.EndedAt is null ? severity : Info);
        record.Text(3, alert.EndedAt is null ? alert.Condition.Severity : "resolved");
        var body = new WireMessage();
        body.Text(1, AlertText.Line(alert, notice.LeftOut));
        record.Nested(5, body);
        foreach (var (name, text) in AlertmanagerTarget.Labels(alert)) record.Nested(6, OtlpResource.Attribute(name, text));
        foreach (var (name, text) in AlertmanagerTarget.Annotations(alert, notice.LeftOut))
            record.Nested(6, OtlpResource.Attribute(name, text));
        if (alert.Kept?.Verdict?.SlowestTrace is { } trace) record.TraceId(9, trace);
        record.Fixed(11, (ulong)now);
        record.Text(12, EventName);
        return record;
    }
}
