using System.Runtime.Versioning;
using Unpause.Cli.Watching;
using Unpause.Recorder.Rings;

namespace Unpause.Cli;

/// <summary><c>unpause watch</c></summary>
internal static class WatchCommand
{
    public const string Name = "watch";

    public static Command Create()
    {
        var options = new WatchOptionSet();
        var command = new Command(
            Name,
            """
            Record live processes all the time, keep only the last minutes, and judge: unpause watch [PID|NAME…]

            A ring of the last minutes of each process is in ordinary files that unpause report reads. When a condition holds (--alert), a
            request is slow (--slow) or you type unpause watch save, the ring is kept with the report on it, and an alert has its cause.
            Processes are found when they start and let go when they end. Nothing stays enabled in them.
            Other people's processes and Go's need root. Ctrl-C ends it.
            """);
        options.AddTo(command);
        command.Subcommands.Add(WatchSave.Create());
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal(Name);
            return Run(options.Read(parsed));
        });
        return command;
    }

    [SupportedOSPlatform("linux")]
    private static int Run(WatchRequest asked)
    {
        if (asked.OnlyCheck)
        {
            WatchCheck.Write(asked);
            return ExitCodes.Done;
        }

        var program = ServicesProgram.Path(Name);
        var user = JudgeProcess.MakeFolders(asked.Plan.Folder);
        using var recorder = RingRecorder.Open(asked.Plan);
        recorder.Said = Console.Error.WriteLine;
        if (!asked.Quiet) Console.Error.WriteLine(asked.Describe());
        EndSignals.Until(stop =>
        {
            using var judge = new JudgeProcess(program, asked.Settings with { User = user }, recorder.Finish);
            recorder.Run(stop);
            return 0;
        });
        return ExitCodes.Done;
    }
}
