using Unpause.Recorder.Files;

namespace Unpause.Recorder.Posix;

/// <summary>Whether two descriptors write into one file, pipe or socket, whoever opened it and how.</summary>
internal static class SharedFile
{
    /// <summary>False for terminals, and for <c>/dev/null</c> and the like, in which nobody sees an order.</summary>
    public static bool IsOf(int first, int second) =>
        FileCalls.Look(first, "") is { IsCharacterDevice: false } one && FileCalls.Look(second, "") is { } other
        && one.IsSameFileAs(other);
}
