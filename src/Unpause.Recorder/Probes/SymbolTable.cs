using System.Buffers.Binary;
using System.Text;

namespace Unpause.Recorder.Probes;

/// <summary>Looks functions up in an ELF file's <c>.symtab</c> (gABI, "Symbol Table").</summary>
/// <param name="elf">The file.</param>
/// <param name="names">Reads the names.</param>
/// <param name="entries">Reads the entries.</param>
internal sealed class SymbolTable(ElfFile elf, FileWindow names, FileWindow entries)
{
    private const int EntrySize = 24, Function = 2, TypeMask = 15;
    private readonly ElfSection? _names = elf.Section(".strtab");
    private readonly ElfSection? _entries = elf.Section(".symtab");

    /// <summary>Whether the file has the table: it is stripped otherwise.</summary>
    public bool Exists => _names is not null && _entries is not null;

    /// <summary>The function of a name; null when the table has none, or one without a length.</summary>
    public CodeRange? Find(string name)
    {
        if (_names is not { } strings || _entries is not { } table) return null;
        // The Go linker writes each name once, and none as another's end.
        var at = names.Find(Encoding.UTF8.GetBytes($"\0{name}\0"), strings.Offset, strings.End);
        if (at < 0) return null;
        var wanted = (ulong)(at + 1 - strings.Offset);
        for (var entry = table.Offset; entry + EntrySize <= table.End; entry += EntrySize)
        {
            var bytes = entries.Exactly(entry, EntrySize);
            if (bytes.IsEmpty) return null;
            if (BinaryPrimitives.ReadUInt32LittleEndian(bytes) != wanted || (bytes[4] & TypeMask) != Function) continue;
            var address = BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]);
            var length = BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]);
            return address > 0 && length > 0 ? new CodeRange(address, length) : null;
        }

        return null;
    }
}
