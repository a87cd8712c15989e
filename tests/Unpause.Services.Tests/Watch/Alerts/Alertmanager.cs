using System.Diagnostics;

namespace Unpause.Services.Tests.Watch.Alerts;

/// <summary>A real Alertmanager of Debian on loopback, with a folder of its own.</summary>
internal sealed class Alertmanager : IDisposable
{
    private const string Program = "/usr/bin/prometheus-alertmanager";

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-alertmanager-").FullName;
    private readonly Process _process;
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(5) };

    /// <summary>Starts it.</summary>
    /// <param name="webhook">Where it sends what it gets; null: nowhere.</param>
    public Alertmanager(int port, string? webhook = null)
    {
        Address = new Uri($"http://127.0.0.1:{port}");
        var receiver = webhook is null ? "" : $"\n    webhook_configs:\n      - url: '{webhook}'";
        File.WriteAllText(
            Path.Combine(_folder, "config.yml"),
            $"route:\n  receiver: r\n  group_wait: 0s\n  group_interval: 1s\nreceivers:\n  - name: r{receiver}\n");
        string[] arguments =
        [
            $"--config.file={_folder}/config.yml", $"--storage.path={_folder}/data", $"--web.listen-address={Address.Authority}",
            "--cluster.listen-address=",
        ];
        var start = new ProcessStartInfo(Program, arguments) { UseShellExecute = false, RedirectStandardError = true };
        _process = Process.Start(start)!;
        _process.ErrorDataReceived += (_, _) => { };
        _process.BeginErrorReadLine();
        for (var since = Stopwatch.GetTimestamp(); !IsReady(); Thread.Sleep(100))
            Assert.True(Stopwatch.GetElapsedTime(since) < TimeSpan.FromSeconds(20), "Alertmanager does not start");
    }

    /// <summary>Whether Debian's package is installed (./test installs it).</summary>
    public static bool IsThere => File.Exists(Program);

    public Uri Address { get; }

    /// <summary>The alerts that hold there.</summary>
    public IReadOnlyList<JsonElement> Alerts() =>
        [.. JsonDocument.Parse(_client.GetStringAsync(new Uri(Address, "/api/v2/alerts")).Result).RootElement.EnumerateArray()];

    /// <summary>Posts alerts as Prometheus does.</summary>
    public void Post(string json)
    {
        using var content = new StringContent(json, System.Text.Encoding.UTF8, "application/json");
        Assert.True(_client.PostAsync(new Uri(Address, "/api/v2/alerts"), content).Result.IsSuccessStatusCode);
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private bool IsReady()
    {
        try
        {
            return _client.GetAsync(new Uri(Address, "/-/ready")).Result.IsSuccessStatusCode;
        }
        catch (AggregateException)
        {
            return false;
        }
    }
}
