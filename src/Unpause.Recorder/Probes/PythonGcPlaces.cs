using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Probes;

/// <summary>Offsets in CPython's file (its program or its library) at which its collections can be probed.</summary>
/// <param name="Places">The offsets; empty when there are none.</param>
/// <param name="AreMarked">Whether they are USDT markers; otherwise they are a function's.</param>
/// <param name="Version">Its exact version, such as 3.11.2; null where the file does not contain it (up to 3.10).</param>
internal sealed record PythonGcPlaces(IReadOnlyList<PythonGcPlace> Places, bool AreMarked, string? Version)
{
    /// <summary>The function that collects, from 3.10 on; in earlier versions its name is not unique.</summary>
    public const string Function = "gc_collect_main";

    private const string Provider = "python", Start = "gc__start", Done = "gc__done", VersionName = "Py_Version";
    private const int LongestFunction = FileWindow.Size, MostPlaces = 16;

    // arch/*/include/uapi/asm/perf_regs.h: the registers of the second argument and of the return value.
    private const int X64Second = 4, X64Result = 0, X64Stack = 7, Arm64Second = 1, Arm64Result = 0, Arm64Stack = 31;

    // Later versions choose the generation inside the function, or find that there is nothing to do.
    private static readonly Version FirstWithFunction = new(3, 10), LastWithFunction = new(3, 12);

