using System.Runtime.Versioning;
using Unpause.Cli.Live;

namespace Unpause.Cli;

/// <summary>
/// Started by <c>heap PID</c> as root, to read a JVM's class histograms without root's rights. Not for users.
/// </summary>
internal static class ReadHistogramsCommand
{
    public const string Name = "read-histograms";

    public static Command Create()
    {
        var process = new Argument<int>("PID");
        var rounds = new Argument<int>("ROUNDS");
        var view = new HeapViewOptions();
        var command = new Command(Name, "Show class histograms that unpause has just taken from a JVM.")
            { process, rounds, view.Order, view.Top, view.Output, view.Format };
        command.Hidden = true;
        command.SetAction(parsed => Run(parsed.GetValue(process), parsed.GetValue(rounds), view.Read(parsed)));
        return command;
    }

    private static int Run(int processId, int rounds, HeapView view)
    {
        if (!OperatingSystem.IsLinux() || GrantedFiles.Current is not { } files || rounds is < 1 or > HeapCommand.MostRounds)
        {
            throw new UserMistake($"{Name} is internal to unpause: use unpause {HeapCommand.Name} PID");
        }

        return Run(files, processId, rounds, view);
    }

    [SupportedOSPlatform("linux")]
    private static int Run(GrantedFiles files, int processId, int rounds, HeapView view) =>
        TakenHistograms.Read(number => files.Input(number, $"process {processId}"), rounds, processId, view);
}
