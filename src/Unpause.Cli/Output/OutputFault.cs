using Unpause.Recordings;

namespace Unpause.Cli.Output;

/// <summary>Why an output cannot be written, in the system's terms.</summary>
internal static class OutputFault
{
    // errno of Linux. .NET reports values that have no exception type as the HResult.
    private const int NoSpace = 28, TooLarge = 27, OverQuota = 122;

    /// <summary>Whether it is the output's fault.</summary>
    public static bool Is(Exception exception) => exception is IOException or UnauthorizedAccessException || IsTooLarge(exception);

    /// <summary>The reason without a path: the failed file may be a temporary one that the user never named.</summary>
    public static string Reason(Exception exception)
    {
        return IsTooLarge(exception) ? "the file would exceed the size limit" : SystemFault.Reason(exception);
    }

    /// <summary>Whether the disk is full, or a size limit or quota is reached.</summary>
    public static bool IsFull(IOException exception) =>
        !OperatingSystem.IsWindows() && exception.HResult is NoSpace or TooLarge or OverQuota;

    /// <summary>.NET's exception for EFBIG: over <c>ulimit -f</c> or over the file system's limit.</summary>
    private static bool IsTooLarge(Exception exception) => exception is ArgumentOutOfRangeException;
}
