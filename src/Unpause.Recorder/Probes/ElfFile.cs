using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Unpause.Recorder.Probes;

/// <summary>
/// The parts of a 64-bit little-endian ELF executable of one architecture: its sections, and the file offsets of addresses (gABI, "Object
/// Files"). Ranges outside the file read as empty.
/// </summary>
internal sealed class ElfFile
{
    private const int HeaderSize = 64, SectionSize = 64, SegmentSize = 56, MostParts = 4096, LongestName = 64;
    private const int X64 = 62, Arm64 = 183;

    // Many times the size of a symbol table. A sparse file may claim any length.
    private const long LongestSection = 1L << 30;
    private const uint Load = 1, Executable = 1;
    private readonly FileWindow _file;
    private readonly Dictionary<string, ElfSection> _sections = new(StringComparer.Ordinal);
    private readonly List<(long Address, long Offset, long Length, bool IsCode)> _segments = [];

    private ElfFile(FileWindow file) => _file = file;

    /// <summary>Reads the tables; null for other files.</summary>
    /// <param name="processor">Required architecture.</param>
    public static ElfFile? Read(FileWindow file, Architecture processor)
    {
        var header = file.Exactly(0, HeaderSize);
        if (header.IsEmpty || !header.StartsWith("\u007fELF\u0002\u0001"u8)) return null;
        var machine = processor switch { Architecture.X64 => X64, Architecture.Arm64 => Arm64, _ => -1 };
        if (BinaryPrimitives.ReadUInt16LittleEndian(header[18..]) != machine) return null;
        var (segmentsAt, sectionsAt) = (Long(header, 32), Long(header, 40));
        var (segments, sections, names) = (Short(header, 56), Short(header, 60), Short(header, 62));
        if (segments > MostParts || sections > MostParts || names >= sections) return null;
        if (Short(header, 54) != SegmentSize || Short(header, 58) != SectionSize) return null;
        var elf = new ElfFile(file);
        for (var i = 0; i < segments; i++) elf.AddSegment(file.Exactly(segmentsAt + (i * SegmentSize), SegmentSize));
        elf.AddSections(sectionsAt, sections, names);
        return elf;
    }

    /// <summary>A section; null when none of that name has content in the file.</summary>
    public ElfSection? Section(string name) => _sections.TryGetValue(name, out var section) ? section : null;

    /// <summary>File offset of the code at an address; null when no executable segment contains all of it.</summary>
    public long? OffsetOf(long address, long length) => OffsetOf(address, length, onlyCode: true);

    /// <summary>File offset of the data at an address; null when no segment contains all of it.</summary>
    public long? OffsetOfData(long address, long length) => OffsetOf(address, length, onlyCode: false);

    private long? OffsetOf(long address, long length, bool onlyCode)
    {
        foreach (var segment in _segments)
        {
            if (onlyCode && !segment.IsCode) continue;
            if (address >= segment.Address && length >= 0 && address - segment.Address <= segment.Length - length)
                return address - segment.Address + segment.Offset;
        }

        return null;
    }

    private void AddSegment(ReadOnlySpan<byte> segment)
    {
        if (segment.IsEmpty || BinaryPrimitives.ReadUInt32LittleEndian(segment) != Load) return;
        var isCode = (BinaryPrimitives.ReadUInt32LittleEndian(segment[4..]) & Executable) != 0;
        var (offset, address, length) = (Long(segment, 8), Long(segment, 16), Long(segment, 32));
        if (offset >= 0 && address >= 0 && length >= 0) _segments.Add((address, offset, length, isCode));
    }

    private void AddSections(long at, int count, int names)
    {
        const int WithoutContent = 8;
        var strings = Long(_file.Exactly(at + (names * SectionSize), SectionSize), 24);
        for (var i = 0; i < count; i++)
        {
            var section = _file.Exactly(at + (i * SectionSize), SectionSize);
            if (section.IsEmpty || BinaryPrimitives.ReadUInt32LittleEndian(section[4..]) == WithoutContent) continue;
            var found = new ElfSection(Long(section, 24), Long(section, 32), Long(section, 16));
            var name = strings + BinaryPrimitives.ReadUInt32LittleEndian(section);
            if (found is not { Offset: >= 0, Length: >= 0 and <= LongestSection, Address: >= 0 }) continue;
            var text = _file.Upto(name, LongestName);
            var end = text.IndexOf((byte)0);
            if (end > 0) _sections.TryAdd(System.Text.Encoding.Latin1.GetString(text[..end]), found);
        }
    }

    private static long Long(ReadOnlySpan<byte> bytes, int at) =>
        bytes.Length < at + sizeof(long) ? -1 : BinaryPrimitives.ReadInt64LittleEndian(bytes[at..]);

    private static int Short(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[at..]);
}

/// <summary>A section of an ELF file, in bytes.</summary>
/// <param name="Offset">Offset in the file.</param>
/// <param name="Length">Length in the file.</param>
/// <param name="Address">Address in memory.</param>
internal readonly record struct ElfSection(long Offset, long Length, long Address)
{
    /// <summary>The end in the file.</summary>
    public long End => Offset > long.MaxValue - Length ? long.MaxValue : Offset + Length;
}
