using System.Diagnostics;
using Unpause.Recorder.Rings;
using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Tests.Rings;

/// <summary>An access log as nginx and logrotate treat it, and as an attacker may.</summary>
public sealed class RequestLogCopyTests : IDisposable
{
    private static readonly DateTimeOffset Start = DateTimeOffset.UtcNow;

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-log-").FullName;
    private readonly string _log;
    private readonly string _copies;
    private readonly RequestLogCopy _copy;
    private double _seconds;

    public RequestLogCopyTests()
    {
        (_log, _copies) = (Path.Combine(_folder, "access.log"), Path.Combine(_folder, "ring", "requests", "0"));
        _copy = new RequestLogCopy(_log, _copies, TimeSpan.FromMinutes(5));
    }

    public void Dispose()
    {
        _copy.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public void Log_ThatIsThereAtFirst_IsFollowedFromItsEndWithItsFirstLinesAsHead()
    {
        File.WriteAllText(_log, "old 1\nold 2\n");
        Turn();
        File.AppendAllText(_log, "new 1\nnew 2\n");
        Turn();

        Assert.Equal("new 1\nnew 2\n", Copied());
        var (segment, path) = Assert.Single(LogSegment.Find(_copies));
        Assert.Equal("old 1\nold 2\n", File.ReadAllText(path)[..segment.HeadBytes]);
    }

    [Fact]
    public void Log_ThatComesLater_IsFollowedFromItsStart()
    {
        Turn();
        File.WriteAllText(_log, "1\n2\n");
        Turn();

        Assert.Equal("1\n2\n", Copied());
    }

    [Fact]
    public void Line_InSeveralWrites_IsCopiedOnceItIsWhole()
    {
        Turn();
        File.WriteAllText(_log, "a");
        Turn();
        File.AppendAllText(_log, "b");
        Turn();
        Assert.Equal("", Copied());
        File.AppendAllText(_log, "c\nd");
        Turn();

        Assert.Equal("abc\n", Copied());
    }

    [Fact]
    public void Line_OfWhichTheStartWasThereBefore_IsLeftOut()
    {
        File.WriteAllText(_log, "old\nhalf of ");
        Turn();
        File.AppendAllText(_log, "a line\nnew\n");
        Turn();

        Assert.Equal("new\n", Copied());
    }

    [Fact]
    public void Log_RenamedAndCreatedAnew_LosesNoLineOfEither()
    {
        Turn();
        File.WriteAllText(_log, "1\n");
        Turn();
        File.AppendAllText(_log, "2\n");
        File.Move(_log, _log + ".1");
        // nginx writes into the renamed file until it gets USR1.
        File.AppendAllText(_log + ".1", "3\n");
        Turn();
        File.WriteAllText(_log, "4\n");
        File.AppendAllText(_log + ".1", "5\n");
        Turn();
        File.AppendAllText(_log + ".1", "6\n");
        File.WriteAllBytes(_log + ".1.gz", [0x1f, 0x8b, 8, 0]);
        Turn();
        File.AppendAllText(_log, "7\n");
        Turn();

        Assert.Equal(["1", "2", "3", "4", "5", "6", "7"], Copied().TrimEnd().Split('\n').Order());
    }

    [Fact]
    public void Log_Truncated_IsReadFromItsStartAgain()
    {
        Turn();
        File.WriteAllText(_log, "first line\nsecond line\n");
        Turn();
        using (var file = new FileStream(_log, FileMode.Open, FileAccess.Write)) file.SetLength(0);
        Turn();
        File.AppendAllText(_log, "third\n");
        Turn();

        Assert.Equal("first line\nsecond line\nthird\n", Copied());
    }

    [Fact]
    public void Line_OfTenMegabytes_IsLeftOutInBoundedMemory()
    {
        Turn();
        using (var file = new FileStream(_log, FileMode.Create, FileAccess.Write))
        {
            var block = new byte[1 << 20];
            block.AsSpan().Fill((byte)'x');
            for (var i = 0; i < 10; i++) file.Write(block);
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        Turn();
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 1 << 20);
        File.AppendAllText(_log, "end\nnext\n");
        Turn();

        Assert.Equal("next\n", Copied());
    }

    [Fact]
    public void Bytes_OfAnyKind_AreCopiedAsTheyAre()
    {
        byte[] lines = [0, 1, 2, .. "\n\e[2J\n"u8, 0xff, 0xfe, 0xc3, .. "\n\r\n"u8];
        Turn();
        File.WriteAllBytes(_log, lines);
        Turn();

        Assert.Equal(lines, File.ReadAllBytes(Assert.Single(LogSegment.Find(_copies)).Path));
    }

    [Theory]
    [InlineData("fifo")]
    [InlineData("folder")]
    [InlineData("link")]
    [InlineData("loop")]
    public async Task Log_ReplacedByWhatIsNoFile_NeitherBlocksNorIsRead(string kind)
    {
        Turn();
        File.WriteAllText(_log, "1\n");
        Turn();
        File.Delete(_log);
        var secret = Path.Combine(_folder, "shadow");
        File.WriteAllText(secret, "secret\n");
        if (kind == "fifo") Process.Start("mkfifo", [_log]).WaitForExit();
        else if (kind == "folder") Directory.CreateDirectory(_log);
        else File.CreateSymbolicLink(_log, kind == "link" ? secret : _log);
        var turns = Task.Run(() =>
        {
            for (var i = 0; i < 3; i++) Turn();
        }, TestContext.Current.CancellationToken);
        await turns.WaitAsync(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken);

        if (kind == "folder") Directory.Delete(_log);
        else File.Delete(_log);
        File.WriteAllText(_log, "2\n");
        Turn();
        Assert.Equal("1\n2\n", Copied());
    }

    [Fact]
    public void Copies_OfALargeLog_StayBounded()
    {
        Turn();
        File.WriteAllText(_log, "head\n");
        Turn();
        var lines = string.Concat(Enumerable.Range(0, 40_000).Select(i => $"{i,99}\n"));
        for (var i = 0; i < 30; i++)
        {
            File.AppendAllText(_log, lines);
            Turn(seconds: 10);
        }

        var sizes = LogSegment.Find(_copies).Select(one => new FileInfo(one.Path).Length).ToList();
        Assert.True(sizes.Sum() <= RequestLogCopy.MostBytes + (2 * RequestLogCopy.MostSegmentBytes), $"{sizes.Sum()}");
        Assert.True(sizes.Max() <= RequestLogCopy.MostSegmentBytes + (2 * LogSegment.MostLineBytes), $"{sizes.Max()}");
    }

    [Fact]
    public void Name_OfASegment_IsReadBack()
    {
        Assert.Equal(new LogSegment(12, 345), LogSegment.Parse(new LogSegment(12, 345).FileName));
        Assert.Null(LogSegment.Parse("new"));
        Assert.Null(LogSegment.Parse("1-2-3.log"));
        Assert.Null(LogSegment.Parse("-1-2.log"));
    }

    private void Turn(double seconds = 0.25) => _copy.Turn(Start + TimeSpan.FromSeconds(_seconds += seconds));

    /// <summary>All copied lines, without heads.</summary>
    private string Copied() => string.Concat(LogSegment.Find(_copies).Select(one => File.ReadAllText(one.Path)[one.Segment.HeadBytes..]));
}
