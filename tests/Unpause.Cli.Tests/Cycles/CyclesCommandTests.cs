using System.Diagnostics;
using System.Text.Json;

namespace Unpause.Tests.Cycles;

/// <summary><c>unpause cycles</c> as a process: on files, around a program, and on one that runs.</summary>
[Trait("Tier", "live")]
public class CyclesCommandTests
{
    private const string Python = "/usr/bin/python3";
    private static readonly string Kinds = RepositoryFolder.File("samples", "python", "cycles", "kinds");

    // What only the collector can free: ten objects of two each round, and a line to tell how it went.
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
    public void FilesAreShownInEachFormat()
    {
        using var folder = new TemporaryFolder();
        var (page, json) = (Path.Combine(folder.Path, "c.html"), Path.Combine(folder.Path, "c.json"));
        var dot = Path.Combine(folder.Path, "c.dot");
        var result = Cli.Unpause("cycles", Kinds, "-o", page, "-o", json, "-o", dot, "-o", "-");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("Tree.children → list[0] → Tree.parent → Tree", result.Output, StringComparison.Ordinal);
        Assert.Contains("<svg viewBox", File.ReadAllText(page), StringComparison.Ordinal);
        Assert.StartsWith("digraph cycles {", File.ReadAllText(dot), StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(json), "unpause.cycles-1.schema.json"));
        using var printed = JsonDocument.Parse(Cli.Unpause("cycles", Kinds, "--format", "json").Output);
        Assert.Equal("Tree", printed.RootElement.GetProperty("groups")[0].GetProperty("title").GetString());
    }

    [Fact]
    public void AProgramRunsAsAloneAndItsCyclesAreTold()
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
        Assert.Equal(0, process.GetProperty("looks_inexact").GetInt32());
        Assert.InRange(process.GetProperty("looks_exact").GetInt32(), 2, 96);
        // Each round leaves ten objects, and their dictionaries where those are objects of their own; the last is held to the end.
        var rounds = int.Parse(result.Output.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
        Assert.InRange(document.RootElement.GetProperty("garbage_objects").GetInt32(), (rounds - 1) * 10, (rounds * 20) + 500);
        Assert.Equal(0, Cli.Unpause("cycles", Path.Combine(folder.Path, "kept")).ExitCode);
    }

    // A child becomes another user, as a worker of gunicorn's does, or another root's too; who was asked for it by "self" does so itself.
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
    public void WhoChangesItsUserIsLookedAt(string how)
    {
        using var folder = new TemporaryFolder();
        var json = Path.Combine(folder.Path, "c.json");
        var result = Cli.Unpause("cycles", "-o", json, "--", Python, "-c", ChangesUser, how, "/");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.DoesNotContain("not looked at", result.Error, StringComparison.Ordinal);
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        var group = document.RootElement.GetProperty("groups")[0];
        Assert.Equal("Step", group.GetProperty("title").GetString());
        Assert.InRange(group.GetProperty("share_percent").GetDouble(), 90, 100);
        var processes = document.RootElement.GetProperty("processes").EnumerateArray().ToList();
        Assert.All(processes, process => Assert.Equal(0, process.GetProperty("looks_lost").GetInt32()));
        Assert.InRange(processes.Max(process => process.GetProperty("looks_exact").GetInt32()), 3, 96);
    }

    [RootFact]
    public void WhoCannotBeLookedAtIsNamed()
    {
        using var folder = new TemporaryFolder();
        var result = Cli.Unpause("cycles", "--", Python, "-c", ChangesUser, "root", folder.Path);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Matches(@"unpause: The garbage of 1 process was not looked at \(\d+\): no file could be made there", result.Error);
    }

    [Fact]
    public void AProgramWithoutCyclesIsSaidToHaveNone()
    {
        var result = Cli.Unpause(
            "cycles", "--", Python, "-c", "import gc; gc.collect(); x = [[i] for i in range(50000)]; print(gc.collect())");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("0\n", result.Output);
        // Debian's interpreter throws a class away while it starts.
        Assert.Matches(@"^(Hardly any|No) cycles: \d+ collections freed ", result.Error);
    }

    [Fact]
    public void ARunningProgramIsAskedAndGoesOn()
    {
        using var program = WatchedProgram.Start(Python, Program, "20");
        var result = Cli.Unpause("cycles", $"{program.Id}", "--for", "2s", "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("by the agent that it was started with", result.Error, StringComparison.Ordinal);
        using var document = JsonDocument.Parse(result.Output);
        Assert.Equal("Step", document.RootElement.GetProperty("groups")[0].GetProperty("title").GetString());
        var process = document.RootElement.GetProperty("processes")[0];
        Assert.InRange(process.GetProperty("watched_ms").GetDouble(), 500, 10_000);
        Assert.InRange(process.GetProperty("looks").GetInt32(), 2, 96);
        Assert.False(program.HasExited);
    }

    /// <summary>Its file of looks is the user's that it was.</summary>
    [RootFact]
    public void ARunningProgramThatChangedItsUserIsAsked()
    {
        var changed = "import os; os.setgid(65534); os.setuid(65534)\n" + Program;
        using var program = WatchedProgram.Start(Python, changed, "20");
        var result = Cli.Unpause("cycles", $"{program.Id}", "--for", "2s", "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var document = JsonDocument.Parse(result.Output);
        Assert.Equal("Step", document.RootElement.GetProperty("groups")[0].GetProperty("title").GetString());
        Assert.InRange(document.RootElement.GetProperty("processes")[0].GetProperty("looks").GetInt32(), 2, 96);
    }

    [Fact]
    public void AProgramWithoutTheAgentIsRefusedWithWhatWouldHelp()
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
    [InlineData("say what to look at", "cycles")]
    [InlineData("say what to look at", "cycles", "--")]
    [InlineData("no such file", "cycles", "nowhere")]
    [InlineData("there is no process 999999999", "cycles", "999999999")]
    [InlineData("holds no looks at garbage", "cycles", "/etc/passwd")]
    [InlineData("the name says no format", "cycles", "-o", "x.png", "--", "true")]
    [InlineData("standard output is the program's own", "cycles", "--format", "json", "--", "true")]
    [InlineData("is no duration", "cycles", "1", "--for", "soon")]
    public void MistakesAreOneSentence(string sentence, params string[] arguments)
    {
        var result = Cli.Unpause(arguments);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }
}
