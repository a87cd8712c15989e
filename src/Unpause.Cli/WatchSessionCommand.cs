using Unpause.Recorder.Runtimes.DotNet;

namespace Unpause.Cli;

/// <summary>
/// Started by <c>record --when</c> as root, to read a .NET process's events without root's rights while they are recorded.
/// Not for users.
/// </summary>
internal static class WatchSessionCommand
{
    public const string Name = WatchingProcess.CommandName;

    public static Command Create()
    {
        var command = new Command(Name, "Watch a recording for unpause record --when.") { Hidden = true };
        command.SetAction(_ =>
        {
            if (!OperatingSystem.IsLinux() || GrantedFiles.Current is not { } granted)
                throw new UserMistake($"{Name} is internal to unpause: use unpause record PID --when 'pause>200ms'");
            WatchingProcess.Run(granted.Channel);
            return ExitCodes.Done;
        });
        return command;
    }
}
