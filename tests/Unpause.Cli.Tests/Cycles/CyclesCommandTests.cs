using System.Diagnostics;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Cycles;

/// <summary><c>unpause cycles</c> as a process: on files, around a program, and on one that runs.</summary>
[Trait("Tier", "live")]
public class CyclesCommandTests
{
    private const string Python = "/usr/bin/python3";
    private static readonly string Kinds = RepositoryFolder.File("samples", "python", "cycles", "kinds");

    // Cyclic garbage: ten objects of two types per round, and a line with the result.
    private const string Program =
        """
        import gc, sys, time
        class Step: pass
        gc.disable()
        until = time.time() + float(sys.argv[1])
        rounds = 0
        while True:
            for _ in range(5):
                first, second = Step(), Step()
                first.following, second.previous = second, first
            rounds += 1
            gc.collect(rounds % 3)
            if time.time() >= until: break
            time.sleep(0.02)
        print("rounds", rounds, flush=True)
        sys.exit(5)
        """;

    [Fact]
    public void Cycles_Top_LimitsThePage()
    {
        using var folder = new TemporaryFolder();
        var page = Path.Combine(folder.Path, "c.html");
        Assert.Equal(0, Cli.Unpause("cycles", Kinds, "--top", "2", "-o", page).ExitCode);
        var document = EmbeddedDocument.Read(page);
        Assert.Equal(2, document.GetProperty("groups").GetArrayLength());
        Assert.Equal(3, document.GetProperty("groups_omitted").GetInt32());
    }

