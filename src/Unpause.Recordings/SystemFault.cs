namespace Unpause.Recordings;

/// <summary>The operating system's reason why a file cannot be opened, read or written, in plain words.</summary>
public static class SystemFault
{
    /// <summary>
    /// The reason as a phrase without a path: <c>Permission denied</c>, <c>no such file</c>. The caller adds the file's name as the user
    /// knows it. A message of unpause's own is not changed.
    /// </summary>
    /// <param name="exception">From opening, reading or writing.</param>
    public static string Reason(Exception exception) => exception switch
    {
        FileNotFoundException => "no such file",
        DirectoryNotFoundException => "no such folder",
        PathTooLongException => "the name is too long",
        // .NET has the same message for a folder, for missing rights and for a read-only file; the inner exception has the system's word.
        UnauthorizedAccessException or IOException when exception.InnerException is IOException cause => Reason(cause),
        UnauthorizedAccessException when exception.Message.StartsWith("Access to the path", StringComparison.Ordinal) =>
            "Permission denied",
        _ => Plain(exception.Message),
    };

    /// <summary>The system's word, which .NET follows with the path: <c>No space left on device : '/tmp/x'</c>.</summary>
    private static string Plain(string message)
    {
        var path = message.LastIndexOf(" : '", StringComparison.Ordinal);
        return path > 0 && message.EndsWith('\'') ? message[..path] : message;
    }
}
