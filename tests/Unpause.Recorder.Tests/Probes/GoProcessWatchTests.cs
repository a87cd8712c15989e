using Unpause.Recorder.Live;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Running Go programs recorded by probes, compared with the counts of their own runtimes.</summary>
[Trait("Tier", "live")]
public sealed class GoProcessWatchTests(GoProgramFixture programs) : IClassFixture<GoProgramFixture>
{
    private const int AskedFor = 40;

    [RootFact]
    public void GoProcessWatch_RunningProgram_RecordsEveryStop()
    {
        using var program = new RunningGo(programs.Kinds, AskedFor);
        using var result = program.Record();
        IsAllThatTheRuntimeCounted(program, result);
    }

    [GoVersionTheory]
    [InlineData("1.23")]
    [InlineData("1.26")]
    public void GoProcessWatch_OtherGoVersions_RecordsEveryStop(string version)
    {
        var go = Path.Combine(GoVersionTheoryAttribute.Root!, version, "bin", "go");
        var file = programs.Build($"kinds-{version}", "kinds.go", go, null, "-ldflags", "-s -w");
        using var program = new RunningGo(file, AskedFor);
        using var result = program.Record();
        IsAllThatTheRuntimeCounted(program, result);
        Assert.True(program.OfCollector > 0);
        var reasons = StopsFile.Of(result).Stops.Select(stop => stop.What).Where(what => what[0] == 'r').Distinct().Order();
        Assert.Equal(["r6", "r7", "r9"], reasons);
    }

    [RootFact]
    public void GoProcessWatch_ExecutableReplacedOnDisk_ProbesTheRunningFile()
    {
        var copy = programs.File("replaced");
        File.Copy(programs.Kinds, copy);
        using var program = new RunningGo(copy, AskedFor);
        File.Delete(copy);
        File.WriteAllText(copy, "#!/bin/sh\n");
        using var result = program.Record();
        IsAllThatTheRuntimeCounted(program, result);
    }

    [RootFact]
    public void GoProcessWatch_ProcessOfAnotherUser_IsRecorded()
    {
        var copy = programs.File("others");
        File.Copy(programs.Kinds, copy);
        File.SetUnixFileMode(Path.GetDirectoryName(copy)!, Files.RunFolder.ReadableByAll);
        using var program = new RunningGo("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", copy, "40");
        using var result = program.Record();
        IsAllThatTheRuntimeCounted(program, result);
    }

    [RootFact]
    public void GoProcessWatch_OwnPidNamespaceAndRoot_IsRecorded()
    {
        var root = Directory.CreateDirectory(programs.File("root")).FullName;
        File.Copy(programs.Kinds, Path.Combine(root, "kinds"));
        using var program = new RunningGo("unshare", "--pid", "--fork", "--mount", "chroot", root, "/kinds", "40") { IsBelow = true };
        using var result = program.Record();
        IsAllThatTheRuntimeCounted(program, result);
    }

    [RootFact]
    public void Record_ProcessExecutesAnotherProgram_EndsTheRecording()
    {
        using var program = new RunningGo(programs.Kinds, "40", programs.Kinds);
        using var result = program.Record(untilSeen: true);
        Assert.Equal(LiveEnd.Seen, result.End);
        Assert.Contains("executed another program", result.Seen, StringComparison.Ordinal);
        IsAllThatTheRuntimeCounted(program, result);
    }

    [RootFact]
    public void Record_ProcessEnds_KeepsEverythingUpToItsEnd()
    {
        using var program = new RunningGo(programs.Kinds, AskedFor);
        using var result = program.Record(untilItEnds: true);
        Assert.Equal(LiveEnd.ProcessEnded, result.End);
        IsAllThatTheRuntimeCounted(program, result);
    }

    [RootFact]
    public void GoProcessWatch_NoSymbolOrFunctionTable_IsReported()
    {
        var copy = programs.File("bare");
        var bytes = File.ReadAllBytes(programs.Kinds);
        bytes.AsSpan(0x28, 8).Clear(); // e_shoff: where the table of sections stands, which the program itself doesn't need
        bytes.AsSpan(0x3C, 4).Clear(); // e_shnum, e_shstrndx
        File.WriteAllBytes(copy, bytes);
        File.SetUnixFileMode(copy, (UnixFileMode)0b111_101_101);
        using var program = new RunningGo(copy, AskedFor);
        var refused = Assert.Throws<ObstacleException>(() => program.Record().Dispose());
        Assert.Contains("no symbol table and no readable function table", refused.Message, StringComparison.Ordinal);
    }

    private static void IsAllThatTheRuntimeCounted(RunningGo program, LiveResult result)
    {
        var file = StopsFile.Of(result);
        Assert.Empty(result.NotRecorded);
        Assert.True(file.Runs);
        Assert.Equal(0, file.Lost);
        Assert.True(program.Collections > AskedFor);
        Assert.Equal(program.Collections, file.Stops.Count(stop => stop.What == "sweep"));
        // When the runtime found more to mark, it stopped once more (gcMarkDone); its own count includes that.
        var ofCollector = file.Stops.Count(stop => stop.What is "sweep" or "mark");
        Assert.InRange(ofCollector, 2 * program.Collections, (2 * program.Collections) + 5);
        if (program.OfCollector >= 0) Assert.Equal(program.OfCollector, ofCollector);
        Assert.Equal(6, file.Stops.Count - ofCollector);
        if (program.Others >= 0) Assert.Equal(6, program.Others);
        Assert.All(file.Stops, stop => Assert.InRange(stop.Called, stop.Start, stop.End));
    }
}