    [Fact]
    public void Cycles_Files_HaveEachFormat()
    {
        using var folder = new TemporaryFolder();
        var (page, json) = (Path.Combine(folder.Path, "c.html"), Path.Combine(folder.Path, "c.json"));
        var dot = Path.Combine(folder.Path, "c.dot");
        var result = Cli.Unpause("cycles", Kinds, "-o", page, "-o", json, "-o", dot, "-o", "-");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("Tree.children → list[0] → Tree.parent → Tree", result.Output, StringComparison.Ordinal);
        Assert.True(EmbeddedDocument.IsOf(page, json));
        Assert.StartsWith("digraph cycles {", File.ReadAllText(dot), StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(json), "unpause.cycles-1.schema.json"));
        using var printed = JsonDocument.Parse(Cli.Unpause("cycles", Kinds, "--format", "json").Output);
        Assert.Equal("Tree", printed.RootElement.GetProperty("groups")[0].GetProperty("title").GetString());
    }

    [Fact]
    public void Cycles_Program_RunsUnchangedAndIsSampled()
    {
        using var folder = new TemporaryFolder();
        var json = Path.Combine(folder.Path, "c.json");
        var result = Cli.Unpause("cycles", "--keep", Path.Combine(folder.Path, "kept"), "-o", json, "--", Python, "-c", Program, "1.5");
        Assert.True(result.ExitCode == 5, result.ToString());
        Assert.Matches(@"^rounds \d+\n$", result.Output);
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        var group = document.RootElement.GetProperty("groups")[0];
        Assert.Equal("Step", group.GetProperty("title").GetString());
        Assert.InRange(group.GetProperty("share_percent").GetDouble(), 90, 100);
        Assert.Equal(2, group.GetProperty("path").GetArrayLength());
        var process = document.RootElement.GetProperty("processes")[0];
        Assert.Equal(0, process.GetProperty("snapshots_inexact").GetInt32());
        Assert.InRange(process.GetProperty("snapshots_exact").GetInt32(), 2, 96);
        // Each round leaves ten objects, and their dictionaries where those are separate objects; the last is retained to the end.
        var rounds = int.Parse(result.Output.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
        Assert.InRange(document.RootElement.GetProperty("garbage_objects").GetInt32(), (rounds - 1) * 10, (rounds * 20) + 500);
        Assert.Equal(0, Cli.Unpause("cycles", Path.Combine(folder.Path, "kept")).ExitCode);
    }

    // A child switches to another user, like a gunicorn worker, or to another root folder; with "self" the process does so itself.
    private const string ChangesUser =
        """
        import gc, os, sys, time
        class Step: pass
        def collect():
            for _ in range(60):
                for _ in range(50):
                    step = Step(); step.itself = step
                gc.collect(); time.sleep(0.01)
        how, root = sys.argv[1:]
        child = 0 if how == "self" else os.fork()
        if child == 0:
            if how == "root": os.chroot(root)
            os.setgid(65534); os.setuid(65534)
            collect()
            if how != "self": os._exit(0)
        else:
            os.waitpid(child, 0)
        """;

    [RootTheory]
    [InlineData("fork")]
    [InlineData("self")]
    public void Cycles_ProcessThatChangesItsUser_IsSampled(string how)
    {
        using var folder = new TemporaryFolder();
        var json = Path.Combine(folder.Path, "c.json");
        var result = Cli.Unpause("cycles", "-o", json, "--", Python, "-c", ChangesUser, how, "/");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.DoesNotContain("not sampled", result.Error, StringComparison.Ordinal);
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        var group = document.RootElement.GetProperty("groups")[0];
        Assert.Equal("Step", group.GetProperty("title").GetString());
        Assert.InRange(group.GetProperty("share_percent").GetDouble(), 90, 100);
        var processes = document.RootElement.GetProperty("processes").EnumerateArray().ToList();
        Assert.All(processes, process => Assert.Equal(0, process.GetProperty("snapshots_failed").GetInt32()));
        Assert.InRange(processes.Max(process => process.GetProperty("snapshots_exact").GetInt32()), 3, 96);
    }

    [RootFact]
    public void Cycles_ProcessThatCannotBeSampled_IsNamed()
    {
        using var folder = new TemporaryFolder();
        var result = Cli.Unpause("cycles", "--", Python, "-c", ChangesUser, "root", folder.Path);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Matches(@"unpause: No garbage snapshot was taken of 1 process \(\d+\): no file could be created", result.Error);
    }

    [Fact]
    public void Cycles_NoCycles_IsReported()
    {
        var result = Cli.Unpause(
            "cycles", "--", Python, "-c", "import gc; gc.collect(); x = [[i] for i in range(50000)]; print(gc.collect())");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("0\n", result.Output);
        // Debian's interpreter throws a class away while it starts.
        Assert.Matches(@"^(Hardly any|No) cycles: \d+ collections freed ", result.Error);
    }

    [Fact]
    public void Cycles_LiveProcess_IsSampledAndContinues()
    {
        using var program = WatchedProgram.Start(Python, Program, "20");
        var result = Cli.Unpause("cycles", $"{program.Id}", "--for", "2s", "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("through the agent that was loaded at its start", result.Error, StringComparison.Ordinal);
        using var document = JsonDocument.Parse(result.Output);
        Assert.Equal("Step", document.RootElement.GetProperty("groups")[0].GetProperty("title").GetString());
        var process = document.RootElement.GetProperty("processes")[0];
        Assert.InRange(process.GetProperty("observed_ms").GetDouble(), 500, 10_000);
        Assert.InRange(process.GetProperty("snapshots").GetInt32(), 2, 96);
        Assert.False(program.HasExited);
    }

    /// <summary>Its file of looks is the user's that it was.</summary>
    [RootFact]
    public void Cycles_LiveProcessThatChangedItsUser_IsSampled()
    {
        var changed = "import os; os.setgid(65534); os.setuid(65534)\n" + Program;
        using var program = WatchedProgram.Start(Python, changed, "20");
        var result = Cli.Unpause("cycles", $"{program.Id}", "--for", "2s", "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var document = JsonDocument.Parse(result.Output);
        Assert.Equal("Step", document.RootElement.GetProperty("groups")[0].GetProperty("title").GetString());
        Assert.InRange(document.RootElement.GetProperty("processes")[0].GetProperty("snapshots").GetInt32(), 2, 96);
    }

    [Fact]
    public void Cycles_NoAgent_IsRefusedWithAdvice()
    {
        using var program = Process.Start(new ProcessStartInfo(Python, ["-c", "import time; time.sleep(60)"]))!;
        try
        {
            Thread.Sleep(300);
            var result = Cli.Unpause("cycles", $"{program.Id}");
            Assert.Equal(2, result.ExitCode);
            Assert.Contains("start the program with: unpause cycles -- CMD", result.Error, StringComparison.Ordinal);
        }
        finally
        {
            program.Kill();
        }
    }

    [Theory]
    [InlineData("name a process id, files, or a command", "cycles")]
    [InlineData("name a process id, files, or a command", "cycles", "--")]
    [InlineData("no such file", "cycles", "nowhere")]
    [InlineData("there is no process 999999999", "cycles", "999999999")]
    [InlineData("contains no samples of garbage", "cycles", "/etc/passwd")]
    [InlineData("the file extension selects the format", "cycles", "-o", "x.png", "--", "true")]
    [InlineData("standard output belongs to the observed program", "cycles", "--format", "json", "--", "true")]
    [InlineData("is not a duration", "cycles", "1", "--for", "soon")]
    public void Cycles_Mistakes_AreOneSentence(string sentence, params string[] arguments)
    {
        var result = Cli.Unpause(arguments);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }
}
