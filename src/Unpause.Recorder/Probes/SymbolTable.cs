using System.Buffers.Binary;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Looks functions up in an ELF file's <c>.symtab</c>, or data that others may use in its <c>.dynsym</c> (gABI, "Symbol Table").
/// </summary>
/// <param name="elf">The file.</param>
/// <param name="names">Reads the names.</param>
/// <param name="entries">Reads the entries.</param>
/// <param name="ofData">Whether to look for data that others may use, which the file has though it is stripped.</param>
internal sealed class SymbolTable(ElfFile elf, FileWindow names, FileWindow entries, bool ofData = false)
{
    private const int EntrySize = 24, Data = 1, Function = 2, TypeMask = 15;
    private readonly ElfSection? _names = elf.Section(ofData ? ".dynstr" : ".strtab");
    private readonly ElfSection? _entries = elf.Section(ofData ? ".dynsym" : ".symtab");

    /// <summary>Whether the file has the table: it is stripped otherwise.</summary>
    public bool Exists => _names is not null && _entries is not null;

    /// <summary>What has a name; null when the table has none, or one without a length.</summary>
    public CodeRange? Find(string name) => Find([name]).TryGetValue(name, out var found) ? found : null;

    /// <summary>What has each name, in one pass; without those that the table lacks or has without a length.</summary>
    public IReadOnlyDictionary<string, CodeRange> Find(IReadOnlyCollection<string> wanted)
    {
        var found = new Dictionary<string, CodeRange>(StringComparer.Ordinal);
        if (_names is not { } strings || _entries is not { } table) return found;
        // The Go linker writes each name once, and none as another's end; where GNU's has put one at another's end it isn't found.
        var places = NamePlaces.Of(names, strings.Offset, strings.End, wanted);
        for (var entry = table.Offset; entry + EntrySize <= table.End && places.Count > 0; entry += EntrySize)
        {
            var bytes = entries.Exactly(entry, EntrySize);
            if (bytes.IsEmpty) break;
            if ((bytes[4] & TypeMask) != (ofData ? Data : Function)) continue;
            if (!places.Remove(BinaryPrimitives.ReadUInt32LittleEndian(bytes), out var name)) continue;
            var address = BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]);
            var length = BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]);
            if (address > 0 && length > 0) found.Add(name, new CodeRange(address, length));
        }

        return found;
    }
}
