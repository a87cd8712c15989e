using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Recorder.Rights;

/// <summary>Whether the kernel can restrict the other processes of unpause to a few files (landlock(7)).</summary>
[SupportedOSPlatform("linux")]
public static partial class Landlock
{
    // The same number on every architecture.
    private const nint CreateRuleset = 444, AskVersion = 1;

    /// <summary>False also in a build for development, which needs the files of .NET and so is not restricted.</summary>
    public static bool IsInForce { get; } = !RuntimeFeature.IsDynamicCodeSupported && Call(CreateRuleset, 0, 0, AskVersion) > 0;

    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint Call(nint number, nint first, nint second, nint third);
}
