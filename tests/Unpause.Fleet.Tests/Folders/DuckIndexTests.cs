using System.Text;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.Duck;

namespace Unpause.Fleet.Tests.Folders;

public class DuckIndexTests
{
    private static readonly FleetSelection All = new();

    [Fact]
    public async Task Update_FoldersComeAndGoInKnownOnes_AreSeen()
    {
        using var folders = new ReportFolders();
        folders.Write("web-1/2026-10-01/1.json", new InventedReport());
        folders.Age(Path.Combine(folders.Root, "web-1", "x"));
        folders.Age(Path.Combine(folders.Root, "x"));
        Assert.Equal(1, (await folders.CoverageAsync()).Reports);

        folders.Write("web-1/2026-10-02/1.json", new InventedReport { Start = new(2026, 10, 2, 10, 0, 0, TimeSpan.Zero) });
        folders.Age(Path.Combine(folders.Root, "web-1", "x"));
        Assert.Equal(2, (await folders.CoverageAsync()).Reports);
        Assert.Equal(2, (await folders.CoverageAsync()).Reports);

        Directory.Delete(Path.Combine(folders.Root, "web-1", "2026-10-01"), recursive: true);
        folders.Age(Path.Combine(folders.Root, "web-1", "x"));
        Assert.Equal(1, (await folders.CoverageAsync()).Reports);
        Directory.Delete(Path.Combine(folders.Root, "web-1"), recursive: true);
        folders.Age(Path.Combine(folders.Root, "x"));
        Assert.Equal(0, (await folders.CoverageAsync()).Reports);
    }

    [Fact]
    public async Task Reports_OfTwoHosts_AreCountedWithTheirTimes()
    {
        using var folders = new ReportFolders();
        folders.Write("web-1/2026-10-01/10-orders-42.json", new InventedReport());
        folders.Write("web-2/2026-10-01/11-orders-42.json.gz", ReportFolders.Gzip(Encoding.UTF8.GetBytes(
            new InventedReport { Host = "web-2", Start = new(2026, 10, 1, 11, 0, 0, TimeSpan.Zero) }.Json())));
        var coverage = await folders.CoverageAsync();
        Assert.Equal((2L, 2, 2, 1), (coverage.Reports, coverage.Processes, coverage.Hosts, coverage.Services));
        Assert.Equal(1200, coverage.CoveredSeconds);
        Assert.Equal(new DateTimeOffset(2026, 10, 1, 10, 0, 0, TimeSpan.Zero), coverage.From);
        Assert.Equal(new DateTimeOffset(2026, 10, 1, 11, 10, 0, TimeSpan.Zero), coverage.To);
        Assert.Equal((0L, 0), (coverage.Overlapping, coverage.Unread.Count));
    }

    [Fact]
    public async Task Report_ThatIsThereTwice_CountsOnce()
    {
        using var folders = new ReportFolders();
        var report = new InventedReport();
        folders.Write("a/1.json", report);
        folders.Write("b/1.json", report);
        var coverage = await folders.CoverageAsync();
        Assert.Equal((1L, 1L, 600), (coverage.Reports, coverage.Overlapping, coverage.CoveredSeconds));
    }

    [Fact]
    public async Task Reports_OfOneTimeOfAProcess_CountOnce()
    {
        using var folders = new ReportFolders();
        var first = new InventedReport();
        folders.Write("a/1.json", first);
        folders.Write("a/2.json", new InventedReport { Start = first.Start.AddMinutes(2) });
        folders.Write("a/3.json", new InventedReport { Start = first.Start.AddMinutes(9) });
        var coverage = await folders.CoverageAsync();
        Assert.Equal((2L, 1L), (coverage.Reports, coverage.Overlapping));
    }

    [Fact]
    public async Task Reports_WithoutAProcess_AreOneEach()
    {
        using var folders = new ReportFolders();
        var report = new InventedReport { Pid = null, RunId = null, Host = null };
        folders.Write("a/1.json", report);
        folders.Write("a/2.json", report with { DurationMs = 500_000 });
        var coverage = await folders.CoverageAsync();
        Assert.Equal((2L, 2L, 0L), (coverage.Reports, coverage.Processes, coverage.Overlapping));
    }

    [Fact]
    public async Task Reports_ThatEachOverlapTheOneBefore_LeaveOutEachSecond()
    {
        using var folders = new ReportFolders();
        var first = new InventedReport();
        for (var i = 0; i < 5; i++) folders.Write($"a/{i}.json", new InventedReport { Start = first.Start.AddMinutes(4 * i) });
        var coverage = await folders.CoverageAsync();
        Assert.Equal((3L, 2L), (coverage.Reports, coverage.Overlapping));
    }

