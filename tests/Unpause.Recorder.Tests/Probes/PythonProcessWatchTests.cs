using Unpause.Recorder.Live;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Running CPython programs, compared with their own callbacks.</summary>
[Trait("Tier", "live")]
public sealed class PythonProcessWatchTests : IDisposable
{
    private const string Debian = "/usr/bin/python3";
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RootFact]
    public void PythonProcessWatch_UsdtMarkers_RecordsEveryCollection()
    {
        using var program = new RunningPython([Debian]);
        var recording = program.Record(out var result);
        using (result)
        {
            Assert.Contains("USDT", program.Said, StringComparison.Ordinal);
            Assert.Empty(result.NotRecorded);
        }

        IsWhatItSaw(program, recording);
        Assert.StartsWith("3.11.", recording.Source.RuntimeVersion, StringComparison.Ordinal);
        Assert.All(recording.Collections, collection => Assert.Null(collection.Cause));
        Assert.All(recording.Collections, collection => Assert.Null(collection.AllocatedObjects));
        Assert.All(recording.Collections, collection => Assert.Null(collection.UncollectableObjects));
    }

    /// <summary>Builds of pyenv and self-made ones have no USDT markers, but a symbol table.</summary>
    [InterpreterFact("3.10", "3.11", "3.12")]
    public void PythonProcessWatch_Function_RecordsEveryCollection()
    {
        foreach (var interpreter in InterpreterFactAttribute.Of("3.10", "3.11", "3.12"))
        {
            using var program = new RunningPython([interpreter], rounds: 150);
            var recording = program.Record(out var result);
            result.Dispose();
            Assert.Contains("gc_collect_main", program.Said, StringComparison.Ordinal);
            IsWhatItSaw(program, recording);
        }
    }

    [RootFact]
    public void Record_ProcessEnds_KeepsEverythingUpToItsEnd()
    {
        using var program = new RunningPython([Debian], rounds: 100);
        var recording = program.Record(out var result, ends: LiveEnd.ProcessEnded);
        result.Dispose();
        // During shutdown it collects some more times.
        Assert.InRange(recording.Collections.Count - program.Seen.Count, 0, 8);
    }

    [RootFact]
    public void Record_ProcessExecutesAnotherProgram_EndsTheRecording()
    {
        using var program = new RunningPython([Debian], rounds: 100, null, "exec");
        var recording = program.Record(out var result, ends: LiveEnd.Seen);
        Assert.Contains("executed another program", result.Seen, StringComparison.Ordinal);
        result.Dispose();
        IsWhatItSaw(program, recording);
    }

    [RootFact]
    public void PythonProcessWatch_OtherProcessWithTheSameFile_IsNotCounted()
    {
        using var other = new RunningPython([Debian]);
        using var program = new RunningPython([Debian], rounds: 100);
        other.Continue();
        var recording = program.Record(out var result);
        result.Dispose();
        IsWhatItSaw(program, recording);
        Assert.NotEqual("", other.Answer());
    }

    [RootFact]
    public void PythonProcessWatch_AnotherUserInOwnRoot_IsRecorded()
    {
        foreach (var folder in new[] { "bin", "lib", "lib64", "usr", "programs" }) Directory.CreateDirectory(Path.Combine(_folder, folder));
        File.SetUnixFileMode(_folder, Files.RunFolder.ReadableByAll);
        var mounts = $"cd {_folder}; for one in usr lib lib64; do mount --bind /$one $one; done; "
            + $"mount --bind {Path.GetDirectoryName(Recorder.ProgramFile("counts.py"))} programs; ";
        using var program = new RunningPython(
            ["unshare", "--mount", "sh", "-c", mounts + "exec chroot --userspec=65534:65534 . /usr/bin/python3 /programs/counts.py 100"]);
        var recording = program.Record(out var result);
        result.Dispose();
        IsWhatItSaw(program, recording);
    }

    /// <summary>If unpause's agent is loaded, its file contains more, and nothing is probed.</summary>
    [Fact]
    public void PythonRecord_AgentLoaded_CopiesItsFile()
    {
        var environment = new Dictionary<string, string>
        {
            ["PYTHONPATH"] = Path.Combine(RepositoryFolder.Root, "agents", "python"),
            ["UNPAUSE_RECORDING_DIR"] = _folder,
        };
        using var program = new RunningPython([Debian], environment: environment);
        var before = Assert.Single(Directory.GetFiles(_folder, "*.upgc"));
        var recording = program.Record(out var result);
        result.Dispose();
        Assert.Contains("unpause's agent", program.Said, StringComparison.Ordinal);
        IsWhatItSaw(program, recording);
        Assert.Contains(recording.Collections, collection => collection.Cause == Causes.Allocation);
        Assert.Equal("700,10,10", recording.Source.Settings[PythonSettings.Thresholds]);
        Assert.True(recording.DurationNanoseconds > 0);
        Assert.Equal([before], Directory.GetFiles(_folder));
    }

    /// <summary>Earlier collections that the agent's ring still contains are in the recording too.</summary>
    [Fact]
    public void PythonRecord_AgentLoadedBefore_ContainsEarlierCollections()
    {
        var environment = new Dictionary<string, string>
        {
            ["PYTHONPATH"] = Path.Combine(RepositoryFolder.Root, "agents", "python"),
            ["UNPAUSE_RECORDING_DIR"] = _folder,
        };
        using var program = new RunningPython([Debian, "-c", "import gc, runpy, sys\nfor _ in range(123): gc.collect(1)\ndel sys.argv[0]\n"
            + "runpy.run_path(sys.argv[0])"], rounds: 50, environment);
        var recording = program.Record(out var result, TimeSpan.FromMinutes(5));
        result.Dispose();
        Assert.InRange(recording.Collections.Count - program.Seen.Count, 123, 140);
        Assert.True(recording.Pauses.Max(pause => pause.StartNanoseconds + pause.DurationNanoseconds) <= recording.DurationNanoseconds);
    }

    [RootFact]
    public void PythonRecord_NoMarkersNoSymbols_IsRefusedWithAdvice()
    {
        var copy = Path.Combine(_folder, "python3.11");
        var bytes = File.ReadAllBytes(Debian);
        bytes.AsSpan(0x28, 8).Clear(); // e_shoff: where the table of sections stands, which the program itself doesn't need
        bytes.AsSpan(0x3C, 4).Clear(); // e_shnum, e_shstrndx
        File.WriteAllBytes(copy, bytes);
        File.SetUnixFileMode(copy, (UnixFileMode)0b111_101_101);
        using var program = new RunningPython([copy]);
        var refused = Assert.Throws<ObstacleException>(() => program.Record(out _));
        Assert.Contains("neither USDT markers", refused.Message, StringComparison.Ordinal);
        Assert.Contains("unpause run -- CMD", refused.Message, StringComparison.Ordinal);
    }

    internal static void IsWhatItSaw(RunningPython program, Recording recording)
    {
        Assert.True(program.Seen.Count > 50);
        var ended = recording.Pauses.Select(pause => (pause, recording.Collections[pause.Collection])).ToList();
        foreach (var generation in new[] { 0, 1, 2 })
        {
            Assert.Equal(
                program.Seen.Count(seen => seen.Generation == generation),
                ended.Count(one => one.Item2.Generation == $"gen{generation}"));
        }

        Assert.Equal(program.Seen.Sum(seen => seen.Collected), ended.Sum(one => one.Item2.FreedObjects));
        // The callback runs before the markers, and may wait for the GIL: the median shows how far both are apart.
        var apart = program.Seen.Zip(ended, (seen, ours) => (seen.End - seen.Start) - ours.pause.DurationNanoseconds).Order().ToList();
        Assert.InRange(apart[apart.Count / 2], -50_000, 50_000);
    }
}
