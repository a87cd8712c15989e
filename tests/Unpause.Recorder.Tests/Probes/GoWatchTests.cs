using System.Diagnostics;
using System.Globalization;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Go programs observed through the kernel, compared with the counts of their own runtimes.</summary>
[Trait("Tier", "live")]
public sealed class GoWatchTests : IClassFixture<GoProgramFixture>, IDisposable
{
    private readonly Recorder _recorder = new();
    private readonly GoProgramFixture _programs;

    public GoWatchTests(GoProgramFixture programs)
    {
        _programs = programs;
        _recorder.Options.Add("--probes");
        _recorder.Environment["GODEBUG"] = null;
    }

    public void Dispose() => _recorder.Dispose();

    [RootTheory]
    [InlineData("plain")]
    [InlineData("stripped")]
    [InlineData("independent")]
    public void GoWatch_CommandItself_RecordsEveryStop(string way)
    {
        var output = _recorder.Run(_programs.File(way), "25");
        // While the kernel removes other probes, it adds none. The program does not wait for that, and the file says so.
        for (var tries = 0; tries < 20 && !Array.Exists(_recorder.Report.Files, file => IsStops(file) && !SeenLate(file)); tries++)
        {
            Thread.Sleep(500);
            output = _recorder.Run(_programs.File(way), "25");
        }

        var (collections, paused) = Counted(output.Text);
        Assert.Equal("", output.ErrorText);
        Assert.Equal(25, collections);
        var stops = StopsIn(Assert.Single(_recorder.Report.Files, IsStops));
        Assert.Equal((25, 25, 1), (stops.Count(stop => stop.What == "sweep"), stops.Count(stop => stop.What == "mark"),
            stops.Count(stop => stop.What == "other")));
        // The runtime's measurement ends before the program continues, and begins before the probe: a busy machine may interrupt between.
        var seen = stops.Where(stop => stop.What != "other").Sum(stop => stop.End - stop.Start);
        Assert.InRange(seen, paused / 2, paused + 200_000_000);
        // And one line about the program.
        Assert.Equal(25 + 1, File.ReadAllLines(Assert.Single(_recorder.Report.Files, file => !IsStops(file))).Length);
    }

    [RootFact]
    public void GoWatch_ProgramsBelowAShell_AreRecordedUnmodified()
    {
        var line = $"env GODEBUG=x=1 {_programs.Plain} 20 & {_programs.Plain} 30; wait; sleep 3; {_programs.Plain} 10";
        var output = _recorder.Run("sh", "-c", line);
        Assert.Equal((0, ""), (output.ExitCode, output.ErrorText));
        Assert.Equal([10, 20, 30], output.Text.Trim().Split('\n').Select(printed => (int)Counted(printed).Collections).Order());
        var files = _recorder.Report.Files;
        Assert.InRange(files.Length, 1, 3);
        // The kernel may still be removing another test's probes, which delays new ones. Only that may be reported.
        Assert.InRange(_recorder.Report.NotRecorded.Length, 0, files.Length < 3 ? 1 : 0);
        Assert.All(_recorder.Report.NotRecorded, reported => Assert.Contains("the probes were set up", reported, StringComparison.Ordinal));
        // A program that started before it was probed lacks its first collections; its file says from when on it was observed.
        var found = files.Select(file => (Seen: SeenLate(file), Sweeps: StopsIn(file).Count(stop => stop.What == "sweep"))).ToList();
        Assert.Contains((false, 10), found);
        Assert.All(found.Where(process => !process.Seen), process => Assert.Contains(process.Sweeps, new[] { 10, 20, 30 }));
    }

    [RootFact]
    public void GoWatch_ExecOfAnotherProgram_WritesASecondFile()
    {
        var output = _recorder.Run("sh", "-c", $"{_programs.Plain} 200; {_programs.Stripped} 200; sleep 3; exec {_programs.Stripped} 7");
        Assert.Equal(0, output.ExitCode);
        Assert.Contains(_recorder.Report.Files, file => StopsIn(file).Count(stop => stop.What == "sweep") == 7);
        Assert.All(_recorder.Report.Files, file => Assert.EndsWith(".stops", file, StringComparison.Ordinal));
    }

    [RootFact]
    public void GoWatch_RecorderKilled_RestoresTheProgramsCode()
    {
        using var recorder = _recorder.Start(_programs.Plain, "3", "wait");
        Assert.Equal("ready", recorder.StandardOutput.ReadLine());
        var program = ChildOf(recorder.Id);
        var place = Unpause.Recorder.Probes.GoStopPlaces.Locate(_programs.Plain)!.Places[0].Offset;
        var own = File.ReadAllBytes(_programs.Plain)[place];
        Assert.Equal(0xCC, CodeAt(program, 0x400000 + place));
        recorder.Kill();
        recorder.WaitForExit();
        var deadline = Stopwatch.StartNew();
        while (CodeAt(program, 0x400000 + place) != own && deadline.Elapsed < TimeSpan.FromSeconds(10)) Thread.Sleep(20);
        Assert.Equal(own, CodeAt(program, 0x400000 + place));
        using var left = Process.GetProcessById(program);
        left.Kill();
    }

    [RootFact]
    public void GoWatch_WithoutCapability_AddsNoProbeAndNoNote()
    {
        var line = _recorder.ShellLine("sh", "-c", $"{_programs.Plain} 5");
        var output = _recorder.RunAnything("setpriv", "--bounding-set", "-perfmon,-sys_admin", "--inh-caps", "-all", "sh", "-c", line);
        Assert.Equal((0, ""), (output.ExitCode, output.ErrorText));
        Assert.Empty(_recorder.Report.Files);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    private static bool IsStops(string file) => file.EndsWith(".stops", StringComparison.Ordinal);

    private static (long Collections, long Paused) Counted(string printed)
    {
        var words = printed.Trim().Split(' ');
        return (long.Parse(words[0], CultureInfo.InvariantCulture), long.Parse(words[1], CultureInfo.InvariantCulture));
    }

    private static bool SeenLate(string file) => File.ReadAllLines(file)[1].Split(' ') is var words && words[2] != words[3];

    private static List<(long Start, long End, string What)> StopsIn(string file) =>
        [.. File.ReadAllLines(file).Select(line => line.Split(' ')).Where(words => words[0] == "stop").Select(words =>
            (long.Parse(words[1], CultureInfo.InvariantCulture), long.Parse(words[2], CultureInfo.InvariantCulture), words[3]))];

    private static int ChildOf(int process) => Directory.EnumerateDirectories("/proc")
        .Select(folder => int.TryParse(Path.GetFileName(folder), out var id) ? id : 0)
        .First(id => id > 0 && File.Exists($"/proc/{id}/comm") && File.ReadAllText($"/proc/{id}/comm").Trim() == "plain"
            && File.ReadAllText($"/proc/{id}/stat").Split(' ')[3] == process.ToString(CultureInfo.InvariantCulture));

    private static byte CodeAt(int process, long address)
    {
        using var memory = new FileStream($"/proc/{process}/mem", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1);
        memory.Position = address;
        return (byte)memory.ReadByte();
    }
}
