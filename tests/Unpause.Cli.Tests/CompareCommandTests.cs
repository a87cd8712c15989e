namespace Unpause.Tests;

public sealed class CompareCommandTests : IDisposable
{
    private static readonly string Retaining = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");
    private static readonly string Dropped = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void AStoredReportComparesAsItsRecordingDoes()
    {
        Assert.Equal(0, Cli.Unpause("report", Retaining, "-q", "-o", _folder["before.json"]).ExitCode);
        var stored = Cli.Unpause("compare", _folder["before.json"], Dropped);
        var recorded = Cli.Unpause("compare", Retaining, Dropped);
        Assert.Equal((0, ""), (recorded.ExitCode, recorded.Error));
        Assert.Contains("Stopped 19.2 % of the time → 0.16 % (−99.2 %)", recorded.Output, StringComparison.Ordinal);
        Assert.Equal(AfterTheNames(recorded.Output), AfterTheNames(stored.Output));
    }

    [Fact]
    public void WhatCannotBeComparedIsRefused()
    {
        var go = Cli.Unpause("compare", Retaining, RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"));
        Assert.Equal((3, ""), (go.ExitCode, go.Output));
        Assert.StartsWith("unpause: JVM and Go have nothing to compare", go.Error, StringComparison.Ordinal);
        var nothing = Cli.Unpause("compare", Retaining, RepositoryFolder.File("README.md"));
        Assert.Equal((2, ""), (nothing.ExitCode, nothing.Output));
        Assert.Equal(2, Cli.Unpause("compare", Retaining).ExitCode);
    }

    private static string AfterTheNames(string output) => output[output.IndexOf("\n\n", StringComparison.Ordinal)..];
}
