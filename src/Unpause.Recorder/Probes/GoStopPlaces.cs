using System.Globalization;
using System.Runtime.InteropServices;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Probes;

/// <summary>File offsets in a Go program at which its stops can be probed.</summary>
/// <param name="Version">The Go version that built it; null when unknown.</param>
/// <param name="HasReasons">Whether stopTheWorldWithSema receives the reason: from 1.21 on.</param>
/// <param name="Places">Each offset with its meaning.</param>
internal sealed record GoStopPlaces(string? Version, bool HasReasons, IReadOnlyList<(GoStopPlace Place, long Offset)> Places)
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
    /// <param name="assists">Whether to find mark assists too.</param>
    public static GoStopPlaces? Locate(string path, bool assists = false) => Locate(path, RuntimeInformation.ProcessArchitecture, assists);

    /// <inheritdoc cref="Locate(string, bool)"/>
    /// <param name="processor">Required architecture.</param>
    /// <param name="assists">Whether to find mark assists too.</param>
    internal static GoStopPlaces? Locate(string path, Architecture processor, bool assists = false)
    {
        try
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var budget = new ReadingBudget();
            var (first, second) = (new FileWindow(file, budget), new FileWindow(file, budget));
            return ElfFile.Read(first, processor) is { } elf
                ? Locate(new Code(elf, first, processor), second, GoExecutable.VersionOf(path), assists)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static GoStopPlaces? Locate(Code code, FileWindow second, string? version, bool assists)
    {
        var symbols = new SymbolTable(code.Elf, code.File, second);
        var known = symbols.Exists ? symbols.Find(Wanted) : GoFunctionTable.Read(code.Elf, code.File, second)?.Find(Wanted);
        if (known is null) return null;
        CodeRange? Find(string name) => known.TryGetValue(name, out var range) ? range : null;
        if (Find(Stopping) is not { } stopping || Find(Starting) is not { } starting) return null;
        var places = new List<(GoStopPlace Place, long Offset)>();
        if (!AddBeginning(code, stopping, GoStopPlace.Stop, places) || !AddReturns(code, starting, GoStopPlace.Start, places))
            return null;
        if (!AddBeginning(code, starting, GoStopPlace.Starting, places)) return null;
        var hasReasons = version is not null && GoVersion.IsAtLeast(version, 1, 21);
        var found = new GoStopPlaces(version, hasReasons, places)
        {
            Assists = assists ? AssistsOf(code, Find(GoAssistPlaces.Assisting), version) : null,
        };
        if (hasReasons) return found;
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
        if (code.Read(function) is not { } found) return false;
        places.Add((place, found.Offset + FunctionPlaces.Beginning(found.Bytes, code.Processor)));
        return true;
    }

    private static bool AddReturns(Code code, CodeRange function, GoStopPlace place, List<(GoStopPlace Place, long Offset)> places)
    {
        if (code.Read(function) is not { } found) return false;
        var returns = place == GoStopPlace.Assisted
            ? FunctionPlaces.Returns(found.Bytes, code.Processor, MostBeforeAssisted)
            : FunctionPlaces.Returns(found.Bytes, code.Processor);
        foreach (var at in returns) places.Add((place, found.Offset + at));
        return returns.Count is > 0 and <= MostReturns;
    }

    private sealed record Code(ElfFile Elf, FileWindow File, Architecture Processor)
    {
        /// <summary>The function's bytes and file offset; null when they are missing, or too long.</summary>
        public (byte[] Bytes, long Offset)? Read(CodeRange function)
        {
            if (function.Length > LongestFunction || Elf.OffsetOf(function.Address, function.Length) is not { } offset) return null;
            var bytes = File.Exactly(offset, (int)function.Length).ToArray();
            return bytes.Length == 0 ? null : (bytes, offset);
        }
    }
}

/// <summary>A function's code in memory, according to the program's file.</summary>
/// <param name="Address">First instruction.</param>
/// <param name="Length">Bytes to its end, or to the next function.</param>
internal readonly record struct CodeRange(long Address, long Length);

/// <summary>Compares versions of Go: <c>go1.21.3</c>, <c>go1.22rc1</c>, <c>devel go1.23-0ed6cb2</c>.</summary>
internal static class GoVersion
{
    /// <summary>Whether a version is at least the given one; false when the text is not a version.</summary>
    public static bool IsAtLeast(string version, int major, int minor)
    {
        var at = version.IndexOf("go", StringComparison.Ordinal);
        if (at < 0) return false;
        var parts = version[(at + 2)..].Split('.');
        return parts.Length > 1 && Leading(parts[0]) is { } first && Leading(parts[1]) is { } second
            && (first > major || (first == major && second >= minor));
    }

    private static int? Leading(string text)
    {
        var length = text.AsSpan().IndexOfAnyExceptInRange('0', '9') is var end and >= 0 ? end : text.Length;
        return int.TryParse(text.AsSpan(0, length), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
    }
}

/// <summary>File offsets in a Go program at which mark assists start and end (<c>gcAssistAlloc</c> of runtime/mgcmark.go).</summary>
/// <param name="Register">
/// The kernel's number of the register with the goroutine at each offset. It pairs start and end, because the goroutine may change threads.
/// </param>
/// <param name="Places">Each offset with its meaning.</param>
internal sealed record GoAssistPlaces(int Register, IReadOnlyList<(GoStopPlace Place, long Offset)> Places)
{
    public const string Assisting = "runtime.gcAssistAlloc";

    // R14 and X28: arch/*/include/uapi/asm/perf_regs.h. Go's register calling convention: src/cmd/compile/abi-internal.md.
    private const int X64Register = 22, Arm64Register = 28;

    /// <summary>The register with the current goroutine in all Go code; null if there is none.</summary>
    /// <param name="version">The Go version; null when unknown.</param>
    public static int? RegisterOf(string? version, Architecture processor)
    {
        if (processor == Architecture.Arm64) return Arm64Register;
        // The convention can be disabled when Go is built; the version then contains it (go1.17.1 X:noregabi).
        return version is not null && GoVersion.IsAtLeast(version, 1, 17) && !version.Contains("noregabi", StringComparison.Ordinal)
            ? X64Register
            : null;
    }

    /// <summary>Why mark assists of a program can't be recorded.</summary>
    /// <param name="version">Its Go version; null when unknown.</param>
    public static string Missing(string? version) => RegisterOf(version, RuntimeInformation.ProcessArchitecture) is null
        ? $"Go {(version is null ? "of an unknown version" : version.StartsWith("go", StringComparison.Ordinal) ? version[2..] : version)} "
            + "does not keep the running goroutine in a register (1.17 and later do), so start and end of an assist can't be matched"
        : $"its function {Assisting["runtime.".Length..]} was not found, or can't be probed";
}