    /// <summary>Finds them; null when the file can't be read.</summary>
    /// <param name="minor">CPython's version according to the file's name.</param>
    public static PythonGcPlaces? Locate(SafeFileHandle handle, Version minor)
    {
        var processor = RuntimeInformation.ProcessArchitecture;
        try
        {
            var budget = new ReadingBudget();
            var (file, second) = (new FileWindow(handle, budget), new FileWindow(handle, budget));
            if (ElfFile.Read(file, processor) is not { } elf) return new PythonGcPlaces([], false, null);
            var version = VersionOf(elf, file, second, minor);
            var marked = Marked(elf, file, processor);
            return marked.Count > 0
                ? new PythonGcPlaces(marked, true, version)
                : new PythonGcPlaces(OfFunction(elf, file, second, processor, minor), false, version);
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static List<PythonGcPlace> Marked(ElfFile elf, FileWindow file, Architecture processor)
    {
        var places = new List<PythonGcPlace>();
        foreach (var note in StapsdtNotes.Read(elf, file, Provider))
        {
            if (note.Name is not (Start or Done)) continue;
            var semaphore = note.Semaphore == 0 ? 0 : elf.OffsetOfData(note.Semaphore, sizeof(ushort));
            // The program never reaches the marker unless its counter is incremented.
            if (elf.OffsetOf(note.Address, 1) is not { } offset || semaphore is not (>= 0 and <= uint.MaxValue)) return [];
            var argument = note.Arguments is [var first, ..] ? ProbeArgument.Parse(first, processor) : null;
            places.Add(new PythonGcPlace(note.Name == Start, offset, argument, (uint)semaphore.Value));
        }

        return places.Count <= MostPlaces && places.Exists(place => place.IsStart) && places.Exists(place => !place.IsStart) ? places : [];
    }

    private static List<PythonGcPlace> OfFunction(
        ElfFile elf, FileWindow file, FileWindow second, Architecture processor, Version minor)
    {
        if (minor < FirstWithFunction || minor > LastWithFunction) return [];
        if (new SymbolTable(elf, file, second).Find(Function) is not { Length: <= LongestFunction } range) return [];
        if (elf.OffsetOf(range.Address, range.Length) is not { } offset) return [];
        var code = file.Exactly(offset, (int)range.Length).ToArray();
        var returns = FunctionPlaces.Returns(code, processor, mostBefore: 0);
        if (code.Length == 0 || returns.Count is 0 or > MostPlaces) return [];
        var (secondRegister, resultRegister, stack) = processor == Architecture.Arm64
            ? (Arm64Second, Arm64Result, Arm64Stack)
            : (X64Second, X64Result, X64Stack);
        var argument = new ProbeArgument(secondRegister, null, sizeof(int), stack);
        var result = new ProbeArgument(resultRegister, null, sizeof(long), stack);
        return [new PythonGcPlace(true, offset, argument, 0), .. returns.Select(at => new PythonGcPlace(false, offset + at, result, 0))];
    }

    /// <summary>CPython's version number, available since 3.11 (Include/cpython/pylifecycle.h): 0x030B02F0 is 3.11.2.</summary>
    private static string? VersionOf(ElfFile elf, FileWindow file, FileWindow second, Version minor)
    {
        if (new SymbolTable(elf, file, second, ofData: true).Find(VersionName) is not { Length: sizeof(long) } place) return null;
        if (elf.OffsetOfData(place.Address, sizeof(long)) is not { } offset) return null;
        var bytes = file.Exactly(offset, sizeof(long));
        if (bytes.IsEmpty) return null;
        var number = BinaryPrimitives.ReadInt64LittleEndian(bytes);
        var (major, middle, patch) = (number >> 24, number >> 16 & 0xFF, number >> 8 & 0xFF);
        return major == minor.Major && middle == minor.Minor
            ? string.Create(CultureInfo.InvariantCulture, $"{major}.{middle}.{patch}")
            : null;
    }
}

/// <summary>A file offset in CPython at which a collection starts or ends.</summary>
/// <param name="IsStart">Whether it is the start.</param>
/// <param name="Offset">Offset in the file.</param>
/// <param name="Argument">
/// Location of the generation at the start, of the number of collected objects at the end; null if unknown.
/// </param>
/// <param name="Semaphore">File offset of the counter by which the program knows that it is observed; 0 without one.</param>
internal sealed record PythonGcPlace(bool IsStart, long Offset, ProbeArgument? Argument, uint Semaphore)
{
    // At least one register must be requested.
    private const ulong AnyRegister = 1;

    /// <summary>The probe for it.</summary>
    public ProbePlace Probe => new(Offset, Argument?.Registers ?? AnyRegister, Argument?.StackBytes ?? 0, Semaphore);
}

/// <summary>An offset in a program's file, and what to record whenever it is reached.</summary>
/// <param name="Offset">Offset in the file.</param>
/// <param name="Registers">
/// A bit for each requested register, by the kernel's numbers (arch/*/include/uapi/asm/perf_regs.h); at least one.
/// </param>
/// <param name="StackBytes">Bytes of the stack to record, from its top; a multiple of 8.</param>
/// <param name="Semaphore">
/// File offset of a counter that the kernel increments while the probe exists, 0 without one. The program reaches the offset only while
/// the counter is above 0.
/// </param>
internal readonly record struct ProbePlace(long Offset, ulong Registers, int StackBytes = 0, uint Semaphore = 0);

/// <summary>
/// Random access to a file through one small buffer: neighbouring reads cost one call. The file is not mapped, so a file that shrinks
/// meanwhile ends early instead of causing a fault.
/// </summary>
/// <param name="file">The file, open for reading.</param>
/// <param name="budget">How much may be read of the file; when it is used up, the file appears to end.</param>
internal sealed class FileWindow(SafeFileHandle file, ReadingBudget budget)
{
    /// <summary>Maximum length of one read.</summary>
    public const int Size = 64 * 1024;

    private readonly byte[] _buffer = new byte[Size];
    private long _start;
    private int _length;

    /// <summary>Bytes at an offset, at most <paramref name="length"/>; fewer at the file's end. Valid until the next call.</summary>
    public ReadOnlySpan<byte> Upto(long at, int length)
    {
        // A damaged table can contain any offset; no file reaches the last ones.
        if (at is < 0 or > long.MaxValue - Size) return [];
        length = Math.Min(length, Size);
        if (at < _start || at + length > _start + _length)
        {
            _start = at;
            _length = budget.TryTake(Size) ? RandomAccess.Read(file, _buffer, at) : 0;
        }

        var from = (int)(at - _start);
        return _buffer.AsSpan(from, Math.Min(length, _length - from));
    }

    /// <summary>Bytes at an offset, or none when the file ends before.</summary>
    public ReadOnlySpan<byte> Exactly(long at, int length) => Upto(at, length) is var found && found.Length == length ? found : [];
}

/// <summary>
/// Finds functions in an ELF file's <c>.symtab</c>, or exported data in its <c>.dynsym</c> (gABI, "Symbol Table").
/// </summary>
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
        var places = NamePlaces.Find(names, strings.Offset, strings.End, wanted);
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

/// <summary>Finds names in a table of zero-terminated texts, all names in one pass.</summary>
internal static class NamePlaces
{
    /// <summary>
    /// Offset of the first occurrence of each name in the table. A name that is only the end of another name is not found.
    /// </summary>
    /// <param name="file">Reads the table.</param>
    public static Dictionary<long, string> Find(FileWindow file, long from, long to, IReadOnlyCollection<string> names)
    {
        var wanted = names.Select(name => (Name: name, Text: Encoding.UTF8.GetBytes(name))).ToList();
        var lengths = wanted.Select(name => name.Text.Length).ToHashSet();
        var found = new Dictionary<long, string>();
        // Text before the first 0 can be the end of a text that starts before the table.
        var isWhole = false;
        for (var at = from; at < to && wanted.Count > 0;)
        {
            var block = file.Upto(at, (int)Math.Min(FileWindow.Size, to - at));
            if (block.IsEmpty) break;
            var used = 0;
            for (int length; (length = block[used..].IndexOf((byte)0)) >= 0; used += length + 1)
            {
                if (isWhole && lengths.Contains(length)) Take(wanted, block.Slice(used, length), at + used - from, found);
                isWhole = true;
            }

            if (used == 0)
            {
                // A text longer than one read is none of the names.
                isWhole = false;
                used = block.Length;
            }

            at += used;
        }

        return found;
    }

    private static void Take(
        List<(string Name, byte[] Text)> wanted, ReadOnlySpan<byte> text, long place, Dictionary<long, string> found)
    {
        for (var i = 0; i < wanted.Count; i++)
        {
            if (!text.SequenceEqual(wanted[i].Text)) continue;
            found.Add(place, wanted[i].Name);
            wanted.RemoveAt(i);
            return;
        }
    }
}
