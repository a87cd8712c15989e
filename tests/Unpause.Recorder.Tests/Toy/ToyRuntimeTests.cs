using System.Diagnostics;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Tests.Toy;

/// <summary>A runtime that no file of unpause knows is run, listed and recorded like the others, through a row in a table.</summary>
[Trait("Tier", "live")]
public sealed class ToyRuntimeTests : IDisposable
{
    private readonly Recorder _recorder = new();
    private readonly Process _sleeper = Process.Start("sleep", [LiveToy.Seconds]);

    public void Dispose()
    {
        _sleeper.Kill();
        _sleeper.WaitForExit();
        _sleeper.Dispose();
        _recorder.Dispose();
    }

    [Fact]
    public void Toy_Run_SetsItsSwitch()
    {
        _recorder.Options.Add("--toy");
        Assert.Equal(0, _recorder.Run("sh", "-c", "echo recorded > $TOY_LOG").ExitCode);
        Assert.Equal("toy.log", Path.GetFileName(Assert.Single(_recorder.Report.Files)));
    }

    [Fact]
    public void Toy_NotRecorded_IsReported()
    {
        _recorder.Options.Add("--toy");
        _recorder.Environment["TOY_LOG"] = "/dev/null";
        Assert.Equal(0, _recorder.Run("true").ExitCode);
        Assert.Contains("Toy is not recorded: TOY_LOG is yours.", _recorder.Report.NotRecorded);
    }

    [Fact]
    public void Toy_LiveProcess_IsListedAndRecorded()
    {
        WaitForTheProgram();
        Assert.Equal(ToyRow.Id, LiveProcesses.FindOrDefault(_sleeper.Id, ToyRow.Table)?.Runtime);
        Assert.Null(LiveProcesses.FindOrDefault(_sleeper.Id, RecorderTable.Default));
        using var result = LiveRecorder.Record(
            new LiveOptions(_sleeper.Id, TimeSpan.FromMilliseconds(10)), ToyRow.Table, CancellationToken.None);
        Assert.Equal(LiveEnd.TimeIsUp, result.End);
        using var recording = Assert.Single(result.Inputs).Open();
        Assert.Equal((byte)'t', recording.ReadByte());
    }

    [Fact]
    public void Toy_UnsupportedOptions_AreRefused()
    {
        WaitForTheProgram();
        var refused = Assert.Throws<ObstacleException>(() =>
            LiveRecorder.Record(
                new LiveOptions(_sleeper.Id) { Flight = true, Gen2Deaths = true, Allocations = true },
                ToyRow.Table,
                CancellationToken.None));
        Assert.Equal("--jfr is available only for JVMs; --gen2-deaths is available only for .NET: a Toy is simple", refused.Message);
    }

    [Fact]
    public void Toy_Row_AppearsInSentences()
    {
        var last = Recordings.Words.Runtimes.TraitsOf(Recordings.Words.Runtimes.Node).Name;
        string With(string before, string toy) => $"{before.Replace($" or {last}", $", {last}", StringComparison.Ordinal)} or {toy}";
        Assert.Equal(With(RecorderTable.Default.Reached, new ToySwitch().Reaches), ToyRow.Table.Reached);
        Assert.Equal(With(RecorderTable.Default.AnyOf, ToyRow.Row.Traits.OneOf), ToyRow.Table.AnyOf);
        Assert.Equal(".NET and Toy", ToyRow.Table.Who(LiveCapability.Ring));
        Assert.Equal(".NET, JVMs and CPython", ToyRow.Table.AllOf(LiveCapability.Heap));
        Assert.Contains(
            "Toy 2 and later: a line of text.\nIf unpause is killed, .NET ends", ToyRow.Table.RecordHelp, StringComparison.Ordinal);
        var unknown = Assert.Throws<ObstacleException>(() => LiveProcesses.Find(Environment.ProcessId, new RecorderTable(ToyRow.Row)));
        Assert.Contains("Toy runtime was found in process", unknown.Message, StringComparison.Ordinal);
    }

    /// <summary>Until the new process has executed the program, it is still a copy of this one.</summary>
    private void WaitForTheProgram() =>
        Assert.True(SpinWait.SpinUntil(() =>
            LiveProcesses.FindOrDefault(_sleeper.Id, ToyRow.Table)?.Runtime == ToyRow.Id, TimeSpan.FromSeconds(10)));
}
