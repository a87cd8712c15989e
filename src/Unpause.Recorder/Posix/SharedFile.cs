namespace Unpause.Recorder.Posix;

/// <summary>Whether two descriptors write to the same file, pipe or socket, however each was opened.</summary>
[SupportedOSPlatform("linux")]
internal static class SharedFile
{
    /// <summary>False for terminals, and for <c>/dev/null</c> and similar devices, in which the order is not visible.</summary>
    public static bool IsOf(int first, int second) =>
        FileCalls.Look(first, "") is { IsCharacterDevice: false } one && FileCalls.Look(second, "") is { } other
        && one.IsSameFileAs(other);
}
