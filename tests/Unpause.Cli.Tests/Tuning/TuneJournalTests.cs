using System.Diagnostics;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Tuning;

/// <summary>An interrupted experiment resumes where it ended.</summary>
[Trait("Tier", "live")]
public sealed class TuneJournalTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Journal => Path.Combine(_folder["kept"], "trials.jsonl");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Journal_Killed_ResumesWithoutRepeatingATrial()
    {
        var mark = $"unpause-tune-test-{Environment.ProcessId}";
        string[] line = Line("sh", "-c", $"sleep 0.3; : {mark}");
        var before = EndAfterTwoTrials(line, "KILL");
        // The recorder of the running trial ends its program, and itself.
        for (var looks = 0; looks < 200 && Runs(mark); looks++) Thread.Sleep(100);
        Assert.False(Runs(mark));
        File.AppendAllText(Journal, "{\"setting\":\"ONE=1\",\"rou"); // as if it had been writing
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), line);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains($"{before.Length} trials of them already finished", result.Error, StringComparison.Ordinal);
        AssertWhole(before);
        AssertKeepsTheContract();
    }

    [Fact]
    public void Journal_Interrupted_ReportsAndResumes()
    {
        var line = Line("sh", "-c", "sleep 0.3");
        var before = EndAfterTwoTrials(line, "INT");
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), line);
        Assert.True(result.ExitCode == 0, result.ToString());
        AssertWhole(before);
        var again = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), line);
        Assert.Equal((0, result.Output), (again.ExitCode, again.Output));
    }

    [Fact]
    public void Journal_AnotherExperiment_IsRefused()
    {
        Assert.Equal(0, Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), Line("true")).ExitCode);
        AssertRefused("contains trials of another experiment (CMD was true)", Line("false"));
        AssertRefused("contains trials of another experiment (--trials was 3)", Changed("--trials", "4"));
        AssertRefused("contains trials with --seed 7", Changed("--seed", "8"));
        File.WriteAllText(Path.Combine(_folder["kept"], "tune.json"), "{}");
        AssertRefused("tune.json there was not written by unpause tune", Line("true"));
    }

    /// <summary>The files of a kept experiment keep their own schema, which is no other's.</summary>
    private void AssertKeepsTheContract()
    {
        const string Schema = "unpause.tune-journal-1.schema.json";
        foreach (var text in File.ReadAllLines(Journal).Append(File.ReadAllText(Path.Combine(_folder["kept"], "tune.json"))))
        {
            Assert.Equal("", ContractSchema.Faults(text, Schema));
            Assert.NotEqual("", ContractSchema.Faults(text.Replace("\"seed\"", "\"sead\"").Replace("\"round\"", "\"rownd\""), Schema));
            Assert.NotEqual("", ContractSchema.Faults(text, "unpause.tune-1.schema.json"));
        }
    }

    private static string[] Changed(string option, string value)
    {
        var line = Line("true");
        line[Array.IndexOf(line, option) + 1] = value;
        return line;
    }

    private void AssertRefused(string sentence, string[] line)
    {
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), line);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }

    private static string[] Line(params string[] command) =>
        ["tune", "--keep", "kept", "--setting", "ONE=1", "--setting", "TWO=2", "--seed", "7", "--trials", "3", "--", .. command];

    /// <summary>Ends it by a signal when two trials are finished; gives the lines of those that were.</summary>
    private string[] EndAfterTwoTrials(string[] line, string signal)
    {
        using var first = Process.Start(new ProcessStartInfo(Cli.CommandForSignals[0], [.. Cli.CommandForSignals[1..], .. line])
        {
            WorkingDirectory = _folder.Path, UseShellExecute = false, RedirectStandardError = true, RedirectStandardOutput = true,
        })!;
        var error = first.StandardError.ReadToEndAsync();
        for (var looks = 0; looks < 600 && Lines().Length < 2 && !first.HasExited; looks++) Thread.Sleep(100);
        Cli.Program(_folder.Path, "kill", $"-{signal}", $"{first.Id}");
        var output = first.StandardOutput.ReadToEnd();
        first.WaitForExit();
        if (signal == "INT")
        {
            Assert.Equal(130, first.ExitCode);
            Assert.Contains("resumes from the trials in kept", error.Result, StringComparison.Ordinal);
            Assert.Contains("Too few trials to judge", output, StringComparison.Ordinal);
        }

        return Lines();
    }

    private void AssertWhole(string[] before)
    {
        var after = Lines();
        Assert.InRange(before.Length, 2, 8);
        Assert.Equal(before, after.Take(before.Length));
        Assert.Equal(9, after.Length);
        Assert.Equal(9, after.Select(text => text[..text.IndexOf("\"metrics\"", StringComparison.Ordinal)]).Distinct().Count());
    }

    private string[] Lines()
    {
        // .NET would try to lock it, as the writer has.
        return File.Exists(Journal) ? Cli.Program(_folder.Path, "cat", Journal).Output.Split('\n')[..^1] : [];
    }

    private static bool Runs(string mark) => CommandLines().Any(text => text.Contains(mark, StringComparison.Ordinal));

    private static IEnumerable<string> CommandLines() => Directory.GetDirectories("/proc").Select(folder =>
    {
        try
        {
            return File.ReadAllText($"{folder}/cmdline");
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    });
}
