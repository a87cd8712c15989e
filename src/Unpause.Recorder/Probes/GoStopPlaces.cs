using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Probes;

/// <summary>Where in a Go program's file its stops can be seen from outside (offsets in the file).</summary>
/// <param name="Version">The Go version it was built with; null when it doesn't tell.</param>
/// <param name="Places">Each place with what it means to come by.</param>
internal sealed record GoStopPlaces(string? Version, IReadOnlyList<(GoStopPlace Place, long Offset)> Places)
{
    private const string Stopping = "runtime.stopTheWorldWithSema", Starting = "runtime.startTheWorldWithSema";

    // What Go 1.20 and earlier do only while the world is stopped for the one or the other end of a cycle (runtime/mgc.go).
    private const string Sweeping = "runtime.finishsweep_m", Marking = "runtime.gcMarkTermination";

    // Many times what it has; startTheWorldWithSema of Go 1.19 has 500 bytes.
    private const int LongestFunction = FileWindow.Size;
    private const int MostReturns = 8;

    /// <summary>stopTheWorldWithSema is told for what it stops from 1.21 on.</summary>
    private bool TellsReasons => Version is { } version && GoVersion.IsAtLeast(version, 1, 21);

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
        var found = new GoStopPlaces(version, [(GoStopPlace.Stop, 0)]);
        var places = new List<(GoStopPlace Place, long Offset)>();
        if (!AddEntry(elf, stopping, GoStopPlace.Stop, places) || !AddReturns(elf, first, starting, places)) return null;
        if (found.TellsReasons) return found with { Places = places };
        if (Find(Sweeping) is not { } sweeping || Find(Marking) is not { } marking) return null;
        return AddEntry(elf, sweeping, GoStopPlace.Sweep, places) && AddEntry(elf, marking, GoStopPlace.Mark, places)
            ? found with { Places = places }
            : null;
    }

    private static bool AddEntry(ElfFile elf, CodeRange function, GoStopPlace place, List<(GoStopPlace Place, long Offset)> places)
    {
        if (elf.OffsetOf(function.Address, function.Length) is not { } offset) return false;
        places.Add((place, offset));
        return true;
    }

    private static bool AddReturns(ElfFile elf, FileWindow file, CodeRange function, List<(GoStopPlace Place, long Offset)> places)
    {
        if (function.Length > LongestFunction || elf.OffsetOf(function.Address, function.Length) is not { } offset) return false;
        var returns = FunctionReturns.In(file.Exactly(offset, (int)function.Length));
        foreach (var at in returns) places.Add((GoStopPlace.Start, offset + at));
        return returns.Count is > 0 and <= MostReturns;
    }
}
