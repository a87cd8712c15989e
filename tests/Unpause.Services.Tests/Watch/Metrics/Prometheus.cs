using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Unpause.Services.Tests.Watch.Metrics;

/// <summary>A real Prometheus that scrapes the watcher each second, with the rules of <c>packaging/watch</c>; Dispose ends it.</summary>
internal sealed class Prometheus : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-prometheus-").FullName;
    private readonly Process _process;
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(20) };

    /// <summary>Starts it.</summary>
    /// <param name="target">The watcher's host and port.</param>
    /// <param name="native">Whether it asks for native histograms, which is by protobuf; else it asks for OpenMetrics.</param>
    public Prometheus(string target, bool native)
    {
        var configuration = Path.Combine(_folder, "prometheus.yml");
        File.WriteAllText(configuration,
            $"""
            global: {"{"}scrape_interval: 1s, evaluation_interval: 1s{"}"}
            rule_files: ["{RepositoryFolder.File("packaging", "watch", "prometheus-rules.yml")}"]
            scrape_configs:
              - job_name: unpause
                honor_labels: true
                static_configs: [{"{"}targets: ["{target}"]{"}"}]
            """);
        Address = new Uri($"http://127.0.0.1:{FreePort.Find()}");
        List<string> arguments =
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={_folder}/data",
            $"--web.listen-address={Address.Authority}", "--log.level=warn",
        ];
        arguments.Add(native ? "--enable-feature=exemplar-storage,native-histograms" : "--enable-feature=exemplar-storage");
        _process = Process.Start(new ProcessStartInfo("prometheus", arguments) { UseShellExecute = false, RedirectStandardError = true })!;
        _ = _process.StandardError.ReadToEndAsync();
    }

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

    /// <summary>The sum over the series of an expression now; null where there is none, or it is not ready.</summary>
    public double? Sum(string expression)
    {
        var answer = Ask($"api/v1/query?query={Uri.EscapeDataString(expression)}");
        if (answer is not { } data) return null;
        var values = data.GetProperty("result").EnumerateArray()
            .Select(one => double.Parse(one.GetProperty("value")[1].GetString()!, CultureInfo.InvariantCulture)).ToList();
        return values.Count == 0 ? null : values.Sum();
    }

    /// <summary>The exemplars of a metric of the last ten minutes.</summary>
    public List<(string Trace, string Span, double Value)> Exemplars(string metric)
    {
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        return Ask($"api/v1/query_exemplars?query={metric}&start={now - 600}&end={now + 60}") is not { } data ? [] :
        [
            .. data.EnumerateArray().SelectMany(series => series.GetProperty("exemplars").EnumerateArray()).Select(one => (
                one.GetProperty("labels").GetProperty("trace_id").GetString()!,
                one.GetProperty("labels").GetProperty("span_id").GetString()!,
                double.Parse(one.GetProperty("value").GetString()!, CultureInfo.InvariantCulture))),
        ];
    }

    /// <summary>The error of an expression; empty where there is none.</summary>
    public string ErrorOf(string expression)
    {
        using var answer = _client.GetAsync(new Uri(Address, $"api/v1/query?query={Uri.EscapeDataString(expression)}")).Result;
        return answer.IsSuccessStatusCode ? "" : answer.Content.ReadAsStringAsync().Result;
    }

    /// <summary>The error of the last scrape; null before the first.</summary>
    public string? ScrapeError()
    {
        if (Ask("api/v1/targets") is not { } data) return null;
        var target = data.GetProperty("activeTargets")[0];
        return target.GetProperty("health").GetString() == "unknown" ? null : target.GetProperty("lastError").GetString();
    }

    /// <summary>Names of its rules that failed.</summary>
    public IReadOnlyList<string> FailedRules() => [.. Ask("api/v1/rules")!.Value.GetProperty("groups").EnumerateArray()
        .SelectMany(group => group.GetProperty("rules").EnumerateArray())
        .Where(rule => rule.GetProperty("health").GetString() == "err")
        .Select(rule => $"{rule.GetProperty("name").GetString()}: {rule.GetProperty("lastError").GetString()}")];

    /// <summary>Names of the alerts that fire.</summary>
    public IReadOnlyList<string> Firing() => [.. Ask("api/v1/alerts")!.Value.GetProperty("alerts").EnumerateArray()
        .Where(alert => alert.GetProperty("state").GetString() == "firing")
        .Select(alert => alert.GetProperty("labels").GetProperty("alertname").GetString()!)];

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private JsonElement? Ask(string path)
    {
        try
        {
            using var answer = _client.GetAsync(new Uri(Address, path)).Result;
            return answer.IsSuccessStatusCode
                ? JsonDocument.Parse(answer.Content.ReadAsStringAsync().Result).RootElement.GetProperty("data") : null;
        }
        catch (AggregateException e) when (e.InnerException is HttpRequestException)
        {
            // It is starting.
            return null;
        }
    }
}
