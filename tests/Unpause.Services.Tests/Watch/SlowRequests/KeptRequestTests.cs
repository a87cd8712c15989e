using Unpause.Recordings.Rings;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Tests.Watch.SlowRequests;

public sealed class KeptRequestTests : IDisposable
{
    private readonly string _ring = Directory.CreateTempSubdirectory("unpause-kept-").FullName;

    public void Dispose() => Directory.Delete(_ring, recursive: true);

    [Fact]
    public void Log_OfSeveralSegments_IsOneWithItsHeadOnce()
    {
        Write(new LogSegment(1, 5), "head\n1\n2\n");
        Write(new LogSegment(2, 5), "head\n3\n4");

        Files().CopyTo(_ring, DateTimeOffset.UtcNow - TimeSpan.FromMinutes(1));

        // The last line is not whole yet.
        Assert.Equal("head\n1\n2\n3\n", File.ReadAllText(Path.Combine(_ring, "requests.log")));
        Assert.Equal([Path.Combine(_ring, "requests.log")], RequestFiles.In(_ring));
    }

    [Fact]
    public void Log_LargerThanTheLimit_KeepsItsLastLines()
    {
        var lines = string.Concat(Enumerable.Range(0, 80_000).Select(i => $"{i,99}\n"));
        for (var i = 1; i <= 3; i++) Write(new LogSegment(i, 5), "head\n" + lines);

        Files().CopyTo(_ring, DateTimeOffset.UtcNow - TimeSpan.FromMinutes(1));

        var kept = File.ReadAllText(Path.Combine(_ring, "requests.log"));
        Assert.InRange(kept.Length, ServiceLimits.MostKeptLogBytes - 200, ServiceLimits.MostKeptLogBytes);
        Assert.StartsWith("head\n   ", kept, StringComparison.Ordinal);
        Assert.EndsWith($"{79_999,99}\n", kept, StringComparison.Ordinal);
        Assert.All(kept.Split('\n')[1..^1], line => Assert.Equal(99, line.Length));
    }

    [Fact]
    public void Traces_MoreThanTheLimit_LeaveTheLatest()
    {
        var now = DateTimeOffset.UtcNow;
        var store = new TraceStore(TimeSpan.FromMinutes(10));
        for (var i = 0; i < 5; i++) store.Add([(byte)i], isJson: false, ServiceLimits.MostTraceSpans / 3, now);
        store.Add("{}"u8.ToArray(), isJson: true, 1, now);

        store.CopyTo(_ring, now);

        Assert.True(store.Spans <= ServiceLimits.MostTraceSpans);
        Assert.Equal(2, File.ReadAllBytes(Path.Combine(_ring, "traces.pb"))[^2..].Length);
        Assert.Equal("{}\n", File.ReadAllText(Path.Combine(_ring, "traces.json")));
        Assert.DoesNotContain((byte)0, File.ReadAllBytes(Path.Combine(_ring, "traces.pb")));
    }

    private RequestFiles Files() => new(new WatchSettings { Ring = _ring, StretchSeconds = 60, Requests = ["/var/log/access.log"] }, null);

    private void Write(LogSegment segment, string text)
    {
        var folder = LogSegment.FolderOf(_ring, 0);
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, segment.FileName), text);
    }
}
