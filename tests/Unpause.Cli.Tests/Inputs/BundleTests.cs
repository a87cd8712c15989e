using Unpause.Tests;

namespace Unpause.Cli.Tests.Inputs;

/// <summary>What people have after an incident: support bundles, a pipe, a process id.</summary>
public sealed class BundleTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Bundles => ["lzma2.7z", "gnu.tar.gz", "folder"];

    [Theory]
    [MemberData(nameof(Bundles))]
    public void Bundle_WithRequests_IsListed(string name)
    {
        var bundle = Bundle(name);
        var result = Cli.Unpause("report", bundle, "-q", "-o", _folder["r.json"]);
        Assert.Equal(0, result.ExitCode);
        Assert.Contains("found 2 recordings", result.Error, StringComparison.Ordinal);
        Assert.Contains("requests.csv: csv", result.Error, StringComparison.Ordinal);
        Assert.Contains($"--requests {bundle} --slow", result.Error, StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(_folder["r.json"])));
    }

    [Theory]
    [MemberData(nameof(Bundles))]
    public void Bundle_AsRequests_IsRead(string name)
    {
        var bundle = Bundle(name);
        var result = Cli.Unpause("report", bundle, "--requests", bundle, "--slow", "400ms", "--format", "json");
        Assert.Contains("\"requests\": {", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("--slow", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Bundle_Verbose_NamesEachFileThatIsNoRecording()
    {
        var result = Cli.Unpause("report", Bundle("gnu.tar.gz"), "--verbose");
        foreach (var name in new[] { "README", "requests.csv" })
            Assert.Contains($"skipped {Bundle("gnu.tar.gz")}/bundle/{name}: ", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_IdOfALiveProcess_NamesTheCommand()
    {
        var id = Environment.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture);
        foreach (var arguments in new string[][] { [id], ["report", id], ["compare", id, id] })
        {
            var result = Cli.Unpause(arguments);
            Assert.Equal((2, ""), (result.ExitCode, result.Output));
            Assert.EndsWith($": unpause record {id}\n", result.Error, StringComparison.Ordinal);
        }

        Assert.DoesNotContain("record", Cli.Unpause("2147483646").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_PipeWithoutADash_IsRead()
    {
        var packed = File.ReadAllBytes(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "archives", "gc.log.xz"));
        var expected = Cli.UnpauseFed(packed, "-");
        Assert.Equal(0, expected.ExitCode);
        Assert.Equal(expected.Output, Cli.UnpauseFed(packed).Output);
        Assert.Equal(expected.Output, Cli.UnpauseFed(packed, "report").Output);
        Assert.Contains("Options:", Cli.UnpauseFed(packed, "report", "--help").Output, StringComparison.Ordinal);
    }

    private string Bundle(string name)
    {
        if (name != "folder") return RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "archives", name);
        Directory.CreateDirectory(_folder["bundle"]);
        File.Copy(RepositoryFolder.File("samples", "jvm", "g1-jdk17.log"), _folder["bundle/gc.log"], overwrite: true);
        File.Copy(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"), _folder["bundle/go.txt"], overwrite: true);
        File.Copy(RepositoryFolder.File("samples", "requests", "requests.csv"), _folder["bundle/requests.csv"], overwrite: true);
        return _folder["bundle"];
    }
}
