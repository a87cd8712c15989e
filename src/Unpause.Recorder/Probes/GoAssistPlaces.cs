using System.Runtime.InteropServices;

namespace Unpause.Recorder.Probes;

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
    /// <param name="processor">The architecture.</param>
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
