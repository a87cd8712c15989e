using System.CommandLine;
using Spectre.Console;

namespace Unpause.Experiments.Labs;

/// <summary>Runs a lab: all modes in turn, repeated, then writes the tables.</summary>
public static class LabRunner
{
    /// <summary>Describes a lab's command.</summary>
    /// <param name="openResults">Opens standard output for results; fails when it is closed.</param>
    public static Command Command(Lab lab, Func<IAnsiConsole> openResults)
    {
        var command = new Command(lab.Name, lab.Description);
        var options = new LabOptions(command, lab.Defaults);
        command.SetAction(parsed => Run(lab, options.Read(parsed), openResults()));
        return command;
    }

    /// <summary>Runs the modes in turn, as often as wanted, and writes the tables.</summary>
    public static int Run(Lab lab, LabLoad load, IAnsiConsole results)
    {
        using var folder = LabFolder.Extract(lab.Name);
        var record = lab.Prepare(folder);
        LabEnding.WarnIfBusy();
        var runs = new List<LabRun>();
        for (var number = 1; number <= load.Pairs; number++)
        {
            foreach (var mode in lab.Modes)
            {
                var task = new LabTask(mode, Path.Combine(load.Keep ?? folder["runs"], $"{mode}-{number}"), number, load);
                Console.Error.WriteLine(
                    $"{mode}{(load.Pairs > 1 ? $" {number} of {load.Pairs}" : "")}: {load.Rate} requests a second for {load.Seconds} s");
                if (record(task) is not { } run) return ExitCodes.Interrupted;
                runs.Add(run);
            }
        }

        LabWriter.Write(results, lab, runs);
        if (load.Keep is { } kept)
        {
            Console.Error.WriteLine(
                $"kept the runs in {kept}: unpause report {kept}/{lab.Modes[0]}-1/recording "
                + $"--requests {kept}/{lab.Modes[0]}-1/requests.csv");
        }

        return ExitCodes.Done;
    }
}
