using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>Live .NET processes: their description, obstacles and recording.</summary>
[SupportedOSPlatform("linux")]
internal static class DotNetLive
{
    /// <summary>Describes a .NET process without sending it anything; null for other processes.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (DotNetProcess.Find(process) is not { } dotnet) return null;
        return new LiveProcess(process.Id, UserName.Resolve(process.UserId), RuntimeIds.DotNet)
        {
            Version = dotnet.Version,
            Collector = $"{(dotnet.IsServer ? DotNetCollectors.Server : DotNetCollectors.Workstation)}"
                + $"{(dotnet.IsNotConcurrent ? ", not concurrent" : "")}",
            HeapLimitBytes = dotnet.HeapLimitBytes,
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = [.. Obstacles(dotnet)],
        };
    }

    /// <summary>Records a process through its diagnostics port.</summary>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        var folder = LiveFolder.ForUs(options.Folder);
        try
        {
            var notes = new List<string>();
            var (name, file, end, duration, seen) = options.Ring is { } ring
                ? DotNetRing.Record(process, folder, ring, options, stop, notes)
                : RecordOnce(process, folder, options, stop, notes);
            List<RecordingInput> inputs = [Input(process, options, name, file)];
            if (options.Retainers && Retainers(process, folder, options, notes) is { } retainers) inputs.Add(retainers);
            return new LiveResult(folder)
            {
                Inputs = inputs,
                End = end,
                Seen = seen,
                Duration = duration,
                Process = description,
                NotRecorded = notes,
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    private static RecordingInput Input(ProcessView process, LiveOptions options, string name, string file) =>
        RecordingInput.File(file) with { Name = options.Folder is null ? $"process {process.Id}" : Path.Combine(options.Folder, name) };

    /// <summary>Taken after the recording has ended, so that the recording does not contain the collection it triggers.</summary>
    private static RecordingInput? Retainers(ProcessView process, LiveFolder folder, LiveOptions options, List<string> notes)
    {
        if (!process.IsAlive())
        {
            notes.Add("what retains objects is not known: the process ended before it could list them");
            return null;
        }

        var name = HeapFileName(process);
        try
        {
            if (DotNetHeapDump.Take(process, folder, name, out var file) is { } problem) notes.Add(problem);
            return Input(process, options, name, file);
        }
        catch (ObstacleException e)
        {
            notes.Add($"what retains objects is not known: {e.Message}");
            return null;
        }
    }

    /// <summary>A new name for a list of objects.</summary>
    internal static string HeapFileName(ProcessView process) =>
        $"dotnet-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}-heap.nettrace";

    private static (string Name, string File, LiveEnd End, TimeSpan Duration, string? Seen) RecordOnce(
        ProcessView process, LiveFolder folder, LiveOptions options, CancellationToken stop, List<string> notes)
    {
        using var session = DotNetSession.Start(process, folder, FileName(process), options);
        options.Started?.Invoke(What(options) + Until(options));
        var end = LiveWait.For(
            process, options, stop, () => session.HasEnded ? LiveEnd.ProcessEnded : session.SeenIsOver ? LiveEnd.Seen : null);
        var duration = session.Elapsed;
        if (options.Dropped?.Invoke() == true) return (session.Name, session.File, end, duration, null);
        if (session.WatchProblem is { } unwatched) notes.Add(unwatched);
        if (session.Finish() is { } problem) notes.Add(problem);
        return (session.Name, session.File, process.IsAlive() ? end : LiveEnd.ProcessEnded, duration, session.Seen);
    }

    /// <summary>The condition that ends a recording, for the message at its start; empty without one.</summary>
    internal static string Until(LiveOptions options) => options.When is { } condition ? $", until {condition}" : "";

    private static string What(LiveOptions options) => options switch
    {
        { Retainers: true } => What(options with { Retainers = false }) + $", and at the end what retains its objects: {LiveHeapDump.Cost}",
        { Gen2Deaths: true } => "objects that die in gen2 and their allocation sites (this slows the process down while it records)",
        { Allocations: true } => "collections, pauses and sampled allocations",
        _ => "collections and pauses",
    };

    /// <summary>A new name; the number distinguishes the parts of a ring.</summary>
    internal static string FileName(ProcessView process, int number = 0) =>
        $"dotnet-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}{(number == 0 ? "" : $"-{number}")}.nettrace";

    private static IEnumerable<Obstacle> Obstacles(DotNetProcess dotnet)
    {
        var process = dotnet.Process;
        if (ProcessAccess.Obstacle(process) is { } access)
        {
            yield return access;
            yield break;
        }

        if (process.IsStopped)
        {
            yield return new Obstacle($"process {process.Id} is stopped", $"continue it with kill -CONT {process.Id}, then try again");
        }

        if (dotnet.Socket is not null) yield break;
        foreach (var name in (string[])["EnableDiagnostics", "EnableDiagnostics_IPC"])
        {
            if (dotnet.Setting(name) != "0") continue;
            yield return new Obstacle(
                $"the process was started with DOTNET_{name}=0", "start it without that variable, or with: unpause run -- CMD…");
            yield break;
        }

        yield return new Obstacle(
            $"the process has no diagnostics socket dotnet-diagnostic-{process.OwnId}-* in its {process.Variable("TMPDIR") ?? "/tmp"}",
            "it may have only just started, or be older than .NET Core 3.0, or the socket was deleted; restart it "
            + "with: unpause run -- CMD…");
    }
}
