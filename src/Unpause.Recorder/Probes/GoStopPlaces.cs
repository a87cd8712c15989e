using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Probes;

/// <summary>Where in a Go program's file its stops can be seen from outside (offsets in the file).</summary>
/// <param name="Version">The Go version it was built with; null when it doesn't tell.</param>
/// <param name="TellsReasons">stopTheWorldWithSema is told what it stops for: from 1.21 on.</param>
/// <param name="Places">Each place with what it means to come by.</param>
internal sealed record GoStopPlaces(string? Version, bool TellsReasons, IReadOnlyList<(GoStopPlace Place, long Offset)> Places)
{
    private const string Stopping = "runtime.stopTheWorldWithSema", Starting = "runtime.startTheWorldWithSema";

    // What Go 1.20 and earlier do only while the world is stopped for the one or the other end of a cycle (runtime/mgc.go).
    private const string Sweeping = "runtime.finishsweep_m", Marking = "runtime.gcMarkTermination";

    // Many times what it has; startTheWorldWithSema of Go 1.19 has 500 bytes.
    private const int LongestFunction = FileWindow.Size;
    private const int MostReturns = 8;

    /// <summary>Finds them; null where the program is not one whose stops can be seen.</summary>
    /// <param name="path">The program's file.</param>
    public static GoStopPlaces? Of(string path)
    {
        try
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var (first, second) = (new FileWindow(file), new FileWindow(file));
            return ElfFile.Read(first) is { } elf ? Of(elf, first, second, GoExecutable.VersionOf(path)) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static GoStopPlaces? Of(ElfFile elf, FileWindow first, FileWindow second, string? version)
    {
        var symbols = new SymbolTable(elf, first, second);
        var functions = symbols.Exists ? null : GoFunctionTable.Of(elf, first, second);
        CodeRange? Find(string name) => symbols.Exists ? symbols.Find(name) : functions?.Find(name);
        if (Find(Stopping) is not { } stopping || Find(Starting) is not { } starting) return null;
        var places = new List<(GoStopPlace Place, long Offset)>();
        if (!AddBeginning(elf, first, stopping, GoStopPlace.Stop, places) || !AddReturns(elf, first, starting, places)) return null;
        if (!AddBeginning(elf, first, starting, GoStopPlace.Starting, places)) return null;
        var tellsReasons = version is not null && GoVersion.IsAtLeast(version, 1, 21);
        if (tellsReasons) return new GoStopPlaces(version, tellsReasons, places);
        if (Find(Sweeping) is not { } sweeping || Find(Marking) is not { } marking) return null;
        return AddBeginning(elf, first, sweeping, GoStopPlace.Sweep, places) && AddBeginning(elf, first, marking, GoStopPlace.Mark, places)
            ? new GoStopPlaces(version, tellsReasons, places)
            : null;
    }

    private static bool AddBeginning(
        ElfFile elf, FileWindow file, CodeRange function, GoStopPlace place, List<(GoStopPlace Place, long Offset)> places)
    {
        if (Code(elf, file, function) is not { } code) return false;
        places.Add((place, code.Offset + FunctionPlaces.Beginning(code.Bytes)));
        return true;
    }

    private static bool AddReturns(ElfFile elf, FileWindow file, CodeRange function, List<(GoStopPlace Place, long Offset)> places)
    {
        if (Code(elf, file, function) is not { } code) return false;
        var returns = FunctionPlaces.Returns(code.Bytes);
        foreach (var at in returns) places.Add((GoStopPlace.Start, code.Offset + at));
        return returns.Count is > 0 and <= MostReturns;
    }

    /// <summary>The function's bytes and where they are in the file; null when they aren't there, or too many.</summary>
    private static (byte[] Bytes, long Offset)? Code(ElfFile elf, FileWindow file, CodeRange function)
    {
        if (function.Length > LongestFunction || elf.OffsetOf(function.Address, function.Length) is not { } offset) return null;
        var bytes = file.Exactly(offset, (int)function.Length).ToArray();
        return bytes.Length == 0 ? null : (bytes, offset);
    }
}
