using System.Text;
using Unpause.Recorder.Live;
using Unpause.Recorder.Runtimes.Python;
using Unpause.Recordings.Words;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>CPython programs that load unpause's agent (sys.remote_exec), compared with their own callbacks.</summary>
[Trait("Tier", "live")]
public sealed class PythonRemoteTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RemoteExecutionFact]
    public void PythonRemote_AgentLoaded_RecordsEveryCollection()
    {
        using var program = new RunningPython([WithoutMarks()]);
        var recording = program.Record(out var result);
        using (result) Assert.Empty(result.NotRecorded);
        Assert.Contains("sys.remote_exec", program.Said, StringComparison.Ordinal);
        PythonProcessWatchTests.IsWhatItSaw(program, recording);
        Assert.Contains(recording.Collections, collection => collection.Cause == Causes.Allocation);
        Assert.NotEmpty(recording.Source.Settings[PythonSettings.Thresholds]);
        IsTakenOut(program.Id);
    }

    [RemoteExecutionFact]
    public void PythonRemote_ProcessEnds_LeavesNothing()
    {
        using var program = new RunningPython([WithoutMarks()], rounds: 100);
        var recording = program.Record(out var result, ends: LiveEnd.ProcessEnded);
        using (result) Assert.Empty(result.NotRecorded);
        Assert.InRange(recording.Collections.Count - program.Seen.Count, 0, 8);
    }

    [RemoteExecutionFact]
    public void PythonRemote_RemoteDebuggingDisabled_IsRefused()
    {
        using var program = new RunningPython([WithoutMarks(), "-X", "disable-remote-debug"]);
        var refused = Assert.Throws<ObstacleException>(() => program.Record(out _));
        Assert.Contains("remote debugging is disabled", refused.Message, StringComparison.Ordinal);
        Assert.Contains("unpause run -- CMD", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>The file stays mapped, but is removed.</summary>
    private static void IsTakenOut(int process)
    {
        var mapped = File.ReadAllLines($"/proc/{process}/maps")
            .Where(line => line.Contains(PythonRing.Extension, StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(mapped);
        Assert.All(mapped, line => Assert.EndsWith("(deleted)", line, StringComparison.Ordinal));
        var path = mapped[0][mapped[0].IndexOf('/', StringComparison.Ordinal)..].Replace(" (deleted)", "", StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.GetDirectoryName(path)));
    }

    /// <summary>Root would add probes to a build with USDT markers.</summary>
    private string WithoutMarks()
    {
        var interpreter = RemoteExecutionFactAttribute.Interpreter!;
        var bytes = File.ReadAllBytes(interpreter);
        foreach (var mark in (string[])["gc__start", "gc__done"])
        {
            var name = Encoding.ASCII.GetBytes(mark);
            for (var at = 0; bytes.AsSpan(at).IndexOf(name) is >= 0 and var next; at += next + 1) bytes[at + next] = (byte)'x';
        }

        var copy = Path.Combine(_folder, Path.GetFileName(interpreter));
        File.WriteAllBytes(copy, bytes);
        File.SetUnixFileMode(copy, Files.RunFolder.ReadableByAll);
        return copy;
    }
}
