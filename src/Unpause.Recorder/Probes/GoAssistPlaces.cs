using System.Runtime.InteropServices;

namespace Unpause.Recorder.Probes;

/// <summary>Where in a Go program's file mark assists begin and end (<c>gcAssistAlloc</c> of runtime/mgcmark.go).</summary>
/// <param name="Register">
/// Which of the kernel's registers holds the goroutine at each of them, by which both ends are paired: it may go on on another thread.
/// </param>
/// <param name="Places">Each place with what it means to come by.</param>
internal sealed record GoAssistPlaces(int Register, IReadOnlyList<(GoStopPlace Place, long Offset)> Places)
{
    /// <summary>The function.</summary>
    public const string Assisting = "runtime.gcAssistAlloc";

    // R14 and X28: arch/*/include/uapi/asm/perf_regs.h. Go's register calling convention: src/cmd/compile/abi-internal.md.
    private const int X64Register = 22, Arm64Register = 28;

    /// <summary>The register that holds the goroutine everywhere in Go code; null where none does.</summary>
    /// <param name="version">The Go version; null when it isn't known.</param>
    /// <param name="processor">Whose code it is.</param>
    public static int? RegisterOf(string? version, Architecture processor)
    {
        if (processor == Architecture.Arm64) return Arm64Register;
        // The convention can be turned off where Go is built: then the version tells so (go1.17.1 X:noregabi).
        return version is not null && GoVersion.IsAtLeast(version, 1, 17) && !version.Contains("noregabi", StringComparison.Ordinal)
            ? X64Register
            : null;
    }

    /// <summary>Why a program has none.</summary>
    /// <param name="version">Its Go version; null when it isn't known.</param>
    public static string Missing(string? version) => RegisterOf(version, RuntimeInformation.ProcessArchitecture) is null
        ? $"Go {(version is null ? "of an unknown version" : version.StartsWith("go", StringComparison.Ordinal) ? version[2..] : version)} "
            + "does not keep the running goroutine in a register (1.17 and later do), so start and end of an assist can't be matched"
        : $"its function {Assisting["runtime.".Length..]} was not found, or can't be probed";
}
