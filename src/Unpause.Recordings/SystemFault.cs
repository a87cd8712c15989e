namespace Unpause;

/// <summary>What the system says of a file that can't be opened, read or written, in a few plain words.</summary>
public static class SystemFault
{
    /// <summary>
    /// The reason as a phrase without a path: <c>Permission denied</c>, <c>no such file</c>. Whoever tells it names the file, as the user
    /// knows it. A message of unpause's own stays as it is.
    /// </summary>
    /// <param name="exception">From opening, reading or writing.</param>
    public static string Reason(Exception exception) => exception switch
    {
        FileNotFoundException => "no such file",
        DirectoryNotFoundException => "no such folder",
        PathTooLongException => "the name is too long",
        // .NET says the same of a folder, of missing rights and of a read-only file; the system's own word is within.
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
