using System.Diagnostics;
using System.Globalization;

namespace WebApp;

/// <summary>
/// An open loop: sends requests at the planned times, independent of responses, and measures latency from these times. The
/// latency of a request that could not be sent in time includes its wait (no coordinated omission).
/// </summary>
internal sealed class Load : IDisposable
{
    private const int WarmUpRounds = 20;

    private readonly HttpClient _client;
    private readonly List<string> _rows = ["start_ms,duration_ms,name,pid"];
    private int _failed;

    public Load(Uri service) => _client = new HttpClient { BaseAddress = service, Timeout = TimeSpan.FromMinutes(2) };

    /// <summary>Failed requests.</summary>
    public int Failed => _failed;

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    /// <summary>Lets the service compile its code before anything is measured.</summary>
    public async Task WarmUpAsync()
    {
        for (var i = 0; i < WarmUpRounds; i++)
        {
            foreach (var kind in (string[])["tasks", "changes", "documents"]) await AskAsync(kind, i);
        }
    }

    /// <summary>Sends all requests, waits for the responses, and writes the times.</summary>
    /// <param name="plan">What and when.</param>
    /// <param name="path">A CSV file: planned wall time in milliseconds, duration until the last byte, request,
    /// process that served it.</param>
    public async Task RunAsync(LoadPlan plan, string path)
    {
        var (wall, origin) = (DateTime.UtcNow, Stopwatch.GetTimestamp());
        var pending = new List<Task>();
        foreach (var (at, kind, id) in plan.Requests())
        {
            // A timer may fire up to a millisecond early: no request is sent before its time.
            for (TimeSpan wait; (wait = at - Stopwatch.GetElapsedTime(origin)) > TimeSpan.Zero;)
            {
                await Task.Delay((int)wait.TotalMilliseconds + 1);
            }

            pending.Add(MeasureAsync(wall + at, origin, at, kind, id));
        }

        await Task.WhenAll(pending);
        await File.WriteAllLinesAsync(path, _rows);
    }

    private async Task MeasureAsync(DateTime wall, long origin, TimeSpan at, string kind, int id)
    {
        try
        {
            var pid = await AskAsync(kind, id);
            var took = Stopwatch.GetElapsedTime(origin) - at;
            var row = string.Create(
                CultureInfo.InvariantCulture,
                $"{(wall - DateTime.UnixEpoch).TotalMilliseconds:F3},{took.TotalMilliseconds:F3},/{kind}/{{id}},{pid}");
            lock (_rows) _rows.Add(row);
        }
        catch (Exception e) when (e is HttpRequestException or TaskCanceledException)
        {
            Interlocked.Increment(ref _failed);
        }
    }

    private async Task<string> AskAsync(string kind, int id)
    {
        using var response = await _client.GetAsync(new Uri($"/{kind}/{id}", UriKind.Relative), HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        await response.Content.CopyToAsync(Stream.Null);
        return response.Headers.GetValues(Service.ProcessIdHeader).First();
    }
}
