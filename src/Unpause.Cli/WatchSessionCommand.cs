using System.CommandLine;
using Unpause.Recorder.Runtimes.DotNet;

namespace Unpause.Cli;

/// <summary>
/// What <c>record --when</c> starts as root, to have a .NET process's events read without root's rights while they are recorded. No user
/// types it.
/// </summary>
internal static class WatchSessionCommand
{
    /// <summary>Its name.</summary>
    public const string Name = WatchingProcess.CommandName;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var command = new Command(Name, "Watch a recording for unpause record --when.") { Hidden = true };
        command.SetAction(_ =>
        {
            if (!OperatingSystem.IsLinux() || GrantedFiles.Current is not { } granted)
                throw new UserMistake($"{Name} is for unpause itself: use unpause record PID --when 'pause>200ms'");
            WatchingProcess.Run(granted.Channel);
            return ExitCodes.Done;
        });
        return command;
    }
}
