namespace Unpause.Recorder;

/// <summary>Refuses to record on another system than Linux: elsewhere unpause reads recordings.</summary>
public static class LinuxOnly
{
    /// <summary>The refusal of a command, with the command to type instead.</summary>
    /// <param name="command">The command without <c>unpause</c>.</param>
    /// <param name="reads">What to type to read a recording.</param>
    public static UserMistake Refusal(string command, string reads = "report FILE") =>
        Refusal(command, reads, OperatingSystem.IsWindows() ? "Windows" : OperatingSystem.IsMacOS() ? "macOS" : "this system");

    /// <inheritdoc cref="Refusal(string, string)"/>
    /// <param name="system">The system's name.</param>
    internal static UserMistake Refusal(string command, string reads, string system) =>
        new($"{command} works on Linux only; on {system}, unpause reads recordings: unpause {reads}");
}
