using Unpause.Reports;

namespace Unpause.Tests.Reports.Contract;

/// <summary>Reports that older versions wrote (fixtures/reports).</summary>
internal static class OlderReports
{
    private const string Version = "f88a777";

    public static string File(string name) => RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "reports", Version, name);

    /// <summary>Every stored report, by its name without endings.</summary>
    public static TheoryData<string> Names =>
        new(Directory.GetFiles(File(""), "*.json.gz")
            .Select(path => Path.GetFileName(path)[..^".json.gz".Length])
            .Order(StringComparer.Ordinal));

    public static FinishedReport Read(string name)
    {
        using var stream = System.IO.File.OpenRead(File(name + ".json.gz"));
        var read = StoredReports.Read(stream, out var fault);
        Assert.Null(fault);
        return read!;
    }
}
