namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// What the header of a 7z archive says (7zFormat.txt of 7-Zip 26.02): where packed streams are, how they are packed, and the names,
/// sizes and checksums of their files. Passed over are times, attributes, checksums of packed streams, and comments.
/// </summary>
internal sealed class SevenZipHeader
{
    private const byte EndId = 0, HeaderId = 1, PropertiesId = 2, StreamsId = 4, FilesId = 5, PackId = 6, FoldersId = 7, SubStreamsId = 8;
    private const byte SizeId = 9, CrcId = 0x0a, FolderId = 0x0b, UnpackSizeId = 0x0c, CountId = 0x0d, EmptyId = 0x0e, NamesId = 0x11;
    private const byte EncodedId = 0x17;
    private const int MostCoders = 32, MethodBytes = 15;

    private readonly List<long> _packed = [];
    private readonly List<string> _names = [];
    private long _packedAt;

    /// <summary>Packed streams, each with the files in it.</summary>
    public List<Folder> Folders { get; } = [];

    /// <summary>Whether it is packed itself: its text is what the only folder has.</summary>
    public bool IsEncoded { get; private init; }

    /// <summary>Reads a header.</summary>
    /// <param name="bytes">All of it.</param>
    /// <exception cref="InvalidDataException">It is damaged.</exception>
    public static SevenZipHeader Parse(ReadOnlySpan<byte> bytes)
    {
        var rest = new Cursor(bytes);
        var id = rest.Byte();
        if (id is not (HeaderId or EncodedId)) throw Cursor.Damaged();
        var header = new SevenZipHeader { IsEncoded = id == EncodedId };
        if (header.IsEncoded) header.ReadStreams(ref rest);
        else header.ReadParts(ref rest);
        return header;
    }

    private void ReadParts(ref Cursor rest)
    {
        while (true)
        {
            switch (rest.Byte())
            {
                case EndId:
                    NameFiles();
                    return;
                case PropertiesId:
                    while (rest.Byte() != EndId) rest.Pass(rest.Number());
                    break;
                case StreamsId:
                    ReadStreams(ref rest);
                    break;
                case FilesId:
                    ReadFiles(ref rest);
                    break;
                default:
                    throw Cursor.Damaged();
            }
        }
    }

    private void ReadStreams(ref Cursor rest)
    {
        while (true)
        {
            switch (rest.Byte())
            {
                case EndId:
                    PlaceFolders();
                    return;
                case PackId:
                    ReadPacked(ref rest);
                    break;
                case FoldersId:
                    ReadFolders(ref rest);
                    break;
                case SubStreamsId:
                    ReadSubStreams(ref rest);
                    break;
                default:
                    throw Cursor.Damaged();
            }
        }
    }

    private void ReadPacked(ref Cursor rest)
    {
        _packedAt = rest.Number();
        var count = rest.Count();
        for (var id = rest.Byte(); id != EndId; id = rest.Byte())
        {
            if (id == CrcId) Digests(ref rest, count);
            else if (id != SizeId || _packed.Count > 0) throw Cursor.Damaged();
            else for (var i = 0; i < count; i++) _packed.Add(rest.Number());
        }
    }

    private void ReadFolders(ref Cursor rest)
    {
        rest.Require(FolderId);
        var count = rest.Count();
        rest.Require(0);
        if (Folders.Count > 0) throw Cursor.Damaged();
        for (var i = 0; i < count; i++) Folders.Add(ReadFolder(ref rest));
        rest.Require(UnpackSizeId);
        foreach (var folder in Folders)
        {
            // The last of several is not the folder's, which is not read then anyway.
            for (var i = 0; i < folder.OutStreams; i++) folder.UnpackedBytes = rest.Number();
        }

        for (var id = rest.Byte(); id != EndId; id = rest.Byte())
        {
            if (id != CrcId) throw Cursor.Damaged();
            var digests = Digests(ref rest, count);
            for (var i = 0; i < count; i++) Folders[i].Digest = digests[i];
        }
    }

