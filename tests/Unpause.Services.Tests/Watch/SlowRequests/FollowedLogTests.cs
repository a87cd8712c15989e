using System.IO.Compression;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Tests.Watch.SlowRequests;

public sealed class FollowedLogTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-lines-").FullName;
    private readonly FollowedLog _log;
    private readonly List<ServedRequest> _slow = [];

    public FollowedLogTests() => _log = new FollowedLog(_folder, "access.log");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("127.0.0.1 - - [28/Nov/2026:12:00:0{0} +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"curl\" {1}.500")]
    [InlineData("127.0.0.1 \"GET /a HTTP/1.1\" 200 end_s=179586000{0}.123 duration_s={1}.500")]
    [InlineData("{{\"msec\":\"179586000{0}.123\",\"request_time\":\"{1}.500\",\"request\":\"GET /a HTTP/1.1\"}}")]
    [InlineData("time=2026-11-28T12:00:0{0}Z level=INFO msg=served method=GET path=/a duration={1}.5s")]
    public void Lines_OneAtATime_AreEachARequestOnce(string layout)
    {
        for (var i = 0; i < 10; i++)
        {
            Append(new LogSegment(1, 0), string.Format(System.Globalization.CultureInfo.InvariantCulture, layout, i, i % 2) + "\n");
            Poll();
            Poll();
        }

        Assert.Equal(10, _log.Requests);
        Assert.Null(_log.Fault);
        Assert.Equal(5, _slow.Count);
        Assert.All(_slow, request => Assert.Equal((1_500_000_000, "GET /a"), (request.Nanoseconds, request.Name)));
    }

    [Fact]
    public void Table_WhoseHeaderWasThereBefore_IsReadByIt()
    {
        const string Head = "start_ms,duration_ms\n1795860000000,2000\n";
        Append(new LogSegment(1, Head.Length), Head);
        Poll();
        Append(new LogSegment(1, Head.Length), "1795860001000,1500\n1795860001000,20\n");
        Poll();
        Append(new LogSegment(2, Head.Length), Head + "1795860002000,1600\n");
        Poll();

        Assert.Equal(3, _log.Requests);
        Assert.Equal([1_500_000_000, 1_600_000_000], _slow.Select(request => request.Nanoseconds));
    }

    [Fact]
    public void Lines_WithoutDurations_HaveAFault()
    {
        Append(new LogSegment(1, 0), "1.2.3.4 - - [28/Nov/2026:12:00:00 +0000] \"GET / HTTP/1.1\" 200 12 \"-\" \"curl\"\n");
        Poll();

        Assert.NotNull(_log.Fault);
        Assert.Empty(_slow);
    }

    [Fact]
    public void Lines_OfAnyBytes_NeitherFailNorAreUnpacked()
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionMode.Compress, leaveOpen: true)) gzip.Write(new byte[1 << 20]);
        File.WriteAllBytes(Path.Combine(_folder, new LogSegment(1, 0).FileName), [.. packed.ToArray(), (byte)'\n']);
        Poll();
        Assert.Equal("packed data", _log.Fault);

        var random = new Random(3);
        for (var i = 2; i < 200; i++)
        {
            var bytes = new byte[random.Next(2000)];
            random.NextBytes(bytes);
            var name = new LogSegment(i, random.Next(2) * bytes.Length / 2).FileName;
            File.WriteAllBytes(Path.Combine(_folder, name), [.. bytes, (byte)'\n']);
            Poll();
        }

        Append(new LogSegment(200, 0), "\u001b[2J\0\n");
        Poll();
        Assert.Equal(0, _log.Requests);
    }

    [Fact]
    public void Name_WithSecretsAndEscapes_IsDescribedWithoutThem()
    {
        var request = new ServedRequest(DateTimeOffset.UtcNow, 1_210_000_000) { Name = "GET /orders?token=abc\u001b[2J\u202e" };

        var text = request.Describe();

        Assert.StartsWith("a request of 1.21 s (GET /orders", text, StringComparison.Ordinal);
        Assert.DoesNotContain("abc", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
        Assert.DoesNotContain('\u202e', text);
    }

    private void Append(LogSegment segment, string text) => File.AppendAllText(Path.Combine(_folder, segment.FileName), text);

    private void Poll() => _log.Poll((set, from) => _slow.AddRange(ServedRequest.Slower(set, from, 1000)));
}
