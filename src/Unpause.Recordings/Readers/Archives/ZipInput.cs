using System.IO.Compression;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// The files in a zip archive (APPNOTE.TXT 6.3), each as an input of its own. Refused are archives with a longer list of files than any
/// log has, before it is read into memory. Reading ends where an archive unpacks to far more than logs do.
/// </summary>
internal sealed class ZipInput : IArchiveFiles
{
    private const int EndBytes = 22;
    private const int LongestComment = ushort.MaxValue;
    private const uint EndMark = 0x06054b50;

    private readonly ZipArchive _archive;
    private long _left;

    private ZipInput(ZipArchive archive, long packedBytes)
    {
        _archive = archive;
        _left = GzipInput.MostUnpacked(packedBytes);
    }

    /// <summary>Whether bytes begin as an archive does.</summary>
    public static bool Is(ReadOnlySpan<byte> start) => start is [(byte)'P', (byte)'K', 3, 4, ..] or [(byte)'P', (byte)'K', 5, 6, ..];

    /// <summary>
    /// What a zip archive in an archive is that has no logs, by its first file: applications and documents are zip archives, too. Null
    /// where that is not known.
    /// </summary>
    public static string? WhatElse(ReadOnlySpan<byte> start)
    {
        const int NameAt = 30;
        if (!Is(start) || start.Length < NameAt) return null;
        var name = start[NameAt..];
        if (name.StartsWith("META-INF/"u8)) return "a Java archive; to record it: unpause run -- java -jar FILE";
        return name.StartsWith("[Content_Types].xml"u8) || name.StartsWith("mimetype"u8) ? "a document" : null;
    }

    /// <summary>Opens an archive.</summary>
    /// <param name="raw">Its bytes, which can be searched; not closed.</param>
    /// <exception cref="InvalidDataException">It cannot be read, or is not what an archive of logs is.</exception>
    public static ZipInput Open(Stream raw)
    {
        CheckList(raw);
        raw.Position = 0;
        return new ZipInput(Worded(() => new ZipArchive(raw, ZipArchiveMode.Read, leaveOpen: true)), raw.Length);
    }

    /// <inheritdoc/>
    public string? Fault => null;

    /// <inheritdoc/>
    public IReadOnlyList<RecordingInput> Files(string name)
    {
        var files = new List<RecordingInput>();
        foreach (var entry in Worded(() => _archive.Entries))
        {
            // Folders, and what macOS adds to each file.
            if (entry.Name.Length == 0 || entry.FullName.StartsWith("__MACOSX/", StringComparison.Ordinal)) continue;
            if (files.Count == Limits.ArchiveFiles) throw InputArchive.TooManyFiles();
            files.Add(new RecordingInput($"{name}/{entry.FullName}", () => new Counted(this, Unpacked(entry), entry.Crc32)));
        }

        return files;
    }

    /// <inheritdoc/>
    public void Dispose() => _archive.Dispose();

    private static Stream Unpacked(ZipArchiveEntry entry)
    {
        try
        {
            return Worded(entry.Open);
        }
        catch (InvalidDataException exception)
        {
            throw new IOException(exception.Message, exception);
        }
    }

    /// <summary>Replaces the framework's messages about its internals.</summary>
    private static T Worded<T>(Func<T> open)
    {
        try
        {
            return open();
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException("it cannot be unpacked", exception);
        }
    }

    /// <summary>The list of files is at the archive's end; it is read into memory as a whole.</summary>
    private static void CheckList(Stream raw)
    {
        var tail = new byte[Math.Min(raw.Length, EndBytes + LongestComment)];
        raw.Position = raw.Length - tail.Length;
        raw.ReadExactly(tail);
        for (var i = tail.Length - EndBytes; i >= 0; i--)
        {
            var end = tail.AsSpan(i);
            if (BinaryPrimitives.ReadUInt32LittleEndian(end) != EndMark) continue;
            long list = BinaryPrimitives.ReadUInt32LittleEndian(end[16..]);
            if (list == uint.MaxValue || raw.Length - tail.Length + i - list is < 0 or > Limits.ArchiveListBytes)
            {
                throw new InvalidDataException("its list of files is damaged or too long");
            }

            return;
        }

        throw new InvalidDataException("the archive is truncated: its list of files is missing");
    }

    /// <summary>One file; all of an archive's together have a limit. .NET 10 does not verify checksums.</summary>
    private sealed class Counted(ZipInput archive, Stream inner, uint crc) : ForwardStream
    {
        private readonly Checksum _checksum = Checksum.Crc32();

        public override int Read(Span<byte> buffer)
        {
            var read = inner.Read(buffer);
            if ((archive._left -= read) < 0) throw new InvalidDataException(GzipInput.TooMuch);
            _checksum.Add(buffer[..read]);
            if (read == 0 && !buffer.IsEmpty) Verify();
            return read;
        }

        private void Verify()
        {
            Span<byte> expected = stackalloc byte[sizeof(uint)];
            BinaryPrimitives.WriteUInt32LittleEndian(expected, crc);
            if (!_checksum.Is(expected)) throw new InvalidDataException(Checksum.Differs);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
