using System.Formats.Tar;
using System.IO.Compression;
using System.Text;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Requests;

namespace Unpause.Tests.Readers.Archives;

/// <summary>Archives for tests: those that real tools made, and hostile ones.</summary>
internal static class ArchiveSamples
{
    public const int TarBlock = 512;

    public static string Path(string name) => RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "archives", name);

    public static byte[] Bytes(string name) => File.ReadAllBytes(Path(name));

    public static LoadedRecordings Load(byte[] bytes, string name) =>
        RuntimeTable.Default.Load([new RecordingInput(name, () => new MemoryStream(bytes, writable: false))]);

    public static LoadedRequests LoadRequests(byte[] bytes, string name) =>
        new RequestLoader(RequestOptions.Default).Load([new RecordingInput(name, () => new MemoryStream(bytes, writable: false))]);

    public static byte[] Gzip(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest)) gzip.Write(bytes);
        return packed.ToArray();
    }

    public static byte[] Tar(params (string Name, byte[] Content)[] files)
    {
        using var bytes = new MemoryStream();
        using (var tar = new TarWriter(bytes, TarEntryFormat.Pax, leaveOpen: true))
        {
            foreach (var (name, content) in files)
                tar.WriteEntry(new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = new MemoryStream(content) });
        }

        return bytes.ToArray();
    }

    public static byte[] Zip(params (string Name, byte[] Content)[] files)
    {
        using var bytes = new MemoryStream();
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, content) in files)
            {
                using var entry = zip.CreateEntry(name).Open();
                entry.Write(content);
            }
        }

        return bytes.ToArray();
    }

    /// <summary>A header with a right sum, and whatever else.</summary>
    public static byte[] TarHeader(string name, char type, string size, string prefix = "")
    {
        var header = new byte[TarBlock];
        Encoding.Latin1.GetBytes(name, header);
        Encoding.Latin1.GetBytes("0000644\0", header.AsSpan(100));
        Encoding.Latin1.GetBytes(size, header.AsSpan(124));
        header[156] = (byte)type;
        Encoding.Latin1.GetBytes("ustar\000" + "00", header.AsSpan(257));
        Encoding.Latin1.GetBytes(prefix, header.AsSpan(345));
        header.AsSpan(148, 8).Fill((byte)' ');
        var sum = header.Sum(value => value);
        Encoding.Latin1.GetBytes(Convert.ToString(sum, 8).PadLeft(6, '0') + "\0 ", header.AsSpan(148));
        return header;
    }

    /// <summary>Content in whole blocks.</summary>
    public static byte[] TarContent(string text)
    {
        var bytes = new byte[(text.Length + TarBlock - 1) / TarBlock * TarBlock];
        Encoding.Latin1.GetBytes(text, bytes);
        return bytes;
    }

    /// <summary>A 7z archive of a header alone.</summary>
    public static byte[] SevenZip(params byte[] header)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        writer.Write([(byte)'7', (byte)'z', 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
        writer.Write(0);
        writer.Write(0L);
        writer.Write((long)header.Length);
        writer.Write(0);
        writer.Write(header);
        return bytes.ToArray();
    }

    /// <summary>A stream that only goes forward, as a pipe does.</summary>
    internal sealed class Pipe(byte[] bytes) : ForwardStream
    {
        private int _position;

        public override int Read(Span<byte> buffer)
        {
            var count = Math.Min(Math.Min(buffer.Length, bytes.Length - _position), 1000);
            bytes.AsSpan(_position, count).CopyTo(buffer);
            _position += count;
            return count;
        }
    }
}
