using System.IO.Compression;
using System.Text;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.History;

namespace Unpause.Services.Tests.Watch.History;

/// <summary>Real hourly reports of a program whose health check collects the heap, and of the same without (fixtures/README.md).</summary>
public sealed class ChangeProofTests : IDisposable
{
    private const int Old = 100, New = 200;
    private static readonly WatchCondition Long = new("long-stop", "max_stop>200ms");
    private static readonly DateTimeOffset Changed = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    private readonly string _ring = Directory.CreateTempSubdirectory("unpause-proof-").FullName;
    private readonly List<string> _log = [];
    private readonly ServiceChanges _changes = new();

    public void Dispose() => Directory.Delete(_ring, recursive: true);

    [Theory]
    [InlineData("collecting", "reading", true)]
    [InlineData("reading", "collecting", false)]
    public async Task Service_FourHoursOnEachSide_IsProvenBetterOrWorse(string before, string after, bool isBetter)
    {
        Restart();
        Keep(before, Old, Changed.AddHours(-4));
        Keep(after, New, Changed);
        await TurnAsync();
        var proof = _changes.Find("orders", Long, Changed.AddHours(4))!.Proof!;
        Assert.Equal(isBetter, proof.IsBetter);
        Assert.Contains("→", proof.Sentence, StringComparison.Ordinal);
        Assert.Contains(proof.Sentence, Assert.Single(_log), StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(_ring, "run", "compared")));

        await TurnAsync();
        Assert.Single(_log);
    }

    [Fact]
    public async Task Service_ThatIsTheSame_StaysNotProven()
    {
        Restart();
        Keep("collecting", Old, Changed.AddHours(-4));
        Keep("collecting", New, Changed);
        await TurnAsync();
        AssertNotProven();
    }

    [Fact]
    public async Task Service_ThreeHoursAfter_StaysNotProven()
    {
        Restart();
        Keep("collecting", Old, Changed.AddHours(-4));
        Keep("reading", New, Changed, hours: 3);
        await TurnAsync();
        AssertNotProven();
    }

    /// <summary>A rolling restart: an instance with the old settings goes on, and its hours are of neither side.</summary>
    [Fact]
    public async Task OldInstance_AfterTheChange_DoesNotCount()
    {
        Restart();
        Keep("collecting", Old, Changed.AddHours(-4));
        Keep("reading", Old, Changed);
        await TurnAsync();
        AssertNotProven();
    }

    [Fact]
    public async Task Reports_ThatAreNone_ProveNothing()
    {
        Restart();
        for (var hour = 0; hour < 8; hour++) Write(hour < 4 ? Old : New, Changed.AddHours(hour - 4), "{]"u8.ToArray());
        await TurnAsync();
        AssertNotProven();
    }

    [Fact]
    public void Reports_OfManyHours_AreTheNewestEightOfEachSide()
    {
        Restart();
        for (var hour = -20; hour < 20; hour++) Write(hour < 0 ? Old : New, Changed.AddHours(hour), [1]);
        // Another service, whose name begins as this one's does.
        Write(New, Changed.AddHours(19), [1], "orders-archive");
        var (before, after) = Proof().Reports(_changes.Store().Single());
        Assert.Equal(
            Enumerable.Range(4, 8).Reverse().Select(hour => $"{hour:00}-orders-{Old}.json"), before.Select(path => Path.GetFileName(path)));
        Assert.Equal(8, after.Count);
        Assert.All(after, path => Assert.EndsWith($"-orders-{New}.json", path, StringComparison.Ordinal));
        Assert.Equal("2026-11-29", Path.GetFileName(Path.GetDirectoryName(after[0])));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{\"outcome\":\"better\",\"verdict\":\"Better\"}")]
    [InlineData("{\"outcome\":\"better\",\"basis\":\"within_run\",\"verdict\":\"Better\"}")]
    [InlineData("{\"outcome\":\"not_comparable\",\"basis\":\"runs\",\"verdict\":\"Not comparable\"}")]
    [InlineData("{\"outcome\":1,\"basis\":\"runs\",\"verdict\":null}")]
    public void Comparison_WithoutAProof_IsNone(string json) => Assert.Null(ProvenChange.Read(Encoding.UTF8.GetBytes(json)));

    private void AssertNotProven()
    {
        var change = _changes.Find("orders", Long, Changed.AddHours(4))!;
        Assert.Equal("version 1 → 2", change.What);
        Assert.Null(change.Proof);
        Assert.Empty(_log);
    }

    private Task TurnAsync() => Proof().TurnAsync(Changed.AddHours(4), CancellationToken.None);

    private ChangeProof Proof() => new(
        new WatchSettings { Ring = _ring, StretchSeconds = 60 }, Programs.Unpause, _changes) { Log = _log.Add };

    private void Restart()
    {
        var before = Process(Old, "1");
        _changes.See([before], Changed.AddHours(-5));
        _changes.Held(new WatchAlert(before, Long, Changed.AddHours(-3)), Changed.AddHours(-3));
        _changes.See([Process(New, "2")], Changed);
    }

    private static RingProcess Process(int id, string version) =>
        new($"{id}-1", id, "dotnet", RingProcess.Recording) { Service = "orders", ServiceVersion = version };

    private void Keep(string kind, int id, DateTimeOffset since, int hours = 4)
    {
        for (var hour = 0; hour < hours; hour++)
        {
            using var packed = new GZipStream(
                File.OpenRead(RepositoryFolder.File("tests", "Unpause.Services.Tests", "fixtures", $"{kind}-{hour + 1}.json.gz")),
                CompressionMode.Decompress);
            using var report = new MemoryStream();
            packed.CopyTo(report);
            Write(id, since.AddHours(hour), report.ToArray());
        }
    }

    private void Write(int id, DateTimeOffset hour, byte[] report, string service = "orders")
    {
        var path = Path.Combine(_ring, "history", $"{hour:yyyy-MM-dd}", $"{hour:HH}-{service}-{id}.json");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, report);
        File.SetLastWriteTimeUtc(path, hour.UtcDateTime.AddMinutes(59));
    }
}
