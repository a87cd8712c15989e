using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Readers.Archives;

/// <summary>Archives and packed files of real tools: the same recordings and requests as of the files in them.</summary>
public class ArchiveTests
{
    private const string Log = "samples/jvm/g1-jdk17.log";

    [Theory]
    [InlineData("gnu.tar.gz", 2)]
    [InlineData("pax.tar.xz", 2)]
    [InlineData("ustar.tar.bz2", 1)]
    [InlineData("v7.tar.zst", 1)]
    [InlineData("lzma2.7z", 2)]
    [InlineData("lzma.7z", 2)]
    [InlineData("bzip2.7z", 2)]
    [InlineData("deflate.7z", 2)]
    [InlineData("apart.7z", 2)]
    public void Archive_OfARealTool_IsReadAsItsFiles(string name, int recordings)
    {
        var loaded = ArchiveSamples.Load(ArchiveSamples.Bytes(name), "a");
        Assert.Empty(loaded.Unread);
        Assert.Equal(recordings, loaded.Recordings.Count);
        var log = Assert.Single(loaded.Recordings, recording => recording.Source.Files.Count == 2);
        Assert.Equal(["a/bundle/logs/gc.log.0", "a/bundle/logs/gc.log"], log.Source.Files);
        Assert.Equal(JvmLogs.Read(Log).Pauses, log.Pauses);
        Assert.Equal(JvmLogs.Read(Log).DurationNanoseconds, log.DurationNanoseconds);
        foreach (var go in loaded.Recordings.Except([log]))
        {
            Assert.EndsWith("xxx.txt", Assert.Single(go.Source.Files), StringComparison.Ordinal);
            Assert.Equal(40, go.Collections.Count);
        }

        Assert.Superset(
            new HashSet<string> { "a/bundle/README", "a/bundle/requests.csv" }, loaded.PassedOver.Select(file => file.Name).ToHashSet());
    }

    [Fact]
    public void SevenZip_StoredFiles_AreRead()
    {
        var loaded = ArchiveSamples.Load(ArchiveSamples.Bytes("copy.7z"), "a");
        Assert.Empty(loaded.Unread);
        Assert.Equal(40, Assert.Single(loaded.Recordings).Collections.Count);
    }

    [Theory]
    [InlineData("gc.log.xz")]
    [InlineData("gc.log.bz2")]
    [InlineData("gc.log.zst")]
    public void PackedFile_OfTwoStreams_IsReadAsTheFile(string name)
    {
        var bytes = ArchiveSamples.Bytes(name);
        var expected = JvmLogs.Read(Log);
        foreach (var open in new Func<Stream>[] { () => new MemoryStream(bytes), () => new ArchiveSamples.Pipe(bytes) })
        {
            var loaded = RuntimeTable.Default.Load([new RecordingInput("x", open)]);
            Assert.Empty(loaded.Unread);
            var recording = Assert.Single(loaded.Recordings);
            Assert.Equal(expected.Pauses, recording.Pauses);
            Assert.Equal(expected.Source.ContentId, recording.Source.ContentId);
            Assert.Empty(recording.Coverage.Notes);
        }
    }

    [Theory]
    [InlineData("gnu.tar.gz")]
    [InlineData("lzma2.7z")]
    public void Archive_WithRequests_IsReadAsRequests(string name)
    {
        var loaded = ArchiveSamples.LoadRequests(ArchiveSamples.Bytes(name), "a");
        Assert.Empty(loaded.Unread);
        var set = Assert.Single(loaded.Sets);
        Assert.Equal("a/bundle/requests.csv", Assert.Single(set.Files));
        Assert.Equal(49, set.Requests.Count);
    }

    [Fact]
    public void Archive_WithoutRequests_IsReported()
    {
        var unread = Assert.Single(ArchiveSamples.LoadRequests(ArchiveSamples.Tar(("a.txt", "text\n"u8.ToArray())), "a").Unread);
        Assert.Equal((InputFault.UnknownFormat, "a"), (unread.Fault, unread.Name));
    }

    [Theory]
    [InlineData("encrypted.7z")]
    [InlineData("hidden.7z")]
    [InlineData("ppmd.7z")]
    public void SevenZip_UnreadableMethod_IsReported(string name)
    {
        var loaded = ArchiveSamples.Load(ArchiveSamples.Bytes(name), name);
        Assert.Empty(loaded.Recordings);
        var unread = Assert.Single(loaded.Unread);
        Assert.Equal(InputFault.Damaged, unread.Fault);
        Assert.Contains("encrypted", unread.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Tar_ThroughAPipe_IsRead()
    {
        var bytes = ArchiveSamples.Bytes("gnu.tar.gz");
        Assert.Equal(2, RuntimeTable.Default.Load([new RecordingInput("-", () => new ArchiveSamples.Pipe(bytes))]).Recordings.Count);
    }

    [Fact]
    public void SevenZipAndZip_ThroughAPipe_AreRead()
    {
        var log = JvmLogs.Bytes(Log);
        foreach (var (bytes, expected) in new[] { (ArchiveSamples.Bytes("lzma2.7z"), 2), (ArchiveSamples.Zip(("gc.log", log)), 1) })
        {
            var loaded = RuntimeTable.Default.Load([new RecordingInput("-", () => new ArchiveSamples.Pipe(bytes))]);
            Assert.Empty(loaded.Unread);
            Assert.Equal(expected, loaded.Recordings.Count);
        }
    }

    /// <summary>More than is peeked at, so that it is kept packed; opened again for each part of the series.</summary>
    [Fact]
    public void Tar_LongFiles_AreReadAsTheFiles()
    {
        var text = string.Concat(Enumerable.Repeat(Encoding.UTF8.GetString(JvmLogs.Bytes(Log)), 4));
        var expected = JvmLogs.Load(text);
        Assert.InRange(text.Length, Limits.DetectionBytes + 1, int.MaxValue);
        var loaded = ArchiveSamples.Load(ArchiveSamples.Tar(("gc.log", Encoding.UTF8.GetBytes(text))), "a.tar");
        Assert.Equal(expected.Recordings.Select(recording => recording.Pauses.Count), loaded.Recordings.Select(one => one.Pauses.Count));
        Assert.Equal(expected.Recordings[0].Source.ContentId, loaded.Recordings[0].Source.ContentId);
    }

    [Fact]
    public void RotatedSeries_OtherPackings_AreOneSeries() => Assert.All(
        ["gc.log.1.xz", "gc.log.2.zst", "gc.log.3.bz2", "gc.log.4.gz", "gc.log"],
        name => Assert.Equal("gc.log", RotatedSeries.SeriesOf(name)));
}
