using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Secrets;

namespace Unpause.Recorder.Pprof;

/// <summary>
/// Records a Go program through its own endpoints: an execution trace for the duration, profiles of allocations and goroutines before and
/// after it, and of the heap. The program does only what its endpoints do for every client.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class PprofRecorder : IDisposable
{
    private const long MostOfProfile = 64L << 20, MostOfTrace = 2L << 30, MostOfCommand = 64L << 10;

    private readonly PprofOptions _options;
    private readonly LiveFolder _folder;
    private readonly PprofClient _client;
    private readonly string _name;
    private readonly List<RecordingInput> _inputs = [];
    private readonly List<string> _missing = [];

    private PprofRecorder(PprofOptions options)
    {
        _options = options;
        _folder = LiveFolder.ForUs(options.Folder);
        _client = new PprofClient(options.Address);
        _name = string.Create(CultureInfo.InvariantCulture, $"go-{options.Address.FileName}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}");
    }

    /// <summary>Records until the duration elapses or the token is cancelled.</summary>
    /// <param name="stop">Ends it early; the result is valid.</param>
    /// <exception cref="ObstacleException">The server returns no profile, or the recording can't be written.</exception>
    public static PprofResult Record(PprofOptions options, CancellationToken stop)
    {
        using var recorder = new PprofRecorder(options);
        try
        {
            return recorder.Record(stop).GetAwaiter().GetResult();
        }
        catch
        {
            recorder._folder.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task<PprofResult> Record(CancellationToken stop)
    {
        // The first request shows whether the endpoints exist.
        await Take("allocs", "allocs-before.pb.gz", MostOfProfile).ConfigureAwait(false);
        await TakeOrNotify("goroutine", "goroutine-before.pb.gz").ConfigureAwait(false);
        var command = await Command().ConfigureAwait(false);
        _options.Started?.Invoke();
        await Trace(stop).ConfigureAwait(false);
        await TakeOrNotify("allocs", "allocs-after.pb.gz").ConfigureAwait(false);
        await TakeOrNotify("goroutine", "goroutine-after.pb.gz").ConfigureAwait(false);
        await TakeOrNotify("heap", "heap.pb.gz").ConfigureAwait(false);
        return new PprofResult(_folder) { Inputs = _inputs, Command = command, NotRecorded = _missing };
    }

    /// <summary>The trace ends by itself. Without a trace, this waits for the time between the profiles.</summary>
    private async Task Trace(CancellationToken stop)
    {
        var begun = Stopwatch.GetTimestamp();
        var seconds = _options.Duration.TotalSeconds.ToString("0.###", CultureInfo.InvariantCulture);
        try
        {
            await Take($"trace?seconds={seconds}", "trace.out", MostOfTrace, _options.Duration, stop).ConfigureAwait(false);
        }
        catch (ObstacleException obstacle)
        {
            _missing.Add($"execution trace: {obstacle.Message}");
        }

        var left = _options.Duration - Stopwatch.GetElapsedTime(begun);
        if (left > TimeSpan.Zero) await Task.Delay(left, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task TakeOrNotify(string what, string name)
    {
        try
        {
            await Take(what, name, MostOfProfile).ConfigureAwait(false);
        }
        catch (ObstacleException obstacle)
        {
            _missing.Add($"{name}: {obstacle.Message}");
        }
    }

    private async Task Take(string what, string name, long most, TimeSpan length = default, CancellationToken stop = default)
    {
        var file = $"{_name}-{name}";
        var path = _folder.MakeFile(file);
        long taken;
        await using (var target = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0))
        {
            try
            {
                await _client.Take(what, target, most, length, stop).ConfigureAwait(false);
            }
            catch (ObstacleException)
            {
                if (target.Position == 0) _folder.RemoveFile(file);
                throw;
            }
            finally
            {
                taken = target.Position;
            }
        }

        if (taken == 0) _folder.RemoveFile(file);
        else
            _inputs.Add(new RecordingInput(
                _options.Folder is { } kept ? Path.Combine(kept, file) : $"{_options.Address.Name} {name}", () => LiveFiles.Open([path])));
    }

    /// <summary>The program's arguments, separated by zeros in the response; null when not available.</summary>
    private async Task<string?> Command()
    {
        using var text = new MemoryStream();
        try
        {
            await _client.Take("cmdline", text, MostOfCommand, TimeSpan.Zero, CancellationToken.None).ConfigureAwait(false);
        }
        catch (ObstacleException)
        {
            return null;
        }

        string[] arguments = [.. Encoding.UTF8.GetString(text.GetBuffer(), 0, (int)text.Length).Split('\0').Where(word => word.Length > 0)];
        return arguments.Length == 0 ? null : CommandText.Join(_options.ArgumentsShown ? arguments : Redaction.Arguments(arguments));
    }
}

/// <summary>What <see cref="PprofRecorder"/> records.</summary>
/// <param name="Folder">Where to keep it; null: a temporary folder.</param>
public sealed record PprofOptions(PprofAddress Address, TimeSpan Duration, string? Folder = null)
{
    /// <summary>Whether the program's arguments are shown without redacting possible secrets.</summary>
    public bool ArgumentsShown { get; init; }

    /// <summary>Called once when recording has started.</summary>
    public Action? Started { get; init; }
}

/// <summary>Profiles from net/http/pprof, to be read and then disposed.</summary>
public sealed class PprofResult : IDisposable
{
    private readonly IDisposable _folder;

    internal PprofResult(IDisposable folder) => _folder = folder;

    /// <summary>Profiles and the execution trace, all of one process.</summary>
    public required IReadOnlyList<RecordingInput> Inputs { get; init; }

    /// <summary>The program's command line as one text; null when unknown.</summary>
    public string? Command { get; init; }

    /// <summary>What is missing and why, one sentence each.</summary>
    public required IReadOnlyList<string> NotRecorded { get; init; }

    /// <summary>Removes the temporary files.</summary>
    public void Dispose() => _folder.Dispose();
}