    private static Folder ReadFolder(ref Cursor rest)
    {
        var folder = new Folder();
        var coders = rest.Number();
        if (coders is < 1 or > MostCoders) throw Cursor.Damaged();
        int inStreams = 0, outStreams = 0;
        for (var i = 0; i < coders; i++)
        {
            var flags = rest.Byte();
            if ((flags & 0xc0) != 0) throw Cursor.Damaged();
            var method = rest.Bytes(flags & MethodBytes);
            var isComplex = (flags & 0x10) != 0;
            var (ins, outs) = (isComplex ? rest.Number() : 1, isComplex ? rest.Number() : 1);
            if (ins > MostCoders || outs > MostCoders) throw Cursor.Damaged();
            var properties = (flags & 0x20) != 0 ? rest.Bytes(rest.Number()) : [];
            (inStreams, outStreams) = (inStreams + (int)ins, outStreams + (int)outs);
            if (coders == 1 && !isComplex) (folder.Method, folder.Properties) = (Convert.ToHexString(method), properties.ToArray());
        }

        var pairs = outStreams - 1;
        for (var i = 0; i < pairs; i++)
        {
            rest.Number();
            rest.Number();
        }

        folder.OutStreams = outStreams;
        folder.PackedStreams = inStreams - pairs;
        if (folder.PackedStreams < 1) throw Cursor.Damaged();
        for (var i = 0; folder.PackedStreams > 1 && i < folder.PackedStreams; i++) rest.Number();
        return folder;
    }

    private void ReadSubStreams(ref Cursor rest)
    {
        var (isCounted, areSized) = (false, false);
        for (var id = rest.Byte(); id != EndId; id = rest.Byte())
        {
            if (id == CountId && !isCounted && !areSized)
            {
                isCounted = true;
                foreach (var folder in Folders) folder.Count = rest.Count();
            }
            else if (id == SizeId && !areSized)
            {
                areSized = true;
                foreach (var folder in Folders) ReadSizes(ref rest, folder);
            }
            else if (id == CrcId)
            {
                ReadFileDigests(ref rest);
            }
            else throw Cursor.Damaged();
        }
    }

    /// <summary>The checksums of files; a folder of one has it already.</summary>
    private void ReadFileDigests(ref Cursor rest)
    {
        long unknown = 0;
        foreach (var folder in Folders) unknown += folder is { Count: 1, Digest: not null } ? 0 : folder.Count;
        var digests = Digests(ref rest, unknown);
        var next = 0;
        foreach (var folder in Folders)
        {
            if (folder is { Count: 1, Digest: not null }) continue;
            folder.FileDigests = digests[next..(next + folder.Count)];
            next += folder.Count;
        }
    }

    /// <summary>The sizes of a folder's files, without the last: it has the rest.</summary>
    private static void ReadSizes(ref Cursor rest, Folder folder)
    {
        for (var i = 1; i < folder.Count; i++) folder.Sizes.Add(rest.Number());
    }

    private void ReadFiles(ref Cursor rest)
    {
        var count = rest.Count();
        bool[] empty = [];
        for (var id = rest.Byte(); id != EndId; id = rest.Byte())
        {
            var property = new Cursor(rest.Bytes(rest.Number()));
            if (id == EmptyId) empty = Bits(ref property, count);
            else if (id == NamesId) ReadNames(ref property, count);
        }

        // Folders and empty files have a name and no content.
        for (var i = Math.Min(empty.Length, _names.Count) - 1; i >= 0; i--)
        {
            if (empty[i]) _names[i] = "";
        }

        _names.RemoveAll(name => name.Length == 0);
    }

    /// <summary>UTF-16, each name up to a zero. What has no name gets its number, so that none is taken for empty.</summary>
    private void ReadNames(ref Cursor rest, int count)
    {
        rest.Require(0);
        for (var i = 0; i < count; i++)
        {
            var name = rest.Name();
            _names.Add(name.Length > 0 ? name : i.ToString(CultureInfo.InvariantCulture));
        }
    }

    private void PlaceFolders()
    {
        var at = _packedAt;
        var stream = 0;
        foreach (var folder in Folders)
        {
            if (folder.PackedStreams > _packed.Count - stream) throw Cursor.Damaged();
            (folder.PackedAt, folder.PackedBytes) = (at, _packed[stream]);
            for (var end = stream + folder.PackedStreams; stream < end; stream++)
            {
                if (_packed[stream] > long.MaxValue - at) throw Cursor.Damaged();
                at += _packed[stream];
            }
        }
    }

