using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Unpause.Fleet.Stores.ClickHouse;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>Debian's ClickHouse with a copy of its configuration, in a folder and on ports of its own. It ends with the tests.</summary>
public sealed class ClickHouseServer : IAsyncLifetime
{
    private const string Installed = "/etc/clickhouse-server";

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-clickhouse-").FullName;
    private Process? _process;
    private int _databases;

    /// <summary>The port for HTTP.</summary>
    public int Port { get; } = FreePort.Find();

    /// <summary>Why it is not there; null when it is.</summary>
    public static string? LeftOut => File.Exists($"{Installed}/config.xml") ? null : "clickhouse-server is not installed";

    /// <summary>An address with a database of its own.</summary>
    internal ClickHouseAddress NewDatabase(int? port = null) =>
        ClickHouseAddress.Parse($"clickhouse://127.0.0.1:{port ?? Port}/test{Interlocked.Increment(ref _databases)}", null);

    /// <inheritdoc/>
    public async ValueTask InitializeAsync()
    {
        if (LeftOut is not null) return;
        foreach (var name in new[] { "data", "log" }) Directory.CreateDirectory(Path.Combine(_folder, name));
        var config = (await File.ReadAllTextAsync($"{Installed}/config.xml"))
            .Replace("/var/lib/clickhouse/", $"{_folder}/data/", StringComparison.Ordinal)
            .Replace("/var/log/clickhouse-server/", $"{_folder}/log/", StringComparison.Ordinal)
            .Replace("<http_port>8123<", $"<http_port>{Port}<", StringComparison.Ordinal)
            .Replace("<tcp_port>9000<", $"<tcp_port>{FreePort.Find()}<", StringComparison.Ordinal)
            .Replace("<interserver_http_port>9009<", $"<interserver_http_port>{FreePort.Find()}<", StringComparison.Ordinal)
            .Replace("<mark_cache_size>5368709120<", "<mark_cache_size>67108864<", StringComparison.Ordinal)
            .Replace("<uncompressed_cache_size>8589934592<", "<uncompressed_cache_size>0<", StringComparison.Ordinal);
        await File.WriteAllTextAsync($"{_folder}/config.xml", config);
        var users = (await File.ReadAllTextAsync($"{Installed}/users.xml"))
            .Replace("<max_memory_usage>10000000000<", "<max_memory_usage>2000000000<", StringComparison.Ordinal);
        await File.WriteAllTextAsync($"{_folder}/users.xml", users);
        _process = Process.Start(new ProcessStartInfo("clickhouse-server", [$"--config-file={_folder}/config.xml"])
        {
            RedirectStandardError = true,
            UseShellExecute = false, RedirectStandardOutput = true,
        })!;
        _process.OutputDataReceived += (_, _) => { };
        _process.ErrorDataReceived += (_, _) => { };
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        using var client = new HttpClient();
        for (var until = DateTime.UtcNow.AddSeconds(60); ;)
        {
            try
            {
                await client.GetStringAsync(new Uri($"http://127.0.0.1:{Port}/ping"));
                return;
            }
            catch (HttpRequestException) when (DateTime.UtcNow < until && !_process.HasExited)
            {
                await Task.Delay(100);
            }
        }
    }

    /// <summary>Runs statements that the product does not need.</summary>
    internal async Task<string> AskAsync(ClickHouseAddress address, string query)
    {
        using var client = new HttpClient();
        using var response = await client.PostAsync(
            new Uri($"http://127.0.0.1:{Port}/?database={address.Database}"), new StringContent(query));
        var text = await response.Content.ReadAsStringAsync();
        return response.IsSuccessStatusCode ? text.Trim() : throw new InvalidOperationException(text);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
        {
            _process.Kill();
            await _process.WaitForExitAsync();
            _process.Dispose();
        }

        Directory.Delete(_folder, recursive: true);
    }
}

/// <summary>Tests that share one server.</summary>
[CollectionDefinition(Name)]
public sealed class ClickHouseServerTests : ICollectionFixture<ClickHouseServer>
{
    /// <summary>The collection.</summary>
    public const string Name = "clickhouse";
}
