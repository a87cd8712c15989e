using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Archives;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Readers.Archives;

/// <summary>Archives in archives, and the checksums of what is in them.</summary>
public class NestedArchiveTests
{
    private static readonly byte[] Log = JvmLogs.Bytes("samples/jvm/g1-jdk17.log");

    /// <summary>Longer than what is peeked at, so that it is kept packed.</summary>
    private static readonly byte[] LongLog = Encoding.UTF8.GetBytes(
        string.Concat(Enumerable.Repeat(Encoding.UTF8.GetString(Log), 4)));

    public static TheoryData<string> Kinds => ["tar", "tar.gz", "zip"];

    private static byte[] Pack(string kind, params (string Name, byte[] Content)[] files) => kind switch
    {
        "zip" => ArchiveSamples.Zip(files),
        "tar.gz" => ArchiveSamples.Gzip(ArchiveSamples.Tar(files)),
        _ => ArchiveSamples.Tar(files),
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Archive_InAnArchive_IsReadAsItsFiles(string outer)
    {
        foreach (var inner in Kinds.Select(row => row.Data))
        {
            var bytes = Pack(outer, ("text", "nothing"u8.ToArray()), ("inner", Pack(inner, ("gc.log", Log), ("text", "no"u8.ToArray()))));
            foreach (var open in new Func<Stream>[] { () => new MemoryStream(bytes), () => new ArchiveSamples.Pipe(bytes) })
            {
                var loaded = RuntimeTable.Default.Load([new RecordingInput("a", open)]);
                Assert.Empty(loaded.Unread);
                Assert.Equal("a/inner/gc.log", Assert.Single(Assert.Single(loaded.Recordings).Source.Files));
                Assert.Equal(["a/inner/text", "a/text"], loaded.PassedOver.Select(file => file.Name).Order(StringComparer.Ordinal));
            }
        }
    }

    [Fact]
    public void SevenZip_InATar_IsRead()
    {
        var loaded = ArchiveSamples.Load(ArchiveSamples.Tar(("b.7z", ArchiveSamples.Bytes("lzma2.7z"))), "a.tar");
        Assert.Empty(loaded.Unread);
        Assert.Equal(2, loaded.Recordings.Count);
    }

    [Fact]
    public void Requests_InAnArchiveInAnArchive_AreRead()
    {
        var requests = File.ReadAllBytes(RepositoryFolder.File("samples", "requests", "requests.csv"));
        var loaded = ArchiveSamples.LoadRequests(Pack("zip", ("inner.tgz", Pack("tar.gz", ("requests.csv", requests)))), "a.zip");
        Assert.Empty(loaded.Unread);
        Assert.Equal("a.zip/inner.tgz/requests.csv", Assert.Single(Assert.Single(loaded.Sets).Files));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Archive_TwoArchivesDeep_IsRefusedWithItsReason(string kind)
    {
        var bytes = Pack("zip", ("b", Pack("tar", ("c", Pack(kind, ("gc.log", Log))))));
        var loaded = ArchiveSamples.Load(bytes, "a.zip");
        Assert.Empty(loaded.Recordings);
        foreach (var unread in new[] { loaded.Unread, ArchiveSamples.LoadRequests(bytes, "a.zip").Unread })
        {
            Assert.Equal(("a.zip/b/c", InputFault.LeftOut), (Assert.Single(unread).Name, unread[0].Fault));
            Assert.Contains("outermost", unread[0].Reason, StringComparison.Ordinal);
        }
    }

    /// <summary>A bundle has them beside its logs: what is in them is no log.</summary>
    [Theory]
    [InlineData("META-INF/MANIFEST.MF", "a Java archive")]
    [InlineData("[Content_Types].xml", "a document")]
    public void ApplicationOrDocument_InAnArchive_IsNotSearched(string first, string what)
    {
        var loaded = ArchiveSamples.Load(Pack("tar", ("app", Pack("zip", (first, []), ("gc.log", Log)))), "a.tar");
        Assert.Empty(loaded.Recordings);
        Assert.StartsWith(what, Assert.Single(loaded.PassedOver).Reason, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Archive_InAnArchiveCutAnywhere_IsAFaultAndNoException(string kind)
    {
        var inner = Pack(kind, ("gc.log", Log));
        for (var length = 0; length < inner.Length; length += 997)
            Assert.NotNull(ArchiveSamples.Load(Pack("tar", ("inner", inner[..length])), "a.tar"));
    }

    /// <summary>Its start alone was kept: a packed file was taken for one of no use.</summary>
    [Fact]
    public void PackedFile_InATarAndLong_IsReadToItsEnd()
    {
        using var packed = new MemoryStream();
        using (var zstd = new ZstdSharp.CompressionStream(packed, 1, leaveOpen: true))
        {
            // Noise in front of the log, so that the packed file is longer than what is peeked at.
            var noise = new byte[Limits.DetectionBytes];
            new Random(1).NextBytes(noise);
            var lines = Convert.ToBase64String(noise).Chunk(100).Select(line => new string(line));
            zstd.Write(Encoding.ASCII.GetBytes(string.Join('\n', lines)));
            zstd.Write("\n"u8);
            zstd.Write(LongLog);
        }

        Assert.InRange(packed.Length, Limits.DetectionBytes + 1, int.MaxValue);
        var loaded = ArchiveSamples.Load(ArchiveSamples.Tar(("gc.log.zst", packed.ToArray())), "a.tar");
        Assert.Empty(loaded.Unread);
        var expected = JvmLogs.Load(Encoding.UTF8.GetString(LongLog)).Recordings.Sum(recording => recording.Pauses.Count);
        Assert.Equal(expected, loaded.Recordings.Sum(recording => recording.Pauses.Count));
    }

    [Fact]
    public void Zip_LongerThanWhatIsHeld_NamesTheRemedy()
    {
        var loaded = RuntimeTable.Default.Load([new RecordingInput("-", () => new EndlessZip())]);
        Assert.Contains("unpack", Assert.Single(loaded.Unread).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void NestedBudget_UsedUp_EndsReading()
    {
        var budget = new NestedBudget();
        var buffer = new byte[Limits.BlockBytes];
        using var one = budget.Count(new EndlessZip());
        for (long read = 0; read < Limits.NestedBytes / 2; read += buffer.Length) one.ReadExactly(buffer);
        using var other = budget.Count(new EndlessZip());
        void ReadTwice()
        {
            for (long read = 0; read <= Limits.NestedBytes / 2; read += buffer.Length) other.ReadExactly(buffer);
        }

        Assert.Throws<InvalidDataException>(ReadTwice);
        Assert.Throws<InvalidDataException>(() => one.ReadExactly(buffer));
        Assert.Throws<InvalidDataException>(() => budget.TakeFiles(Limits.ArchiveFiles + 1));
    }

    /// <summary>A changed checksum, at its place in each format: all of the log is read, and that it may be wrong is said.</summary>
    [Theory]
    [InlineData("gzip")]
    [InlineData("zip")]
    [InlineData("zstd")]
    [InlineData("bzip2")]
    public void PackedFile_ChangedChecksum_IsDamaged(string packing)
    {
        // RFC 1952: before the length. APPNOTE.TXT: 16 bytes into a row of the list. RFC 8878: at the end. bzip2: behind the block's mark.
        var (bytes, at) = packing switch
        {
            "gzip" => (ArchiveSamples.Gzip(Log), -8),
            "zip" => (ArchiveSamples.Zip(("gc.log", Log)), 0),
            "zstd" => (Zstd(Log), -1),
            _ => (ArchiveSamples.Bytes("gc.log.bz2"), 10),
        };
        if (packing == "zip") at = bytes.AsSpan().LastIndexOf("PK\u0001\u0002"u8) + 16;
        bytes[at < 0 ? bytes.Length + at : at] ^= 1;
        var loaded = ArchiveSamples.Load(bytes, "a");
        var texts = loaded.Unread.Select(unread => unread.Reason)
            .Concat(loaded.Recordings.SelectMany(recording => recording.Coverage.Notes.Select(note => note.Text)));
        Assert.Contains(texts, text => text.Contains("checksum", StringComparison.Ordinal)
            || text.Contains("cannot be unpacked", StringComparison.Ordinal));
    }

    private static byte[] Zstd(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var zstd = new ZstdSharp.CompressionStream(packed, 1, leaveOpen: true))
        {
            zstd.SetParameter(ZstdSharp.Unsafe.ZSTD_cParameter.ZSTD_c_checksumFlag, 1);
            zstd.Write(bytes);
        }

        return packed.ToArray();
    }

    /// <summary>The last stream's checksum is in front of its index, whose length is in the footer.</summary>
    [Fact]
    public void Xz_ChangedChecksum_IsDamaged()
    {
        var bytes = ArchiveSamples.Bytes("gc.log.xz");
        var index = bytes.Length - 12 - (4 * (BitConverter.ToInt32(bytes, bytes.Length - 8) + 1));
        bytes[index - 1] ^= 1;
        var recording = Assert.Single(ArchiveSamples.Load(bytes, "a.xz").Recordings);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains(Checksum.Differs, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(55)]
    [InlineData(56)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(119)]
    [InlineData(100_000)]
    public void Sha256_AnyLength_IsThatOfDotNet(int length)
    {
        var data = new byte[length];
        new Random(length).NextBytes(data);
        var expected = System.Security.Cryptography.SHA256.HashData(data);
        var checksum = Checksum.Sha256();
        checksum.Add(data.AsSpan(0, length / 3));
        checksum.Add(data.AsSpan(length / 3));
        Assert.True(checksum.Is(expected));
        expected[31] ^= 1;
        Assert.False(Checksum.Sha256().Is(expected));
    }

    /// <summary>Each block of the first stream has a CRC-64; a whole file has a CRC-32.</summary>
    [Fact]
    public void Checksum_OfKnownData_IsAsSpecified()
    {
        var crc32 = Checksum.Crc32();
        var crc64 = Checksum.Crc64();
        crc32.Add("123456789"u8);
        crc64.Add("123456789"u8);
        Assert.True(crc32.Is([0x26, 0x39, 0xf4, 0xcb]));
        Assert.True(crc64.Is([0xfa, 0x39, 0x19, 0xdf, 0xbb, 0xc9, 0x5d, 0x99]));
    }

    [Fact]
    public void SevenZip_ChangedContent_IsDamaged()
    {
        const int InTheLog = 32 + 100;
        var bytes = ArchiveSamples.Bytes("copy.7z");
        bytes[InTheLog] ^= 1;
        var loaded = ArchiveSamples.Load(bytes, "a.7z");
        Assert.Contains(Checksum.Differs, Assert.Single(loaded.Unread).Reason, StringComparison.Ordinal);
    }

    /// <summary>Begins as a zip archive, and does not end.</summary>
    private sealed class EndlessZip : ForwardStream
    {
        public override int Read(Span<byte> buffer)
        {
            if (buffer.Length >= 4) "PK\u0003\u0004"u8.CopyTo(buffer);
            return buffer.Length;
        }
    }
}
