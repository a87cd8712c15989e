namespace Unpause.Cli.Live;

/// <summary>The argument PID of commands about a live process.</summary>
internal static class ProcessArgument
{
    /// <summary>Describes the argument.</summary>
    public static Argument<string> Create(string name = "PID", string description = "The process id, as unpause ps lists it.") =>
        new(name) { Description = description };

    /// <summary>Reads it.</summary>
    /// <exception cref="UserMistake">It is no process id.</exception>
    public static int Read(string text) =>
        int.TryParse(text, out var id) && id > 0 ? id : throw new UserMistake($"{text} is not a process id: unpause ps lists them");
}
