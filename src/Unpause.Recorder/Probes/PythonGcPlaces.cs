using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
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
    /// <param name="handle">The file.</param>
    /// <param name="minor">CPython's version according to the file's name.</param>
    public static PythonGcPlaces? Of(SafeFileHandle handle, Version minor)
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
        foreach (var note in StapsdtNotes.Of(elf, file, Provider))
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
