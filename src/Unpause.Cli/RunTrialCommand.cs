using System.Text.Json;
using Unpause.Cli.Tuning;
using Unpause.Experiments.Trials;
using Unpause.Experiments.Tuning;
using Unpause.Recorder.Processes;

namespace Unpause.Cli;

/// <summary>Started by <c>tune</c> for each trial: records a process into the trial's folder. Not for users.</summary>
internal static class RunTrialCommand
{
    /// <summary>Describes the command.</summary>
    /// <param name="program">The arguments after <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var folder = new Argument<string>("FOLDER");
        var environment = VariableOption.Create();
        var command = new Command(TrialCommandLine.Run, "Record one trial of unpause tune.") { folder, environment };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux() || program is null or [])
                throw new UserMistake($"{TrialCommandLine.Run} is internal to unpause: use unpause tune");
            ParentWatch.Begin();
            var place = new TrialFolder(parsed.GetValue(folder)!);
            var before = MachineLoad.OfEndedChildren();
            var result = ProgramRunner.Run(new RunOptions(program, place.Recording, Requests: false)
            {
                Environment = VariableOption.Read(parsed.GetValue(environment)),
                MayReorderOutput = true,
            });
            IReadOnlyList<string> notes = result.RemoveTemporaryFolder() is { } stays ? [.. result.NotRecorded, stays] : result.NotRecorded;
            var ended = new TrialEnd(result.ExitCode, (long)result.Duration.TotalNanoseconds, notes)
            {
                CpuNanoseconds = MachineLoad.OfEndedChildren() - before,
            };
            File.WriteAllText(place.End, JsonSerializer.Serialize(ended, TuneFilesJson.Default.TrialEnd));
            return ExitCodes.Done;
        });
        return command;
    }
}
