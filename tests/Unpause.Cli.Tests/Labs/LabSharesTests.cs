using System.Globalization;
using System.Text.RegularExpressions;
using Spectre.Console;
using Unpause.Experiments.Labs;
using Unpause.Recorder;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Labs;

public sealed partial class LabSharesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(80.0, 40.0, 25.0, 75.0, 0.0)]
    // Either fix is sufficient.
    [InlineData(20.0, 40.0, 100.0, 75.0, -75.0)]
    // Neither fix is sufficient, and one makes it worse.
    [InlineData(120.0, 100.0, -25.0, 0.0, 125.0)]
    public void Shares_TwoFixes_ArePartsOfTheTotal(double first, double second, double firstShare, double secondShare, double interaction)
    {
        var parts = LabShares.Compute(100, [first, second], 20);
        Assert.NotNull(parts);
        Assert.Equal([firstShare, secondShare], parts.Value.Alone);
        Assert.Equal(interaction, parts.Value.Interaction);
    }

    [Theory]
    [InlineData(null, 50.0, 10.0)]
    [InlineData(100.0, null, 10.0)]
    [InlineData(100.0, 50.0, null)]
    [InlineData(0.0, 0.0, 0.0)]
    [InlineData(100.0, 50.0, 91.0)]
    [InlineData(100.0, 50.0, 120.0)]
    public void Shares_UnknownOrNegligible_AreNotDivided(double? bug, double? alone, double? all) =>
        Assert.Null(LabShares.Compute(bug, [alone], all));

    [Fact]
    public void Shares_Text_NamesRowsThatDoNotAddUp()
    {
        var text = LabShares.HowToRead("bug", "all", [("p99", -30), ("gen2", 4.9), ("pauses", 12)], 1);
        Assert.Contains("They don't add up for p99, pauses. Interaction", text, StringComparison.Ordinal);
        Assert.Contains("One run each", text, StringComparison.Ordinal);
        var exact = LabShares.HowToRead("bug", "all", [("p99", 3)], 3);
        Assert.DoesNotContain("add up", exact, StringComparison.Ordinal);
        Assert.EndsWith("Medians of 3 runs.", exact, StringComparison.Ordinal);
    }

    [Fact]
    public void Shares_Table_HasAColumnPerFix()
    {
        // Real recordings, with generated requests whose p99 shares are known.
        var lab = new Fixes();
        LabRun[] runs =
        [
            Run("bug", "large-objects", 15766, 1000),
            Run("first", "large-objects", 15766, 900),
            Run("second", "large-objects-pooled", 15798, 400),
            Run("fixed", "large-objects-pooled", 15798, 200),
        ];
        var text = Written(lab, runs);
        Assert.Matches(@"\n  share of the improvement +first +second +interaction +all together *\n", text);
        Assert.Matches(@"\n  p99 +13 % +75 % +13 % +−80 % *\n", text);
        Assert.Matches(@"\n  gen2 collections +0 % +100 % +0 % +−100 % *\n", text);
        Assert.Matches(@"\n  nothing gained +– +– +– +– *\n", text);
        Assert.Contains("They don't add up for p99. Interaction", Spaces().Replace(text, " "), StringComparison.Ordinal);
        // Verdicts, comparison and the last line are of the bug and of all fixes.
        Assert.DoesNotMatch(@"\nfirst: .* longest pause", text);
        Assert.Contains("\nfirst: 10 of 10 requests took longer", text, StringComparison.Ordinal);
        Assert.Matches(@"\np99 1 s → 200 ms: −80 %\.\n$", text);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    private string Written(Lab lab, IReadOnlyList<LabRun> runs)
    {
        using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = 80;
        LabWriter.Write(console, lab, runs);
        return text.ToString();
    }

    private LabRun Run(string mode, string sample, int process, int milliseconds)
    {
        var task = new LabTask(mode, _folder[mode], 1, new LabLoad(1, 10, 100_000_000));
        task.MakeFolder();
        File.WriteAllLines(
            Path.Combine(task.Folder, "requests.csv"),
            [
                "start_ms,duration_ms,name,pid",
                .. Enumerable.Range(0, 10)
                    .Select(i => string.Create(CultureInfo.InvariantCulture, $"{1.7e12 + i},{milliseconds},/,{process}"))
            ]);
        var recording = RepositoryFolder.File("samples", "dotnet", $"{sample}.nettrace.gz");
        return LabRun.Read(task, new RunResult { ExitCode = 0, Files = [recording] }, others: null)!;
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    private sealed class Fixes : Lab
    {
        public override string Name => "fixes";

        public override string Description => "";

        public override string Headline => "Two fixes.";

        public override IReadOnlyList<string> Modes { get; } = ["bug", "first", "second", "fixed"];

        public override LabLoad Defaults { get; } = new(1, 10, 100_000_000);

        public override LabShares? Shares { get; } = new(["first", "second"], "fixed",
        [
            LabRow.Duration("p99", run => run.Client.Measured.P99Nanoseconds),
            LabRow.Count("gen2 collections", run => LabRows.CountOf(run, "gen2")),
            LabRow.Count("nothing gained", run => run.Client.Count),
        ]);

        public override Func<LabTask, LabRun?> Prepare(LabFolder folder) => throw new NotSupportedException();
    }
}
