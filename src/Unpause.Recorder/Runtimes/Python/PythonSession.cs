using Unpause.Recorder.Probes;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Records a running CPython process.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonSession
{
    /// <summary>Records a process that has no hard obstacle.</summary>
    /// <exception cref="ObstacleException">It can no longer be recorded.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        var code = PythonCode.Find(process) ?? throw new ObstacleException($"process {process.Id} no longer runs CPython");
        var before = PythonRemote.EndLeftOver(process);
        var (found, places, obstacle) = PythonLive.WayOf(process, code);
        if (found is not { } way) throw new ObstacleException(obstacle!);
        var folder = LiveFolder.ForUs(options.Folder);
        try
        {
            var name = string.Create(
                CultureInfo.InvariantCulture, $"python-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}{PythonRing.Extension}");
            var path = folder.MakeFile(name);
            using var recorded = way switch
            {
                PythonWay.Agent => Copy(process, path, options),
                PythonWay.Remote => CopyOfRemote(process, path, options),
                _ => Watch(process, code, places!, description, path, options.Looks),
            };
            options.Started?.Invoke($"its collections{(recorded.HasRequests ? " and requests" : "")}, by {PythonLive.Name(way)}");
            var started = Stopwatch.GetTimestamp();
            var end = LiveWait.For(process, options, stop, () =>
            {
                recorded.Look();
                return recorded.Replaced ? LiveEnd.Seen : null;
            });
            var length = Stopwatch.GetElapsedTime(started);
            recorded.Finish();
            var input = new RecordingInput(
                options.Folder is { } kept ? Path.Combine(kept, name) : $"process {process.Id}", () => LiveFiles.Open([path]));
            return new LiveResult(folder)
            {
                Inputs = [input],
                End = end,
                Seen = recorded.Replaced ? $"process {process.Id} executed another program, which is not recorded" : null,
                Duration = length,
                Process = description,
                NotRecorded = [.. ((string?[])[before, recorded.Problem, recorded.Left]).OfType<string>()],
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    private static PythonRecording CopyOfRemote(ProcessView process, string path, LiveOptions options)
    {
        var remote = PythonRemote.Begin(process);
        try
        {
            return Copy(process, path, options, remote);
        }
        catch
        {
            remote.Dispose();
            throw;
        }
    }

    private static PythonRecording Copy(ProcessView process, string path, LiveOptions options, PythonRemote? remote = null)
    {
        // In another time namespace its clock can't be compared with unpause's.
        var before = process.SharesOurTime == false ? TimeSpan.Zero : options.Before;
        var theirs = PythonRing.Open(process) ?? throw Ended(process);
        var copy = PythonRingCopy.Begin(theirs, path, before);
        if (copy is not null) return new PythonRecording(copy, remote);
        theirs.Dispose();
        throw Ended(process);
    }

    private static PythonRecording Watch(
        ProcessView process, PythonCode code, PythonGcPlaces places, LiveProcess description, string path, SharedLooks? looks)
    {
        using var file = code.Open(process) ?? throw Ended(process);
        var header = AgentHeader.OfOutside(process.OwnId, code.FreeThreaded, Stopwatch.GetTimestamp());
        AgentHeader.SetFacts(header, Facts(code, places, description));
        var writer = new PythonRingWriter(path, header, ownAnchors: true);
        try
        {
            return new PythonRecording(PythonProcessWatch.Begin(process.Id, file, places, writer, looks), writer);
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    private static IEnumerable<KeyValuePair<string, string>> Facts(PythonCode code, PythonGcPlaces places, LiveProcess description)
    {
        yield return new(AgentHeader.VersionFact, places.Version ?? code.Version.ToString());
        yield return new(AgentHeader.AgentFact, places.AreMarked ? "usdt" : "uprobe");
        foreach (var word in description.Command) yield return new(AgentHeader.ArgumentFact, word);
    }

    private static ObstacleException Ended(ProcessView process) => new($"process {process.Id} has ended, or its agent has stopped");
}

/// <summary>A running recording of a CPython process, by the agent or by probes.</summary>
[SupportedOSPlatform("linux")]
internal sealed class PythonRecording : IDisposable
{
    private readonly PythonRingCopy? _copy;
    private readonly PythonProcessWatch? _watch;
    private readonly PythonRingWriter? _writer;
    private readonly PythonRemote? _remote;

    /// <summary>A recording of the agent's file.</summary>
    /// <param name="copy">Copies the file.</param>
    /// <param name="remote">The agent, if it was loaded for this recording.</param>
    public PythonRecording(PythonRingCopy copy, PythonRemote? remote) => (_copy, _remote) = (copy, remote);

    /// <summary>A recording by probes.</summary>
    public PythonRecording(PythonProcessWatch watch, PythonRingWriter writer) => (_watch, _writer) = (watch, writer);

    /// <summary>Whether the process has executed another program.</summary>
    public bool Replaced => _watch is { Replaced: true };

    /// <summary>Whether the program's middleware has recorded requests.</summary>
    public bool HasRequests => _copy is { HasRequests: true };

    /// <summary>One sentence about a failure, or null.</summary>
    public string? Problem => _copy?.Problem ?? _writer?.Problem;

    /// <summary>What remains in the process, and until when; null when nothing does.</summary>
    public string? Left => _remote?.Left;

    /// <summary>Copies new records; for probes a thread does that.</summary>
    public void Look() => _copy?.Take();

    /// <summary>Copies the rest.</summary>
    public void Finish()
    {
        _copy?.Finish();
        _watch?.Finish();
        _remote?.End();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _copy?.Dispose();
        _watch?.Dispose();
        _writer?.Dispose();
        _remote?.Dispose();
    }
}
