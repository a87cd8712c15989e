using System.Buffers.Binary;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Finds functions in an ELF file's <c>.symtab</c>, or exported data in its <c>.dynsym</c> (gABI, "Symbol Table").
/// </summary>
/// <param name="elf">The file.</param>
/// <param name="names">Reads the names.</param>
/// <param name="entries">Reads the entries.</param>
/// <param name="ofData">Whether to find exported data, which a stripped file has too.</param>
internal sealed class SymbolTable(ElfFile elf, FileWindow names, FileWindow entries, bool ofData = false)
{
    private const int EntrySize = 24, Data = 1, Function = 2, TypeMask = 15;
    private readonly ElfSection? _names = elf.Section(ofData ? ".dynstr" : ".strtab");
    private readonly ElfSection? _entries = elf.Section(ofData ? ".dynsym" : ".symtab");

    /// <summary>Whether the file has the table; a stripped file does not.</summary>
    public bool Exists => _names is not null && _entries is not null;

    /// <summary>The symbol of a name; null when the table has none, or one without a length.</summary>
    public CodeRange? Find(string name) => Find([name]).TryGetValue(name, out var found) ? found : null;

    /// <summary>The symbol of each name, in one pass, without those that are missing or have no length.</summary>
    public IReadOnlyDictionary<string, CodeRange> Find(IReadOnlyCollection<string> wanted)
    {
        var found = new Dictionary<string, CodeRange>(StringComparer.Ordinal);
        if (_names is not { } strings || _entries is not { } table) return found;
        // The Go linker writes each name separately. If GNU's stores a name as the end of another one, it is not found.
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