    private void NameFiles()
    {
        var next = 0;
        foreach (var folder in Folders)
        {
            for (var i = 0; i < folder.Count && next < _names.Count; i++) folder.Names.Add(_names[next++]);
        }
    }

    /// <summary>Checksums, null where there is none.</summary>
    private static byte[]?[] Digests(ref Cursor rest, long count)
    {
        const int DigestBytes = 4;
        bool[] defined;
        if (rest.Byte() == 0) defined = Bits(ref rest, count);
        else Array.Fill(defined = new bool[rest.Bounded(count)], true);
        var digests = new byte[]?[defined.Length];
        for (var i = 0; i < defined.Length; i++)
        {
            if (defined[i]) digests[i] = rest.Bytes(DigestBytes).ToArray();
        }

        return digests;
    }

    private static bool[] Bits(ref Cursor rest, long count)
    {
        var bytes = rest.Bytes((count + 7) / 8);
        var bits = new bool[count];
        for (var i = 0; i < count; i++) bits[i] = (bytes[i / 8] & (0x80 >> (i % 8))) != 0;
        return bits;
    }

    /// <summary>One packed stream, of one or several files.</summary>
    internal sealed class Folder
    {
        /// <summary>Its method in hexadecimal digits; null where several follow each other.</summary>
        public string? Method { get; set; }

        public byte[] Properties { get; set; } = [];

        public int OutStreams { get; set; }

        public int PackedStreams { get; set; }

        /// <summary>The CRC-32 of all of it; null where there is none.</summary>
        public byte[]? Digest { get; set; }

        /// <summary>The CRC-32 of each of its files; empty where there are none.</summary>
        public byte[]?[] FileDigests { get; set; } = [];

        /// <summary>Where its packed bytes are, from the end of the signature header.</summary>
        public long PackedAt { get; set; }

        public long PackedBytes { get; set; }

        public long UnpackedBytes { get; set; }

        /// <summary>How many files it has.</summary>
        public int Count { get; set; } = 1;

        /// <summary>The CRC-32 of a file; null where there is none.</summary>
        public byte[]? DigestOf(int file) => file < FileDigests.Length ? FileDigests[file] : Count == 1 ? Digest : null;

        /// <summary>Sizes of its files, without the last.</summary>
        public List<long> Sizes { get; } = [];

        public List<string> Names { get; } = [];
    }

    /// <summary>The rest of a header. Everything is bounded by the bytes that are there.</summary>
    private ref struct Cursor(ReadOnlySpan<byte> rest)
    {
        private ReadOnlySpan<byte> _rest = rest;

        public static InvalidDataException Damaged() => new("its list of files is damaged or too long");

        public byte Byte() => Bytes(1)[0];

        public ReadOnlySpan<byte> Bytes(long count)
        {
            if (count < 0 || count > _rest.Length) throw Damaged();
            var bytes = _rest[..(int)count];
            _rest = _rest[(int)count..];
            return bytes;
        }

        public void Pass(long count) => Bytes(count);

        public void Require(byte expected)
        {
            if (Byte() != expected) throw Damaged();
        }

        /// <summary>The first byte's leading ones are how many bytes follow; its other bits are the highest of the number.</summary>
        public long Number()
        {
            var first = Byte();
            ulong number = 0;
            for (var i = 0; i < 8; i++)
            {
                if ((first & (0x80 >> i)) == 0)
                {
                    number |= (ulong)(first & ((0x80 >> i) - 1)) << (8 * i);
                    break;
                }

                number |= (ulong)Byte() << (8 * i);
            }

            return number <= long.MaxValue ? (long)number : throw Damaged();
        }

        /// <summary>A number of things that are listed.</summary>
        public int Count() => Bounded(Number());

        public readonly int Bounded(long count) => count <= Limits.ArchiveEntries ? (int)count : throw Damaged();

        /// <summary>UTF-16 up to its zero.</summary>
        public string Name()
        {
            var length = 0;
            while (length + 1 < _rest.Length && (_rest[length] | _rest[length + 1]) != 0) length += 2;
            var name = Encoding.Unicode.GetString(Bytes(length)[..Math.Min(length, Limits.ArchiveNameBytes)]);
            Pass(2);
            return name;
        }
    }
}
