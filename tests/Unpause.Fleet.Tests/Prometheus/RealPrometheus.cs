using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>Debian's Prometheus, empty, which takes samples by remote write; Dispose ends it.</summary>
internal sealed class RealPrometheus : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-fleet-prometheus-").FullName;
    private readonly Process _process;
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(60) };

    /// <summary>Starts it.</summary>
    /// <param name="target">A host and port to scrape each second; null: none until <see cref="Scrape"/>.</param>
    public RealPrometheus(string? target = null)
    {
        var configuration = Path.Combine(_folder, "prometheus.yml");
        Scrape(target is null ? [] : [target]);
        var job = $"scrape_configs: [{{job_name: unpause, honor_labels: true, file_sd_configs: [{{files: [\"{Targets}\"]}}]}}]";
        File.WriteAllText(configuration, $"global: {{scrape_interval: 1s}}\n{job}\n");
        Address = new Uri($"http://127.0.0.1:{FreePort.Find()}");
        _process = Process.Start(new ProcessStartInfo("prometheus",
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={_folder}/data", $"--web.listen-address={Address.Authority}",
            "--web.enable-remote-write-receiver", "--enable-feature=native-histograms", "--log.level=warn",
        ]) { UseShellExecute = false, RedirectStandardError = true })!;
        _ = _process.StandardError.ReadToEndAsync();
        Await("Prometheus is ready", () => Get("-/ready") is not null);
    }

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

    private string Targets => Path.Combine(_folder, "targets.json");

    /// <summary>Scrapes these hosts and ports from now on.</summary>
    public void Scrape(params IEnumerable<string> targets)
    {
        var quoted = string.Join(',', targets.Select(target => $"\"{target}\""));
        File.WriteAllText(Targets + ".new", $"[{{\"targets\": [{quoted}]}}]");
        File.Move(Targets + ".new", Targets, overwrite: true);
    }

    /// <summary>Waits for a condition.</summary>
    public static void Await(string what, Func<bool> holds)
    {
        var clock = Stopwatch.StartNew();
        while (!holds())
        {
            Assert.True(clock.Elapsed < Patience, $"not in time: {what}");
            Thread.Sleep(100);
        }
    }

    /// <summary>Writes series (https://prometheus.io/docs/concepts/remote_write_spec/).</summary>
    public void Write(byte[] request)
    {
        using var content = new ByteArrayContent(Snappy(request));
        content.Headers.ContentType = new("application/x-protobuf");
        content.Headers.ContentEncoding.Add("snappy");
        using var answer = _client.PostAsync(new Uri(Address, "api/v1/write"), content).Result;
        Assert.True(answer.IsSuccessStatusCode, answer.Content.ReadAsStringAsync().Result);
    }

    /// <summary>The value of an expression; null where there is none.</summary>
    public double? Value(string query)
    {
        if (Get($"api/v1/query?query={Uri.EscapeDataString(query)}") is not { } answer) return null;
        using var document = JsonDocument.Parse(answer);
        var result = document.RootElement.GetProperty("data").GetProperty("result");
        return result.GetArrayLength() == 0
            ? null : double.Parse(result[0].GetProperty("value")[1].GetString()!, CultureInfo.InvariantCulture);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string? Get(string path)
    {
        try
        {
            using var answer = _client.GetAsync(new Uri(Address, path)).Result;
            return answer.IsSuccessStatusCode ? answer.Content.ReadAsStringAsync().Result : null;
        }
        catch (AggregateException e) when (e.InnerException is HttpRequestException)
        {
            // It is starting.
            return null;
        }
    }

    /// <summary>A block of snappy without compression: literals of at most 64 KB (format_description.txt of google/snappy).</summary>
    private static byte[] Snappy(byte[] bytes)
    {
        using var block = new MemoryStream();
        for (var length = (uint)bytes.Length; ; length >>= 7)
        {
            block.WriteByte((byte)(length < 0x80 ? length : length | 0x80));
            if (length < 0x80) break;
        }

        for (var start = 0; start < bytes.Length;)
        {
            var length = Math.Min(1 << 16, bytes.Length - start);
            block.Write([61 << 2, (byte)(length - 1), (byte)((length - 1) >> 8)]);
            block.Write(bytes, start, length);
            start += length;
        }

        return block.ToArray();
    }
}