    [Fact]
    public async Task Reports_OfOneTimeInTwoFolders_CountOnce()
    {
        using var folders = new ReportFolders();
        var (report, written) = (new InventedReport(), DateTime.UtcNow.AddDays(-1));
        // Copied with its name and time, as rsync does.
        foreach (var folder in new[] { "a", "b" }) File.SetLastWriteTimeUtc(folders.Write($"{folder}/1.json", report), written);
        folders.Write("b/2.json", new InventedReport { Start = report.Start.AddMinutes(2) });
        await using var store = folders.Open(Path.Combine(folders.Root, "a"), Path.Combine(folders.Root, "b"));
        var coverage = await store.CoverageAsync(All, CancellationToken.None);
        Assert.Equal((1L, 2L, 600), (coverage.Reports, coverage.Overlapping, coverage.CoveredSeconds));
        Assert.Equal(2, (await store.CausesAsync(All, CancellationToken.None))!.Count);
    }

    [Fact]
    public async Task Update_WithALateReport_ReadsOnlyThat()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        await folders.CoverageAsync();
        folders.Write("a/2.json", new InventedReport { Pid = 43 });
        folders.Write("b/3.json", new InventedReport { Pid = 44 });
        using (var index = DuckIndex.Open(folders.Root, null)) Assert.Equal(2, index.Update(_ => { }, CancellationToken.None));
        Assert.Equal(3L, (await folders.CoverageAsync()).Reports);
        Assert.Equal(2, Directory.GetFiles(folders.Index, "files-*.parquet").Length);
    }

    [Fact]
    public async Task Update_WithNothingNew_LeavesTheIndexAsItIs()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        await folders.CoverageAsync();
        folders.Age(folders.Index);
        await folders.CoverageAsync();
        var before = Directory.GetFiles(folders.Index).Order().Select(file => (file, File.GetLastWriteTimeUtc(file))).ToList();
        await folders.CoverageAsync();
        Assert.Equal(before.Where(IsParquet), Directory.GetFiles(folders.Index).Order()
            .Select(file => (file, File.GetLastWriteTimeUtc(file))).Where(IsParquet));

        static bool IsParquet((string Path, DateTime Time) file) => file.Path.EndsWith(".parquet", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Update_AfterAReportIsGone_ForgetsIt()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        folders.Write("a/2.json", new InventedReport { Pid = 43 });
        Assert.Equal(2L, (await folders.CoverageAsync()).Reports);
        folders.Delete("a/1.json");
        Assert.Equal(1L, (await folders.CoverageAsync()).Reports);
        folders.Write("b/9.json", new InventedReport { Pid = 44 });
        Assert.Equal(2L, (await folders.CoverageAsync()).Reports);
    }

    [Fact]
    public async Task Update_AfterAFolderIsGone_ForgetsItsReports()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        folders.Write("b/2.json", new InventedReport { Pid = 43 });
        Assert.Equal(2L, (await folders.CoverageAsync()).Reports);
        Directory.Delete(Path.Combine(folders.Root, "b"), recursive: true);
        Assert.Equal(1L, (await folders.CoverageAsync()).Reports);
    }

    [Fact]
    public async Task Update_AfterAReportIsWrittenAgain_CountsTheNewOne()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport { DurationMs = 600_000 });
        Assert.Equal(600, (await folders.CoverageAsync()).CoveredSeconds);
        File.Delete(Path.Combine(folders.Root, "a/1.json"));
        folders.Write("a/1.json", new InventedReport { DurationMs = 300_000 });
        File.SetLastWriteTimeUtc(Path.Combine(folders.Root, "a/1.json"), DateTime.UtcNow.AddMinutes(1));
        var coverage = await folders.CoverageAsync();
        Assert.Equal((1L, 300), (coverage.Reports, coverage.CoveredSeconds));
    }

    [Fact]
    public async Task Update_AfterABatchWasNotFinished_ReadsItAgain()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        await folders.CoverageAsync();
        // As kill -9 leaves it: rows without the table of files, and a file that was being written.
        File.Delete(Path.Combine(folders.Index, "files-1.parquet"));
        File.Delete(Path.Combine(folders.Index, "folders.parquet"));
        File.WriteAllText(Path.Combine(folders.Index, "runs-2.parquet.new"), "half");
        Assert.Equal(1L, (await folders.CoverageAsync()).Reports);
        Assert.Empty(Directory.GetFiles(folders.Index, "*.new"));
    }

    [Fact]
    public async Task Update_OfManyBatches_MakesOneOfThem()
    {
        using var folders = new ReportFolders();
        for (var i = 0; i < 27; i++)
        {
            folders.Write($"a/{i}.json", new InventedReport { Pid = i });
            if (i == 10) folders.Delete("a/3.json");
            using var index = DuckIndex.Open(folders.Root, null);
            index.Update(_ => { }, CancellationToken.None);
        }

        Assert.True(Directory.GetFiles(folders.Index, "files-*.parquet").Length < 10);
        Assert.Equal(26L, (await folders.CoverageAsync()).Reports);
    }

    [Fact]
    public async Task Folder_WithDamagedFiles_SaysWhich()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        folders.Write("a/other-version.json", new InventedReport { Schema = "unpause.report/9" });
        folders.Write("a/no-report.json", "{\"a\":1}"u8.ToArray());
        folders.Write("a/half.json", "{\"schema\":\"unpause.rep"u8.ToArray());
        folders.Write("a/null.json", "null"u8.ToArray());
        folders.Write(
            "a/nulls.json",
            """{"schema":"unpause.report/1","processes":[null,{},{"source":null,"pauses":{}}],"findings":[null]}"""u8.ToArray());
        folders.Write("a/damaged.json.gz", [0x1F, 0x8B, 1, 2, 3]);
        folders.Write("a/bomb.json.gz", ReportFolders.Gzip(new byte[300 << 20]));
        var coverage = await folders.CoverageAsync();
        Assert.Equal(1L, coverage.Reports);
        Assert.Equal(6, coverage.Unread.Sum(input => input.Count));
        Assert.Contains(coverage.Unread, input => input.Example == "a/other-version.json");
    }

    [Fact]
    public async Task Report_WithHostileTexts_IsReadAndQuoted()
    {
        using var folders = new ReportFolders();
        const string Hostile = "x'); DROP TABLE runs; --\u0000\u001b[31m\n\ud800\"";
        folders.Write("it's 'quoted'/1.json",
            new InventedReport { Service = Hostile, Host = Hostile, Version = new string('v', 100_000), Finding = Hostile });
        await using var store = folders.Open();
        var causes = await store.CausesAsync(All, CancellationToken.None);
        Assert.All(causes!, cause => Assert.DoesNotContain(cause.Service, char.IsControl));
        var service = causes![0].Service;
        Assert.Equal(2, (await store.CausesAsync(All with { Service = service }, CancellationToken.None))!.Count);
        Assert.Empty((await store.CausesAsync(All with { Service = "x' OR 'a'='a" }, CancellationToken.None))!);
        Assert.True((await store.SlicesAsync(All, CancellationToken.None))[0].Version.Length < 1000);
    }

    [Theory]
    [InlineData("\"duration_ms\":600000", "\"duration_ms\":1e308")]
    [InlineData("\"duration_ms\":600000", "\"duration_ms\":-5")]
    [InlineData("\"total_ms\":3000", "\"total_ms\":-1e300")]
    [InlineData("\"indexes\":[300,310]", "\"indexes\":[310,300]")]
    [InlineData("\"indexes\":[300,310]", "\"indexes\":[2147483647,-2147483648]")]
    [InlineData("\"counts\":[1,2]", "\"counts\":[9223372036854775807,9223372036854775807]")]
    [InlineData("\"count\":3", "\"count\":-9223372036854775808")]
    [InlineData("\"processors\":4", "\"processors\":9223372036854775807")]
    [InlineData("\"start_ms\":1000", "\"start_ms\":1e300")]
    [InlineData("\"allocated_bytes\":6000", "\"allocated_bytes\":-1")]
    [InlineData("\"started_at\":\"2026", "\"started_at\":\"9999")]
    public async Task Report_WithHostileNumbers_BreaksNoQuestion(string number, string hostile)
    {
        using var folders = new ReportFolders();
        var json = new InventedReport { LostMs = 500 }.Json();
        Assert.Contains(number, json);
        folders.Write("a/1.json", Encoding.UTF8.GetBytes(json.Replace(number, hostile, StringComparison.Ordinal)));
        folders.Write("a/2.json", new InventedReport { Pid = 43 });
        await using var store = folders.Open();
        Assert.InRange((await store.CoverageAsync(All, CancellationToken.None)).Reports!.Value, 1, 2);
        Assert.NotEmpty((await store.CausesAsync(All, CancellationToken.None))!);
        Assert.NotEmpty(await store.SlicesAsync(All, CancellationToken.None));
        Assert.NotEmpty(await store.ProcessesAsync(All, CancellationToken.None));
        Assert.NotEmpty((await store.LongStopsAsync(All, CancellationToken.None))!);
    }

    [Fact]
    public async Task Files_InsteadOfAFolder_AreReadWithoutAnIndexBesideThem()
    {
        using var folders = new ReportFolders();
        var one = folders.Write("a/1.json", new InventedReport());
        var two = folders.Write("a/2.json", new InventedReport { Pid = 43 });
        folders.Write("a/3.json", new InventedReport { Pid = 44 });
        await using var store = folders.Open(one, two);
        Assert.Equal(2L, (await store.CoverageAsync(All, CancellationToken.None)).Reports);
        Assert.Equal(one, (await store.SlicesAsync(All, CancellationToken.None))[0].Report!.Path);
        Assert.False(Directory.Exists(folders.Index));
    }
}
