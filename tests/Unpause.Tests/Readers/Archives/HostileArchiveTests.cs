using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Tests.Readers.Jvm;
using ZstdSharp;

namespace Unpause.Tests.Readers.Archives;

/// <summary>Cut, mutated and lying archives: a note, no exception, no hang, and no memory for what is only claimed.</summary>
public class HostileArchiveTests
{
    private const long MostAllocated = 64 * 1024 * 1024;

    private static readonly byte[] Log = JvmLogs.Bytes("samples/jvm/g1-jdk17.log");

    public static TheoryData<string> Samples => [.. Directory
        .EnumerateFiles(ArchiveSamples.Path("")).Select(path => Path.GetFileName(path)!)
        .Where(name => name is not ("make" or "README.md")).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Samples))]
    public void Archive_CutAnywhere_IsReported(string name)
    {
        var bytes = ArchiveSamples.Bytes(name);
        var whole = ArchiveSamples.Load(bytes, name).Recordings.Sum(recording => recording.Collections.Count);
        for (var at = 7; at < bytes.Length; at += Math.Max(1, bytes.Length / 60))
        {
            var loaded = ArchiveSamples.Load(bytes[..at], name);
            // The end of a tar archive is zeros.
            var isWhole = loaded.Recordings.Sum(recording => recording.Collections.Count) == whole;
            Assert.True(
                loaded.Unread.Count > 0 || loaded.Recordings.Any(one => one.Coverage.Unreadable) || isWhole, $"{name} of {at} bytes");
            ArchiveSamples.LoadRequests(bytes[..at], name);
        }
    }

    [Theory]
    [MemberData(nameof(Samples))]
    public void Archive_ChangedBytes_EndsWithoutAnException(string name)
    {
        var bytes = ArchiveSamples.Bytes(name);
        var random = new Random(41);
        for (var round = 0; round < 60; round++)
        {
            var changed = bytes.ToArray();
            // Every other time where the headers are.
            var most = round % 2 == 0 ? changed.Length : Math.Min(64, changed.Length);
            for (var i = 0; i < 3; i++) changed[random.Next(most)] = (byte)random.Next(256);
            if (round % 4 == 3) changed[^(1 + random.Next(100))] ^= 0x55;
            ArchiveSamples.Load(changed, name);
        }
    }

    /// <summary>What came before the cut is read, and the archive is reported.</summary>
    [Fact]
    public void Tar_CutInsideALog_KeepsWhatCameBefore()
    {
        var bytes = ArchiveSamples.Tar(("one.log", Log), ("two.log", Log));
        var loaded = ArchiveSamples.Load(bytes[..^(Log.Length / 2)], "a.tar");
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.False(loaded.Recordings[0].Coverage.Unreadable);
        Assert.True(loaded.Recordings[1].Coverage.Unreadable);
        Assert.Equal((InputFault.Damaged, "a.tar"), (loaded.Unread[^1].Fault, loaded.Unread[^1].Name));
    }

    /// <summary>Nothing is written and no other file is opened: a name is text.</summary>
    [Theory]
    [InlineData("../../etc/gc.log")]
    [InlineData("/etc/gc.log")]
    [InlineData("a\u001b[31m\nb.log")]
    public void Tar_NameOutsideOfIt_IsOnlyAName(string name)
    {
        var loaded = ArchiveSamples.Load(ArchiveSamples.Tar((name, Log)), "a.tar");
        Assert.Equal($"a.tar/{name}", Assert.Single(Assert.Single(loaded.Recordings).Source.Files));
    }

    [Theory]
    [InlineData('1')]
    [InlineData('2')]
    [InlineData('3')]
    [InlineData('5')]
    [InlineData('6')]
    public void Tar_LinksAndDevices_ArePassedOver(char type)
    {
        byte[] bytes = [.. ArchiveSamples.TarHeader("gc.log", type, "00000001000\0"), .. ArchiveSamples.Tar(("real.log", Log))];
        var loaded = ArchiveSamples.Load(bytes, "a.tar");
        Assert.Equal("a.tar/real.log", Assert.Single(Assert.Single(loaded.Recordings).Source.Files));
        Assert.Empty(loaded.Unread);
    }

    /// <summary>System.Formats.Tar allocates 2 GiB for it.</summary>
    [Theory]
    [InlineData('x', "17777777000\0")]
    [InlineData('L', "17777777000\0")]
    [InlineData('0', "77777777777\0")]
    [InlineData('0', "\u0080\0\0\0\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff")]
    [InlineData('0', "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u0001")]
    [InlineData('S', "77777777777\0")]
    public void Tar_ClaimedSize_IsNotAllocated(char type, string size)
    {
        byte[] bytes = [.. ArchiveSamples.TarHeader("gc.log", type, size), .. new byte[2048]];
        RequireFault(bytes, "a.tar");
        RequireFault(ArchiveSamples.Gzip(bytes), "a.tgz");
    }

    [Fact]
    public void Tar_LyingRecords_Terminate()
    {
        string[] all = ["0 path=a\n", "1 ", "-5 path=x\n", "99 path=a\n", "9 path=a\n9 size=b\n", "22 size=99999999999999\n", ""];
        foreach (var records in all)
        {
            byte[] bytes = [
                .. ArchiveSamples.TarHeader("pax", 'x', Convert.ToString(records.Length, 8).PadLeft(11, '0') + "\0"),
                .. ArchiveSamples.TarContent(records), .. ArchiveSamples.Tar(("gc.log", Log))
            ];
            Assert.NotNull(ArchiveSamples.Load(bytes, "a.tar"));
        }
    }

    [Fact]
    public void Tar_TooManyFiles_IsRefused()
    {
        var one = ArchiveSamples.TarHeader("a.txt", '0', "00000000002\0").Concat(ArchiveSamples.TarContent("x\n")).ToArray();
        var bytes = Enumerable.Repeat(one, Limits.ArchiveFiles + 1).SelectMany(part => part).ToArray();
        Assert.Equal(InputFault.Damaged, Assert.Single(ArchiveSamples.Load(bytes, "a.tar").Unread).Fault);
    }

    [Fact]
    public void Tar_Bomb_IsAbandoned()
    {
        var lines = new byte[400 * 1024 * 1024];
        lines.AsSpan().Fill((byte)'\n');
        Log.AsSpan(0, 4096).CopyTo(lines);
        byte[] tar = [.. ArchiveSamples.TarHeader("gc.log", '0', Convert.ToString(lines.Length, 8).PadLeft(11, '0') + "\0"), .. lines];
        RequireTooMuch(ArchiveSamples.Gzip(tar));
        RequireTooMuch(Zstd(tar));
        RequireTooMuch(Zstd(lines));
    }

    /// <summary>xz gives a window of 4 GiB, which no xz makes: it is refused before it is allocated.</summary>
    [Fact]
    public void Xz_ClaimedWindow_IsNotAllocated()
    {
        var bytes = ArchiveSamples.Bytes("gc.log.xz");
        bytes[bytes.AsSpan().IndexOf((ReadOnlySpan<byte>)[0x21, 1]) + 2] = 40;
        RequireFault(bytes, "a.xz");
    }

    /// <summary>Sixteen bytes for each window of 128 MiB.</summary>
    [Fact]
    public void Xz_ManyWindows_AreAbandoned()
    {
        byte[] block = [2, 0, 0x21, 1, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        byte[] bytes = [0xfd, .. "7zXZ\0"u8, 0, 0, 0, 0, 0, 0, .. Enumerable.Repeat(block, 1000).SelectMany(part => part)];
        Assert.Contains(GzipInput.TooMuch, Assert.Single(ArchiveSamples.Load(bytes, "a.xz").Unread).Reason, StringComparison.Ordinal);
    }

    /// <summary>SharpCompress allocates 2 GiB for the first of them.</summary>
    [Fact]
    public void SevenZip_ClaimedCounts_AreNotAllocated()
    {
        byte[] most = [0xf0, 0xff, 0xff, 0xff, 0x0f];
        foreach (var header in new byte[][]
        {
            [1, 4, 6, 0, .. most, 9, 1, 1],
            [1, 4, 7, 0x0b, .. most, 0, 1, 1, 0],
            [1, 4, 7, 0x0b, 1, 0, .. most],
            [1, 4, 7, 0x0b, 1, 0, 1, 0x21, 0x21, .. most],
            [1, 5, .. most, 0x0e, 1, 0xff, 0],
            [1, 5, 1, 0x11, .. most],
            [0x17, 6, 0, 1, 9, 1, 0, 7, 0x0b, 1, 0, 1, 1, 0, 0x0c, .. most, 0, 0],
            [1, 2, 1, .. most],
            [9],
        })
        {
            RequireFault(ArchiveSamples.SevenZip(header), "a.7z");
        }
    }

    private static byte[] Zstd(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var zstd = new CompressionStream(packed, 1)) zstd.Write(bytes);
        return packed.ToArray();
    }

    private static void RequireTooMuch(byte[] bytes)
    {
        var loaded = ArchiveSamples.Load(bytes, "a");
        var reasons = loaded.Unread.Select(unread => unread.Reason)
            .Concat(loaded.Recordings.SelectMany(recording => recording.Coverage.Notes.Select(note => note.Text)));
        Assert.Contains(reasons, reason => reason.Contains(GzipInput.TooMuch, StringComparison.Ordinal));
    }

    private static void RequireFault(byte[] bytes, string name)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var loaded = ArchiveSamples.Load(bytes, name);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MostAllocated);
        Assert.Empty(loaded.Recordings);
        Assert.Equal(InputFault.Damaged, loaded.Unread[^1].Fault);
    }
}
