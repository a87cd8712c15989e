using System.Runtime.InteropServices;
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
    public static GoStopPlaces? Of(string path) => Of(path, RuntimeInformation.ProcessArchitecture);

    /// <inheritdoc cref="Of(string)"/>
    /// <param name="path">The program's file.</param>
    /// <param name="processor">Whose code it must be.</param>
    internal static GoStopPlaces? Of(string path, Architecture processor)
    {
        try
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var (first, second) = (new FileWindow(file), new FileWindow(file));
            return ElfFile.Read(first, processor) is { } elf
                ? Of(new Code(elf, first, processor), second, GoExecutable.VersionOf(path))
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static GoStopPlaces? Of(Code code, FileWindow second, string? version)
    {
        var symbols = new SymbolTable(code.Elf, code.File, second);
        var functions = symbols.Exists ? null : GoFunctionTable.Of(code.Elf, code.File, second);
        CodeRange? Find(string name) => symbols.Exists ? symbols.Find(name) : functions?.Find(name);
        if (Find(Stopping) is not { } stopping || Find(Starting) is not { } starting) return null;
        var places = new List<(GoStopPlace Place, long Offset)>();
        if (!AddBeginning(code, stopping, GoStopPlace.Stop, places) || !AddReturns(code, starting, places)) return null;
        if (!AddBeginning(code, starting, GoStopPlace.Starting, places)) return null;
        var tellsReasons = version is not null && GoVersion.IsAtLeast(version, 1, 21);
        if (tellsReasons) return new GoStopPlaces(version, tellsReasons, places);
        if (Find(Sweeping) is not { } sweeping || Find(Marking) is not { } marking) return null;
        return AddBeginning(code, sweeping, GoStopPlace.Sweep, places) && AddBeginning(code, marking, GoStopPlace.Mark, places)
            ? new GoStopPlaces(version, tellsReasons, places)
            : null;
    }

    private static bool AddBeginning(Code code, CodeRange function, GoStopPlace place, List<(GoStopPlace Place, long Offset)> places)
    {
        if (code.Of(function) is not { } found) return false;
        places.Add((place, found.Offset + FunctionPlaces.Beginning(found.Bytes, code.Processor)));
        return true;
    }

    private static bool AddReturns(Code code, CodeRange function, List<(GoStopPlace Place, long Offset)> places)
    {
        if (code.Of(function) is not { } found) return false;
        var returns = FunctionPlaces.Returns(found.Bytes, code.Processor);
        foreach (var at in returns) places.Add((GoStopPlace.Start, found.Offset + at));
        return returns.Count is > 0 and <= MostReturns;
    }

    private sealed record Code(ElfFile Elf, FileWindow File, Architecture Processor)
    {
        /// <summary>The function's bytes and where they are in the file; null when they aren't there, or too many.</summary>
        public (byte[] Bytes, long Offset)? Of(CodeRange function)
        {
            if (function.Length > LongestFunction || Elf.OffsetOf(function.Address, function.Length) is not { } offset) return null;
            var bytes = File.Exactly(offset, (int)function.Length).ToArray();
            return bytes.Length == 0 ? null : (bytes, offset);
        }
    }
}
