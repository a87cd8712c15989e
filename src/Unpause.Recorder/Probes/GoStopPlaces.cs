using System.Runtime.InteropServices;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Probes;

/// <summary>File offsets in a Go program at which its stops can be probed.</summary>
/// <param name="Version">The Go version that built it; null when unknown.</param>
/// <param name="TellsReasons">Whether stopTheWorldWithSema receives the reason: from 1.21 on.</param>
/// <param name="Places">Each offset with its meaning.</param>
internal sealed record GoStopPlaces(string? Version, bool TellsReasons, IReadOnlyList<(GoStopPlace Place, long Offset)> Places)
{
    private const string Stopping = "runtime.stopTheWorldWithSema", Starting = "runtime.startTheWorldWithSema";

    // Functions that Go 1.20 and earlier call only while the world is stopped at the start or end of a cycle (runtime/mgc.go).
    private const string Sweeping = "runtime.finishsweep_m", Marking = "runtime.gcMarkTermination";

    private static readonly string[] Wanted = [Stopping, Starting, Sweeping, Marking, GoAssistPlaces.Assisting];

    /// <summary>Offsets for mark assists; null if not requested, or unknown.</summary>
    public GoAssistPlaces? Assists { get; private init; }

    // Many times the usual size; startTheWorldWithSema of Go 1.19 has 500 bytes.
    private const int LongestFunction = FileWindow.Size;
    private const int MostReturns = 8;

    // The code before the returns of gcAssistAlloc writes the end to an execution trace, if there is one.
    private const int MostBeforeAssisted = 48;

    /// <summary>Finds them; null when the stops of the program can't be probed.</summary>
    /// <param name="path">The program's file.</param>
    /// <param name="assists">Whether to find mark assists too.</param>
    public static GoStopPlaces? Of(string path, bool assists = false) => Of(path, RuntimeInformation.ProcessArchitecture, assists);

    /// <inheritdoc cref="Of(string, bool)"/>
    /// <param name="path">The program's file.</param>
    /// <param name="processor">Required architecture.</param>
    /// <param name="assists">Whether to find mark assists too.</param>
    internal static GoStopPlaces? Of(string path, Architecture processor, bool assists = false)
    {
        try
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var budget = new ReadingBudget();
            var (first, second) = (new FileWindow(file, budget), new FileWindow(file, budget));
            return ElfFile.Read(first, processor) is { } elf
                ? Of(new Code(elf, first, processor), second, GoExecutable.VersionOf(path), assists)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static GoStopPlaces? Of(Code code, FileWindow second, string? version, bool assists)
    {
        var symbols = new SymbolTable(code.Elf, code.File, second);
        var known = symbols.Exists ? symbols.Find(Wanted) : GoFunctionTable.Of(code.Elf, code.File, second)?.Find(Wanted);
        if (known is null) return null;
        CodeRange? Find(string name) => known.TryGetValue(name, out var range) ? range : null;
        if (Find(Stopping) is not { } stopping || Find(Starting) is not { } starting) return null;
        var places = new List<(GoStopPlace Place, long Offset)>();
        if (!AddBeginning(code, stopping, GoStopPlace.Stop, places) || !AddReturns(code, starting, GoStopPlace.Start, places))
            return null;
        if (!AddBeginning(code, starting, GoStopPlace.Starting, places)) return null;
        var tellsReasons = version is not null && GoVersion.IsAtLeast(version, 1, 21);
        var found = new GoStopPlaces(version, tellsReasons, places)
        {
            Assists = assists ? AssistsOf(code, Find(GoAssistPlaces.Assisting), version) : null,
        };
        if (tellsReasons) return found;
        if (Find(Sweeping) is not { } sweeping || Find(Marking) is not { } marking) return null;
        return AddBeginning(code, sweeping, GoStopPlace.Sweep, places) && AddBeginning(code, marking, GoStopPlace.Mark, places)
            ? found
            : null;
    }

    private static GoAssistPlaces? AssistsOf(Code code, CodeRange? function, string? version)
    {
        if (function is not { } assisting || GoAssistPlaces.RegisterOf(version, code.Processor) is not { } register) return null;
        var places = new List<(GoStopPlace Place, long Offset)>();
        return AddBeginning(code, assisting, GoStopPlace.Assist, places) && AddReturns(code, assisting, GoStopPlace.Assisted, places)
            ? new GoAssistPlaces(register, places)
            : null;
    }

    private static bool AddBeginning(Code code, CodeRange function, GoStopPlace place, List<(GoStopPlace Place, long Offset)> places)
    {
        if (code.Of(function) is not { } found) return false;
        places.Add((place, found.Offset + FunctionPlaces.Beginning(found.Bytes, code.Processor)));
        return true;
    }

    private static bool AddReturns(Code code, CodeRange function, GoStopPlace place, List<(GoStopPlace Place, long Offset)> places)
    {
        if (code.Of(function) is not { } found) return false;
        var returns = place == GoStopPlace.Assisted
            ? FunctionPlaces.Returns(found.Bytes, code.Processor, MostBeforeAssisted)
            : FunctionPlaces.Returns(found.Bytes, code.Processor);
        foreach (var at in returns) places.Add((place, found.Offset + at));
        return returns.Count is > 0 and <= MostReturns;
    }

    private sealed record Code(ElfFile Elf, FileWindow File, Architecture Processor)
    {
        /// <summary>The function's bytes and file offset; null when they are missing, or too long.</summary>
        public (byte[] Bytes, long Offset)? Of(CodeRange function)
        {
            if (function.Length > LongestFunction || Elf.OffsetOf(function.Address, function.Length) is not { } offset) return null;
            var bytes = File.Exactly(offset, (int)function.Length).ToArray();
            return bytes.Length == 0 ? null : (bytes, offset);
        }
    }
}
