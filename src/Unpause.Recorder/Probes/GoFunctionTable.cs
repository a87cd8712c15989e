using System.Buffers.Binary;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Finds functions in <c>.gopclntab</c>, which the Go runtime needs and `strip` keeps (internal/gosym and debug/gosym/pclntab.go:
/// the formats of Go 1.2, 1.16, 1.18 and 1.20 are distinguished by their first four bytes).
/// </summary>
internal sealed class GoFunctionTable
{
    private const uint Go12 = 0xFFFFFFFB, Go116 = 0xFFFFFFFA, Go118 = 0xFFFFFFF0, Go120 = 0xFFFFFFF1;
    private const int Pointer = 8, Header = 8, MostFunctions = 1 << 19;
    private readonly FileWindow _table;
    private readonly FileWindow _functions;
    private readonly ElfSection _section;
    private readonly uint _form;
    private readonly long _count;
    private readonly long _startOfText;

    private GoFunctionTable(FileWindow table, FileWindow functions, ElfSection section, uint form, long count, long startOfText) =>
        (_table, _functions, _section, _form, _count, _startOfText) = (table, functions, section, form, count, startOfText);

    /// <summary>Whether entries are relative to the start of the text.</summary>
    private bool IsRelative => _form is Go118 or Go120;

    private int EntryPart => IsRelative ? sizeof(uint) : Pointer;

    /// <summary>Reads a file's table; null when it has none in a known format.</summary>
    public static GoFunctionTable? Read(ElfFile elf, FileWindow table, FileWindow functions)
    {
        if ((elf.Section(".gopclntab") ?? elf.Section(".data.rel.ro.gopclntab")) is not { } section) return null;
        var header = table.Exactly(section.Offset, Header + Pointer);
        if (header.IsEmpty || header[7] != Pointer) return null;
        var form = BinaryPrimitives.ReadUInt32LittleEndian(header);
        var count = BinaryPrimitives.ReadInt64LittleEndian(header[Header..]);
        return form is Go12 or Go116 or Go118 or Go120 && count is > 0 and < MostFunctions
            ? new GoFunctionTable(table, functions, section, form, count, StartOfText(elf))
            : null;
    }

    /// <summary>The function of each name, in one pass, without names that the table lacks.</summary>
    public IReadOnlyDictionary<string, CodeRange> Find(IReadOnlyCollection<string> names)
    {
        var ranges = new Dictionary<string, CodeRange>(StringComparer.Ordinal);
        // 1.2: offsets of names and functions are relative to the table's start; later to their own parts.
        var (namesAt, functionsAt) = _form switch
        {
            Go12 => (0, 0),
            Go116 => (Word(2), Word(6)),
            _ => (Word(3), Word(7)),
        };
        var listAt = _form == Go12 ? Header + Pointer : functionsAt;
        var text = IsRelative ? Word(2) : 0;
        if (IsRelative && text == 0) text = _startOfText;
        if (namesAt < 0 || functionsAt < 0 || text < 0) return ranges;
        var places = NamePlaces.Find(_table, _section.Offset + namesAt, _section.End, names);
        Find(places, _section.Offset + listAt, _section.Offset + functionsAt, text, ranges);
        return ranges;
    }

    /// <summary>
    /// Start of the text when the table does not contain it: Go 1.26 writes 0. It equals the section's start only if Go's own linker
    /// linked the whole file, which then has no interpreter (-1 otherwise).
    /// </summary>
    private static long StartOfText(ElfFile elf) => elf.Section(".interp") is null && elf.Section(".text") is { } text ? text.Address : -1;

    private void Find(Dictionary<long, string> places, long list, long functions, long text, Dictionary<string, CodeRange> ranges)
    {
        var part = EntryPart;
        for (long i = 0; i < _count && places.Count > 0; i++)
        {
            var entry = _table.Exactly(list + (i * part * 2), part * 3);
            if (entry.IsEmpty) return;
            var function = _functions.Exactly(functions + Number(entry[part..]), part + sizeof(int));
            if (function.IsEmpty || !places.Remove(BinaryPrimitives.ReadInt32LittleEndian(function[part..]), out var name)) continue;
            var (start, next) = (Number(entry), Number(entry[(part * 2)..]));
            if (next > start && start >= 0) ranges.Add(name, new CodeRange(text + start, next - start));
        }
    }

    private long Number(ReadOnlySpan<byte> bytes) => IsRelative
        ? BinaryPrimitives.ReadUInt32LittleEndian(bytes)
        : BinaryPrimitives.ReadInt64LittleEndian(bytes);

    /// <summary>A number of the header after the count, which is the first.</summary>
    private long Word(int index)
    {
        var bytes = _table.Exactly(_section.Offset + Header + (index * Pointer), Pointer);
        return bytes.IsEmpty ? -1 : Math.Max(-1, BinaryPrimitives.ReadInt64LittleEndian(bytes));
    }
}
