namespace Unpause.Cli;

/// <summary>Why an output cannot be written, in the system's words.</summary>
internal static class OutputFault
{
    // errno of Linux; .NET gives those that it has no exception for as the HResult.
    private const int NoSpace = 28, TooLarge = 27, OverQuota = 122;

    /// <summary>Whether it is the output's fault.</summary>
    public static bool Is(Exception exception) => exception is IOException or UnauthorizedAccessException || IsTooLarge(exception);

    /// <summary>The reason without a path: the file that failed may be one of ours that the user never named.</summary>
    public static string Reason(Exception exception)
    {
        return IsTooLarge(exception) ? "a file may not be so large here" : SystemFault.Reason(exception);
    }

    /// <summary>Whether there is no room for what was to be written, wherever that was.</summary>
    public static bool IsFull(IOException exception) =>
        !OperatingSystem.IsWindows() && exception.HResult is NoSpace or TooLarge or OverQuota;

    /// <summary>.NET's word for EFBIG: beyond <c>ulimit -f</c> or what the file system can hold.</summary>
    private static bool IsTooLarge(Exception exception) => exception is ArgumentOutOfRangeException;
}
