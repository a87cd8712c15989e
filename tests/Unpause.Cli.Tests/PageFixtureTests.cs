using System.Globalization;
using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>
/// The documents in <c>web/fixtures/documents</c> are what the command line writes, as JSON and as text. The tests of the pages compare the
/// words of both.
/// </summary>
public partial class PageFixtureTests
{
    private const string Regenerate = "UNPAUSE_REGENERATE";

    /// <summary>
    /// The command line of the experiment in <c>web/fixtures/documents/tuned</c>. Its numbers are invented, near those of real trials, so
    /// that one setting wins, one breaks the constraint and one fails once.
    /// </summary>
    private const string Tune = "tune --url http://127.0.0.1:8931/recommendations/{n} --ready http://127.0.0.1:8931/ready --rate 40/s "
        + "--for 5s --warm-up 1s --trials 4 --seed 7 --setting threshold=10000,20,10 "
        + "--setting threshold=50000,50,50 --setting freeze=ready --under max_rss<400MB --price 0.04 --memory-price 0.005",
        Service = "gunicorn --chdir labs/recommendations --workers 1 --bind 127.0.0.1:8931 service:app";

    /// <summary>So wide that no text wraps.</summary>
    private static readonly Dictionary<string, string?> Wide = new() { ["COLUMNS"] = "1000" };

    /// <summary>After a change that is meant: UNPAUSE_REGENERATE=1 dotnet test tests/Unpause.Cli.Tests --filter PageFixtureTests.</summary>
    [Theory]
    [InlineData("law", "model --traffic 512MiB/s --survivors 1GiB --limit 10GiB")]
    [InlineData(
        "models",
        "model FIXTURES/parallel-800m.log.gz FIXTURES/dotnet.nettrace.gz FIXTURES/go-gogc100.gctrace samples/python/sessions-kept.upgc "
            + "--limit 100m --limit 500m")]
    [InlineData("what-if", "model samples/requests/service.upgc.gz --requests samples/requests/requests.csv --slow 200ms --limit 1g "
        + "--gc-threshold 1400 --gc-threshold 7000")]
    [InlineData("cycles", "cycles samples/python/cycles/kinds")]
    [InlineData("recommendations", "cycles samples/python/cycles/recommendations")]
    [InlineData("single", "compare samples/jvm/retaining-g1-jdk17.log.gz samples/jvm/dropped-g1-jdk17.log.gz --all")]
    [InlineData("allocations", "compare samples/dotnet/large-objects.nettrace.gz samples/dotnet/large-objects-pooled.nettrace.gz --all")]
    [InlineData("gogc", "compare samples/go/catalog-gogc100.gctrace samples/go/catalog-gogc800.gctrace --all")]
    // Logs of invented nights: an upgrade before the tenth, and a twelfth with long pauses.
    [InlineData("trend", "trend web/fixtures/documents/nights")]
    [InlineData("repeated", "compare samples/jvm/*-jdk17.log samples/jvm/*-jdk25.log --all")]
    public void PageFixture_Command_StillWritesIt(string name, string command)
    {
        using var folder = new TemporaryFolder();
        string[] made = [Path.Combine(folder.Path, "made.json"), Path.Combine(folder.Path, "made.txt")];
        var arguments = command.Replace("FIXTURES", "tests/Unpause.Tests/fixtures/models", StringComparison.Ordinal).Split(' ');
        var result = Cli.UnpauseIn(RepositoryFolder.File("."), Wide, [.. arguments, .. made.SelectMany(file => new[] { "-o", file })]);
        // 3: part of a sample is unreadable.
        Assert.True(result.ExitCode is 0 or 3, result.ToString());
        AssertCommitted(name, made);
    }

    /// <summary>A finished experiment: its journal is committed, so that the same command line runs no trial.</summary>
    [Fact]
    public void PageFixture_FinishedTune_StillWritesIt()
    {
        using var folder = new TemporaryFolder();
        string[] made = [Path.Combine(folder.Path, "made.json"), Path.Combine(folder.Path, "made.txt")];
        var kept = Directory.CreateDirectory(Path.Combine(folder.Path, "kept")).FullName;
        foreach (var file in Directory.GetFiles(RepositoryFolder.File("web", "fixtures", "documents", "tuned")))
            File.Copy(file, Path.Combine(kept, Path.GetFileName(file)));
        var result = Cli.UnpauseIn(
            RepositoryFolder.File("."), Wide,
            [.. Tune.Split(' '), "--keep", kept, .. made.SelectMany(file => new[] { "-o", file }), "--", .. Service.Split(' ')]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.DoesNotContain("trial 1:", result.Error, StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(made[0]), "unpause.tune-1.schema.json"));
        AssertCommitted("tune", made);
    }

    private static void AssertCommitted(string name, string[] made)
    {
        foreach (var file in made)
        {
            var committed = RepositoryFolder.File("web", "fixtures", "documents", name + Path.GetExtension(file));
            var text = ToolVersion().Replace(File.ReadAllText(file), "\"tool_version\": \"0.0.0\"");
            if (Environment.GetEnvironmentVariable(Regenerate) is not null) File.WriteAllText(committed, text);
            Assert.Equal(Rounded(text), Rounded(File.ReadAllText(committed)));
        }
    }

    // The last digits depend on the processor.
    private static string Rounded(string json) => LongNumber().Replace(
        json, number => double.Parse(number.Value, CultureInfo.InvariantCulture).ToString("G6", CultureInfo.InvariantCulture));

    [GeneratedRegex("\"tool_version\": \"[^\"]*\"")]
    private static partial Regex ToolVersion();

    [GeneratedRegex("-?[0-9]+\\.[0-9]{6,}(E-?[0-9]+)?")]
    private static partial Regex LongNumber();
}
